// Cases of graphAttention with their results by plain loops in double precision over all pairs of nodes. They join those of
// kernel_cases.mjs.
import TORCH_CASES from './kernel_graph_torch_cases.mjs';

const range = (n) => Array.from({ length: n }, (_, i) => i);
const sum = (n, f) => range(n).reduce((s, i) => s + f(i), 0);

/** What the call should give, for w [h, f, o] or [h, 2f, o]. */
export function graphAttention({ x, adjacency, w, aSource, aTarget, slope = 0.2, combine = 'concat', version = 1, outputOnly = false }) {
  const [n, f] = x.shape;
  const [h, rows, o] = w.shape;
  const leaky = (e) => (e > 0 ? e : slope * e);
  /** Column c of node i's features through rows `from` ... `from` + f - 1 of head k's matrix. */
  const through = (k, i, from, c) => sum(f, (l) => x.data[i * f + l] * w.data[(k * rows + from + l) * o + c]);
  const table = (k, from) => range(n).map((i) => range(o).map((c) => through(k, i, from, c)));
  const dot = (a, k, g) => sum(o, (c) => a.data[k * o + c] * g[c]);
  const weights = [], heads = [];
  for (const k of range(h)) {
    const looks = table(k, 0);
    const seen = rows > f ? table(k, f) : looks;
    const score = (i, j) => version === 1
      ? leaky(dot(aSource, k, looks[i]) + dot(aTarget, k, seen[j]))
      : dot(aSource, k, looks[i].map((g, c) => leaky(g + seen[j][c])));
    const all = range(n).map((i) => {
      const sees = range(n).filter((j) => Boolean(adjacency.data[i * n + j]));
      const largest = Math.max(...sees.map((j) => score(i, j)));
      const e = range(n).map((j) => (sees.includes(j) ? Math.exp(score(i, j) - largest) : 0));
      const total = sum(n, (j) => e[j]);
      return e.map((y) => (sees.length ? y / total : 0));
    });
    weights.push(...all.flat());
    heads.push(range(n).map((i) => range(o).map((c) => sum(n, (j) => all[i][j] * seen[j][c]))));
  }
  const output = combine === 'mean'
    ? { shape: [n, o], data: range(n).flatMap((i) => range(o).map((c) => sum(h, (k) => heads[k][i][c]) / h)) }
    : { shape: [n, h * o], data: range(n).flatMap((i) => range(h).flatMap((k) => heads[k][i])) };
  return outputOnly ? { output } : { weights: { shape: [h, n, n], data: weights }, output };
}

/** Adds every case through `add`(name, call, args, expected); `random` as in kernel_cases.mjs. */
export function addGraphCases(add, random) {
  const cube = (h, rows, cols) => ({ shape: [h, rows, cols], data: random(h * rows, cols).data });
  for (const [n, f, h, o] of [[0, 2, 1, 1], [1, 1, 1, 1], [5, 3, 2, 4], [13, 6, 3, 5], [33, 4, 8, 8]])
    for (const version of [1, 2])
      for (const combine of ['concat', 'mean']) {
        const noise = random(n, n).data;
        const adjacency = { shape: [n, n], data: Array.from(noise, (y, at) => y > 0.2 && Math.floor(at / n) !== 2) }; // node 2 sees nobody
        const args = { x: random(n, f), adjacency, w: cube(h, f, o), aSource: random(h, o, 2), aTarget: random(h, o, 2), combine, version };
        const name = `graph of ${n} nodes, ${f} features, ${h} heads of ${o}, version ${version}, ${combine}`;
        add(name, 'graphAttention', args, graphAttention);
        add(`${name}, another slope, output only`, 'graphAttention', { ...args, slope: 0.5, outputOnly: true }, graphAttention);
        if (version === 1) continue;
        add(`${name}, without aTarget`, 'graphAttention', { ...args, aTarget: undefined }, graphAttention);
        add(`${name}, a matrix for both nodes`, 'graphAttention', { ...args, w: cube(h, 2 * f, o) }, graphAttention);
      }
  for (const { name, call, args, expected } of TORCH_CASES) add(`${name}, as PyTorch has it`, call, args, () => expected);
}
