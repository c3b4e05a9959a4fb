// What is measured of the kernels, size by size, and the multiplications and additions of each. A case is plain data, so that it can be
// sent to the worker that runs it.

const HEADS = 8;
const WIDTH = 64; // of a head
const UNITS = 256; // of the recurrent layer, and its inputs

/** {kind, name, n, flops (null where the work is no product), ...}: attention of 8 heads of 64, full and causal. */
export const attentionCases = (sizes) => [false, true].flatMap((causal) => sizes.map((n) => ({
  kind: 'attention', name: causal ? 'causal' : 'full', n, heads: HEADS, width: WIDTH, causal,
  flops: (4 * HEADS * n * n * WIDTH) / (causal ? 2 : 1),
})));

/** The parts of a block of the same width, for n rows. */
export function blockCases(sizes) {
  const width = HEADS * WIDTH;
  const each = (kind, name, flops, more = {}) => sizes.map((n) => ({ kind, name, n, flops: flops?.(n) ?? null, ...more }));
  const products = (n) => 8 * n * width * width + 4 * n * n * width;
  return [
    ...each('layerNorm', `layer norm of n × ${width}`, null, { width }),
    ...each('softmax', 'softmax of n × n scores', null),
    ...each('multiHeadAttention', `multi-head attention with its four ${width} × ${width} products`, products, { heads: HEADS, width }),
    ...each('gru', `GRU of ${UNITS} units, n steps`, (n) => 12 * n * UNITS * UNITS, { units: UNITS }),
  ];
}
