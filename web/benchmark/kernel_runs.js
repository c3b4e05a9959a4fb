// The page's side of kernel_worker.js: calls as promises.

export class KernelRuns {
  #calls = new Map();
  #serial = 0;

  /** `signal`: what ends the worker at once, whatever it is at. */
  constructor(signal) {
    this.worker = new Worker(new URL('kernel_worker.js', import.meta.url), { type: 'module' });
    this.worker.onmessage = ({ data: { id, value, error } }) => {
      const { resolve, reject } = this.#calls.get(id);
      this.#calls.delete(id);
      if (error === undefined) resolve(value);
      else reject(new Error(error));
    };
    this.worker.onerror = ({ message }) => this.#refuse(message || 'this browser runs no modules in workers');
    signal.addEventListener('abort', () => {
      this.close();
      this.#refuse('stopped');
    }, { once: true });
  }

  #refuse(why) {
    for (const { reject } of this.#calls.values()) reject(new Error(why));
    this.#calls.clear();
  }

  /** A call of the worker's by name. */
  call(call, ...args) {
    const id = ++this.#serial;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.worker.postMessage({ id, call, args });
    });
  }

  close() {
    this.worker.terminate();
  }
}
