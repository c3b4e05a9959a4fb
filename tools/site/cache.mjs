// Keeps between builds, beside the site, what takes long to make from bytes that rarely change: compressed sizes and drawn stills.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export class Cache {
  constructor(folder) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** The Buffer that `make()` returns. It is called only if nothing is kept for `parts`, the strings and bytes that it depends on. */
  remember(parts, make) {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part).update('\0');
    const file = path.join(this.folder, hash.digest('hex'));
    try {
      return readFileSync(file);
    } catch {
      const made = make();
      writeFileSync(file, made);
      return made;
    }
  }
}
