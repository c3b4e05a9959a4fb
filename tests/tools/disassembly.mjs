// What instructions the functions of a library are made of.
import { execFileSync } from 'node:child_process';

/** For each function whose name matches `functions`: how many of its instructions match `instructions`. */
export function count(objdump, library, functions, instructions) {
  const text = execFileSync(objdump, ['-d', library], { encoding: 'latin1', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
  const counts = new Map();
  let name = null;
  for (const line of text.split('\n')) {
    const header = /^[0-9a-f]+ <(.+)>:/.exec(line);
    if (header) name = functions.test(header[1]) ? header[1] : null;
    if (name && !counts.has(name)) counts.set(name, 0);
    if (name && !header && instructions.test(line)) counts.set(name, counts.get(name) + 1);
  }
  return counts;
}
