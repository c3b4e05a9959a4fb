// Files with trained weights. They are fetched when the engine asks for them, no file twice at a time, and handed over; progress is told.

import { handBytes } from './module_call.js';
import { SITE_ROOT } from './places.js';
import { BrokenOff, counted, obtain } from './transfer.js';

const FOLDER = new URL('weights/', SITE_ROOT);

export class WeightLoader {
  #underWay = new Set();

  /** `onProgress(name, loaded, total)` hears how much has come, `onEnd(name)` that a file has come or has failed. */
  constructor(module, lab, { onProgress, onEnd }) {
    Object.assign(this, { module, lab, onProgress, onEnd });
  }

  load(names) {
    for (const name of names) if (!this.#underWay.has(name)) this.#loadOne(name);
  }

  async #loadOne(name) {
    this.#underWay.add(name);
    try {
      const response = await obtain(new URL(`${encodeURIComponent(name)}.safetensors`, FOLDER), 'no-cache');
      const whole = counted(response, (loaded, total) => this.onProgress(name, loaded, total), 'application/octet-stream');
      handBytes(this.module, 'lab_give_weights', name, new Uint8Array(await whole.arrayBuffer().catch(() => { throw new BrokenOff(); })));
    } catch (error) {
      this.lab.call('refuse_weights', name, error.message);
    } finally {
      this.#underWay.delete(name);
      this.onEnd(name);
    }
  }
}
