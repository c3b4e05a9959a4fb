// Runs the kernels for benchmark.js, off the page's thread. Hears {id, call, args}, answers {id, value} or {id, error}.
//
//   load()                        -> {variants, hasRelaxedSimd}: which modules run here, ['plain'] or ['plain', 'relaxed'], and whether the
//                                    browser knows what the second is made of
//   sample(case, variant, ms)     -> {ms, calls}: milliseconds a call over as many calls as take `ms`, at least one

import { SITE_ROOT } from '../page/places.js';

const modules = new Map();
let prepared = { key: '', runs: new Map() };

/** A tensor with entries in [-1, 1). */
function random(...shape) {
  const length = shape.reduce((a, b) => a * b, 1);
  return { shape, data: Float32Array.from({ length }, () => 2 * Math.random() - 1) };
}

/** The arguments of each kind of case, as the call of its kernel takes them. */
const ARGUMENTS = {
  attention({ n, heads, width, causal }) {
    const [q, k, v] = [random(heads, n, width), random(heads, n, width), random(heads, n, width)];
    return { q, k, v, heads, causal, outputOnly: true };
  },
  layerNorm: ({ n, width }) => ({ x: random(n, width), gamma: random(width), beta: random(width) }),
  softmax: ({ n }) => ({ scores: random(n, n) }),
  gru({ n, units }) {
    const gates = 3 * units;
    return { x: random(n, units), wx: random(units, gates), wh: random(units, gates), bx: random(gates), bh: random(gates) };
  },
  multiHeadAttention({ n, heads, width }) {
    const [q, k, v] = [random(n, width), random(n, width), random(n, width)];
    const [wq, wk, wv, wo] = Array.from({ length: 4 }, () => random(width, width));
    return { q, k, v, wq, wk, wv, wo, heads, outputOnly: true };
  },
};

/** The case as a function of the kernels; arguments are made once for all variants and samples of a case. */
function prepare(wanted) {
  const args = ARGUMENTS[wanted.kind](wanted);
  return (kernels) => kernels[wanted.kind](args);
}

const CALLS = {
  async load() {
    const { default: createKernels, hasRelaxedSimd } = await import(new URL('attention-kernels.mjs', SITE_ROOT).href);
    modules.set('plain', await createKernels({ simd: 'plain' }));
    const best = await createKernels();
    if (best.simd !== 'plain') modules.set(best.simd, best);
    return { variants: [...modules.keys()], hasRelaxedSimd: hasRelaxedSimd() };
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
