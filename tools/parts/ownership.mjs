// Which part of the program a function belongs to: what only one lesson can reach is that lesson's. What several can reach is theirs together
// if it is written for lessons, and the primary part's, like everything else, if it is the libraries'.

/// A group's functions go into a part of its own from this many bytes of code on, before they are optimised.
const kWorthAPart = 6_000;
const kOfLessons = /4attn7lessons/; // attn::lessons, also as an argument of a template

/// What can be reached from `starts` without stepping on `barriers`.
function reachable(starts, barriers) {
  const seen = new Set(), ahead = [...starts];
  while (ahead.length > 0) {
    const node = ahead.pop();
    if (seen.has(node) || barriers.has(node)) continue;
    seen.add(node);
    ahead.push(...node.refers);
  }
  return seen;
}

/// `linked`: what readLinked returns; `entries`: lesson -> the node of its entry function. Returns [{lessons, functions}], the primary part
/// (`lessons` empty) first.
export function divide(linked, entries) {
  const barriers = new Set(entries.values());
  const primary = reachable(linked.roots, barriers);
  const users = new Map();
  for (const [lesson, entry] of entries) {
    for (const node of reachable([entry], new Set([...barriers].filter(other => other !== entry)))) {
      if (primary.has(node)) continue;
      if (!users.has(node)) users.set(node, []);
      users.get(node).push(lesson);
    }
  }
  const parts = new Map([['', {lessons: [], functions: []}]]);
  for (const node of linked.functions) {
    const found = users.get(node) ?? [], lessons = found.length > 1 && !kOfLessons.test(node.name) ? [] : found, key = lessons.join(' ');
    if (!parts.has(key)) parts.set(key, {lessons, functions: []});
    parts.get(key).functions.push(node);
  }
  const [first, ...others] = parts.values();
  const size = ({functions}) => functions.reduce((sum, node) => sum + node.size, 0);
  const ofItsOwn = part => part.lessons.length === 1 || size(part) >= kWorthAPart;
  for (const part of others) if (!ofItsOwn(part)) first.functions.push(...part.functions);
  return [first, ...others.filter(ofItsOwn)];
}
