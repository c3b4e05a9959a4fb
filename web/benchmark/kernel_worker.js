// Runs the kernels for benchmark.js, off the page's thread. Hears {id, call, args}, answers {id, value} or {id, error}.
//
//   load()                        -> the variants of the module that this browser can run: ['plain'] or ['plain', 'relaxed']
//   sample(case, variant, ms)     -> {ms, calls}: milliseconds a call over as many calls as take `ms`, at least one

import { SITE_ROOT } from '../page/places.js';

const modules = new Map();
let prepared = { key: '', runs: new Map() };

const random = (...shape) => ({ shape, data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => 2 * Math.random() - 1) });

/** The arguments of each kind of case, as the call of its kernel takes them. */
const ARGUMENTS = {
  layerNorm: ({ n, width }) => ({ x: random(n, width), gamma: random(width), beta: random(width) }),
  softmax: ({ n }) => ({ scores: random(n, n) }),
  gru: ({ n, units }) => ({ x: random(n, units), wx: random(units, 3 * units), wh: random(units, 3 * units), bx: random(3 * units), bh: random(3 * units) }),
  multiHeadAttention({ n, heads, width }) {
    const [q, k, v] = [random(n, width), random(n, width), random(n, width)];
    const [wq, wk, wv, wo] = Array.from({ length: 4 }, () => random(width, width));
    return { q, k, v, wq, wk, wv, wo, heads, outputOnly: true };
  },
};

/** Attention head by head. */
function attention({ n, heads, width, causal }) {
  const mask = causal ? { shape: [n, n], data: Uint8Array.from({ length: n * n }, (_, i) => (i % n <= Math.floor(i / n) ? 1 : 0)) } : undefined;
  const all = Array.from({ length: heads }, () => ({ q: random(n, width), k: random(n, width), v: random(n, width), mask, outputOnly: true }));
  return (kernels) => all.forEach((one) => kernels.attention(one));
}

/** The case as a function of the kernels; arguments are made once for all variants and samples of a case. */
function prepare(wanted) {
  if (wanted.kind === 'attention') return attention(wanted);
  const args = ARGUMENTS[wanted.kind](wanted);
  return (kernels) => kernels[wanted.kind](args);
}

const CALLS = {
  async load() {
    const { default: createKernels } = await import(new URL('attention-kernels.mjs', SITE_ROOT).href);
    modules.set('plain', await createKernels());
    return [...modules.keys()];
  },

  sample(wanted, variant, milliseconds) {
    const key = JSON.stringify(wanted);
    if (prepared.key !== key) prepared = { key, run: prepare(wanted) };
    const kernels = modules.get(variant);
    const start = performance.now();
    let calls = 0;
    let spent = 0;
    do {
      prepared.run(kernels);
      ++calls;
      spent = performance.now() - start;
    } while (spent < milliseconds);
    return { ms: spent / calls, calls };
  },
};

self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    self.postMessage({ id, value: await CALLS[call](...args) });
  } catch (error) {
    self.postMessage({ id, error: error.message });
  }
};
