// The published vocabulary of GPT-2, from the package gpt-tokenizer.
import ranks from 'gpt-tokenizer/bpeRanks/r50k_base';

/** GPT-2's alphabet: each byte as a printable character. */
const signs = (() => {
  const printable = [...Array(256).keys()].filter((b) => (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || b >= 174);
  let next = 256;
  return Array.from({ length: 256 }, (_, b) => String.fromCodePoint(printable.includes(b) ? b : next++));
})();
const bytesOf = (token) => [...(typeof token === 'string' ? Buffer.from(token, 'utf8') : Buffer.from(token))];
const nameOf = (bytes) => bytes.map((b) => signs[b]).join('');

/** What vocab.json and merges.txt say, {vocabulary, merges}, from the ranks: each token was made of the two parts into which the ranks before it cut its bytes. */
export function gpt2Vocabulary() {
  const names = ranks.map((token) => nameOf(bytesOf(token))), rank = new Map(names.map((name, i) => [name, i]));
  const merges = names.slice(256).map((name, i) => {
    const parts = [...name];
    while (parts.length > 2) {
      let best = Infinity, at = -1;
      for (let k = 0; k + 1 < parts.length; ++k) {
        const found = rank.get(parts[k] + parts[k + 1]) ?? Infinity;
        if (found < best && found < i + 256) [best, at] = [found, k];
      }
      parts.splice(at, 2, parts[at] + parts[at + 1]);
    }
    return parts.join(' ');
  });
  const vocabulary = Object.fromEntries([...names, '<|endoftext|>'].map((name, i) => [name, i]));
  return { vocabulary, merges };
}
