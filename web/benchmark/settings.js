// What the page's address may ask for: ?sizes=16,64&ms=400&parts=attention,block,lessons

export const PARTS = ['attention', 'block', 'lessons'];
const DEFAULTS = { attentionSizes: [16, 64, 256, 512, 2048], blockSizes: [64, 512], ms: 400, parts: PARTS };
const MOST_SIZES = 8;
const LARGEST = 4096;
const MS = [10, 10_000];

const isWhole = (text, least, most) => /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most;

const READERS = {
  sizes(text) {
    const words = text.split(',');
    const wrong = words.find((word) => !isWhole(word, 1, LARGEST));
    if (wrong !== undefined) throw new Error(`"${wrong}" is no whole number from 1 to ${LARGEST}`);
    const sizes = [...new Set(words.map(Number))].sort((a, b) => a - b);
    if (sizes.length > MOST_SIZES) throw new Error(`${sizes.length} sizes are more than ${MOST_SIZES}`);
    return { attentionSizes: sizes, blockSizes: sizes };
  },
  ms(text) {
    if (!isWhole(text, ...MS)) throw new Error(`"${text}" is no whole number from ${MS[0]} to ${MS[1]}`);
    return { ms: Number(text) };
  },
  parts(text) {
    const words = text.split(',');
    const wrong = words.find((word) => !PARTS.includes(word));
    if (wrong !== undefined) throw new Error(`"${wrong}" is none of ${PARTS.join(', ')}`);
    return { parts: PARTS.filter((part) => words.includes(part)) };
  },
};

/** Settings of an address's query; what cannot be used is said in `problems`, a sentence each, and its default stays. */
export function readSettings(query) {
  const settings = { ...DEFAULTS };
  const problems = [];
  for (const [name, text] of new URLSearchParams(query)) {
    if (!Object.hasOwn(READERS, name)) {
      problems.push(`${name}: there is no such parameter, but ${Object.keys(READERS).join(', ')}.`);
      continue;
    }
    try {
      Object.assign(settings, READERS[name](text));
    } catch ({ message }) {
      problems.push(`${name}: ${message}; the default is used.`);
    }
  }
  return { settings, problems };
}
