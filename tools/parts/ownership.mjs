// Decides to which part of the program a function belongs, and data: texts, tables, initial values. What only one lesson can reach belongs
// to that lesson. What several can reach they share if they are few, or if it was written for lessons. Everything else, such as library
// code that many reach, belongs to the primary part.
//
// What only one lesson reaches, and only through a later<> (src/base/later.h), is that lesson's later part, which is fetched when it is
// missed.

/** A group of lessons gets a part of its own from this many bytes of shared code on, before optimisation. */
const WORTH_A_PART = 3_000;
/** A lesson gets a later part from this many bytes on. */
const WORTH_COMING_LATER = 30_000;
const FEW = 3;
const OF_LESSONS = /4attn7lessons/; // attn::lessons, also as an argument of a template
const LATER = /^_ZN4attn5LaterI.*E4callE/; // attn::Later<...>::call(...)

/** What can be reached from `starts` without stepping on `barriers`. */
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

/**
 * `linked`: what readLinked returns; `entries`: lesson -> the node of its entry function. Returns [{lessons, later, functions, data}], the
 * primary part (`lessons` empty) first; `later`: it is fetched when it is missed.
 */
export function divide(linked, entries) {
  const barriers = new Set(entries.values());
  const primary = reachable(linked.roots, barriers);
  const laters = linked.functions.filter(({ name }) => LATER.test(name));
  const users = new Map(), atOnce = new Set(primary);
  for (const [lesson, entry] of entries) {
    const others = [...barriers].filter((other) => other !== entry);
    for (const node of reachable([entry], new Set([...others, ...laters]))) atOnce.add(node);
    for (const node of reachable([entry], new Set(others))) {
      if (primary.has(node)) continue;
      if (!users.has(node)) users.set(node, []);
      users.get(node).push(lesson);
    }
  }
  const parts = new Map();
  const partOf = (lessons, later) => {
    const key = `${lessons.join(' ')}${later ? ' later' : ''}`;
    if (!parts.has(key)) parts.set(key, { lessons, later, functions: [], data: [] });
    return parts.get(key);
  };
  const first = partOf([], false);
  for (const [kind, nodes] of [['functions', linked.functions], ['data', linked.data]])
    for (const node of nodes) {
      const found = users.get(node) ?? [], lessons = found.length > FEW && !OF_LESSONS.test(node.name) ? [] : found;
      partOf(lessons, lessons.length === 1 && !atOnce.has(node))[kind].push(node);
    }

  const size = ({ functions }) => functions.reduce((sum, node) => sum + node.size, 0);
  const merge = (part, into) => {
    into.functions.push(...part.functions);
    into.data.push(...part.data);
    parts.delete(`${part.lessons.join(' ')}${part.later ? ' later' : ''}`);
  };
  for (const part of [...parts.values()]) {
    if (part.later && size(part) < WORTH_COMING_LATER) merge(part, partOf(part.lessons, false));
    else if (part.lessons.length > 1 && size(part) < WORTH_A_PART) merge(part, first);
  }
  return [...parts.values()];
}
