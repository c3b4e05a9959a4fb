// Samples to numbers. Variants take turns, so that a clock that the machine changes on the way reaches all of them.

const WARM_UP = 0.5; // of the time that is measured
const LEAST_SAMPLES = 5;

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The next moment at which the page is in sight; then one turn of the page's own work. */
export async function turn() {
  while (document.hidden) await new Promise((shown) => { document.addEventListener('visibilitychange', shown, { once: true }); });
  await new Promise((done) => { setTimeout(done, 0); });
}

/**
 * `sample(variant)` resolves to {ms, calls}. Each variant is sampled for about `milliseconds`, and `warmUp` before that; `goesOn` is asked
 * before every sample. Map of variant -> {medianMs, minMs, samples, calls}, or null when stopped.
 */
export async function measure(variants, sample, { milliseconds, goesOn, warmUp = WARM_UP * milliseconds }) {
  for (const variant of variants) {
    for (const end = performance.now() + warmUp; performance.now() < end;) {
      await turn();
      if (!goesOn()) return null;
      await sample(variant);
    }
  }
  const taken = new Map(variants.map((variant) => [variant, []]));
  const most = performance.now() + milliseconds * variants.length;
  for (let round = 0; round < LEAST_SAMPLES || performance.now() < most; ++round) {
    for (const variant of variants) {
      await turn();
      if (!goesOn()) return null;
      taken.get(variant).push(await sample(variant));
    }
  }
  return new Map([...taken].map(([variant, all]) => [variant, summary(all)]));
}

/** `all`: [{ms, calls}]. */
export const summary = (all) => ({
  medianMs: median(all.map(({ ms }) => ms)),
  minMs: Math.min(...all.map(({ ms }) => ms)),
  samples: all.length,
  calls: all.reduce((sum, { calls }) => sum + calls, 0),
});
