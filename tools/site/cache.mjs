// What takes long to make from bytes that rarely change (compressed sizes, drawn stills), kept between builds beside the site.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export class Cache {
  constructor(folder) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** What `make()` gives, a Buffer; it is asked only where nothing is kept for these `parts` (strings and bytes that it depends on). */
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
