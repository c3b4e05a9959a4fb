// A graph with a number on each tie as a file: an edge list or GraphML, as the lesson on graphs reads them.

const quoted = (name) => (/[",;\s#<]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** {names, ties: [{from, to, weight}]} of a result [n,n] in which 0 means no tie; what a node has with itself is left out. Null for others. */
export function graphOf({ shape, data, rows }) {
  const [n, m] = shape;
  if (shape.length !== 2 || n !== m || n < 2) return null;
  const names = Array.from({ length: n }, (_, i) => rows?.[i] ?? String(i + 1));
  const ties = [];
  for (let from = 0; from < n; ++from)
    for (let to = 0; to < n; ++to)
      if (from !== to && data[from * n + to]) ties.push({ from, to, weight: data[from * n + to] });
  return { names, ties };
}

const isBothWays = ({ ties }) => {
  const there = new Set(ties.map(({ from, to }) => `${from} ${to}`));
  return ties.every(({ from, to }) => there.has(`${to} ${from}`));
};

/** Lines `from,to,weight`, after one for each node that has no tie. */
export function edgeList(graph) {
  const tied = new Set(graph.ties.flatMap(({ from, to }) => [from, to]));
  const alone = graph.names.filter((_, i) => !tied.has(i)).map((name) => `${quoted(name)},,`);
  const lines = graph.ties.map(({ from, to, weight }) => `${quoted(graph.names[from])},${quoted(graph.names[to])},${weight}`);
  return `${isBothWays(graph) ? '' : '# directed\n'}from,to,weight\n${[...alone, ...lines].join('\n')}\n`;
}

/** GraphML with the numbers as the edges' weight: both directions of a tie have their own. */
export function graphMl(graph) {
  const nodes = graph.names.map((name, i) => `    <node id="n${i}"><data key="name">${escaped(name)}</data></node>`);
  const edges = graph.ties.map(({ from, to, weight }) =>
    `    <edge source="n${from}" target="n${to}"><data key="weight">${weight}</data></edge>`);
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    '  <key id="name" for="node" attr.name="name" attr.type="string"/>', '  <key id="weight" for="edge" attr.name="weight" attr.type="double"/>',
    '  <graph edgedefault="directed">', ...nodes, ...edges, '  </graph>', '</graphml>', ''].join('\n');
}

/** What writes a file of each ending. */
export const writers = { csv: edgeList, graphml: graphMl };
