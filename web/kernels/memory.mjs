// The compiled module: arguments laid into its memory, a call, results read out of it. A call that stops the module (memory is used up, or
// a CHECK failed) becomes an error, and a new instance takes the place of the one that stopped.
import { fail, isRefusal, noRoom, refusal, wordsOf } from './errors.mjs';
import { countOf } from './tensors.mjs';

const MEMORY_BYTES = 2 ** 31; // no module has more

/** Bytes that so many floats take in memory: whole cache lines. */
const room = (count) => Math.ceil(count / 16) * 64;

/** The same of a shape's, at least; a size of 0 counts as 1, for the module goes along the others. */
function roomOf(shape) {
  let count = 1;
  for (let i = 0; i < shape.length; ++i) count *= Math.max(shape[i], 1);
  return room(count);
}

/** What is said when memory is used up: by src/programs/kernels_js.cpp, a CHECK of src/kernels/scratch.cpp, the C++ library, the engine. */
const NO_MEMORY = /no memory|length_error|bad_alloc|allocation failed|out of memory/i;

function allFinite(numbers) {
  for (let i = 0; i < numbers.length; ++i) if (!Number.isFinite(numbers[i])) return false;
  return true;
}

export class Module {
  /** Compiles it. */
  static async compile(bytes) {
    const module = new Module();
    module.compiled = await WebAssembly.compile(bytes);
    module.adopt(await WebAssembly.instantiate(module.compiled, module.imports()));
    module.scores = module.names('score_name');
    module.regressionKernels = module.names('regression_kernel_name');
    module.normPlaces = module.names('norm_place_name');
    module.activations = module.names('activation_name');
    return module;
  }

  /** What the C library asks for: somewhere to write to, and an end. */
  imports() {
    const end = () => {
      throw new Error('it ended');
    };
    return {
      env: { emscripten_notify_memory_growth: () => this.refresh() },
      wasi_snapshot_preview1: { fd_write: (file, vectors, count, written) => this.write(vectors, count, written), fd_seek: () => 0, fd_close: () => 0, proc_exit: end },
    };
  }

  adopt(instance) {
    this.wasm = instance.exports;
    this.floats = null;
    this.said = '';
    this.fresh = true;
    this.wasm._initialize?.();
    this.refresh();
  }

  /** A new instance. Chromium before 115 makes none at once on a page's main thread, there it comes a moment later. */
  renew() {
    try {
      this.adopt(new WebAssembly.Instance(this.compiled, this.imports()));
    } catch {
      WebAssembly.instantiate(this.compiled, this.imports()).then((instance) => this.adopt(instance), () => {});
    }
  }

  refresh() {
    if (this.floats?.buffer === this.wasm.memory.buffer) return;
    this.floats = new Float32Array(this.wasm.memory.buffer);
    this.bytes = new Uint8Array(this.wasm.memory.buffer);
  }

  /** fd_write: keeps the text and reports all of it as written, else the C library would try again for ever. */
  write(vectors, count, written) {
    const memory = new DataView(this.wasm.memory.buffer);
    let bytes = 0;
    for (let i = 0; i < count; ++i) {
      const [at, length] = [0, 4].map((offset) => memory.getUint32(vectors + 8 * i + offset, true));
      this.said += String.fromCharCode(...new Uint8Array(memory.buffer, at, Math.min(length, 1000)));
      bytes += length;
    }
    memory.setUint32(written, bytes, true);
    return 0;
  }

  /** The C strings nameOf(0), nameOf(1), ... up to a null. */
  names(nameOf) {
    const all = [];
    for (let at = this.wasm[nameOf](0); at !== 0; at = this.wasm[nameOf](all.length))
      all.push(String.fromCharCode(...this.bytes.subarray(at, this.bytes.indexOf(0, at))));
    return all;
  }

  /**
   * Calls the module for the function `name`: `use`(exports, addresses, masks) with the tensors' addresses, 0 for null, and the number of
   * masks. Returns the results of these shapes, null for null, as tensors of their own. This is the one place where sizes are checked
   * against memory, before anything is copied.
   */
  call(name, { tensors, mask = null, results }, use) {
    let bytes = mask ? mask.count : 0;
    for (const tensor of tensors) if (tensor) bytes += roomOf(tensor.shape);
    for (const shape of results) if (shape) bytes += roomOf(shape);
    if (!(bytes < MEMORY_BYTES)) noRoom(name, bytes);
    const numbers = tensors.map((tensor) => tensor && tensor.numbers());
    const bits = mask && mask.bits();
    for (const tensor of tensors) if (tensor) tensor.checkLength(); // after the last getter of the caller's
    if (results.every((shape) => !shape || countOf(shape) === 0)) return results.map((shape) => shape && { shape, data: new Float32Array() });
    for (let again = !this.fresh; ; again = false) {
      try {
        return this.attempt(name, { numbers, mask, bits, results }, use);
      } catch (error) {
        if (isRefusal(error)) throw error;
        const why = this.said.trim() || wordsOf(error);
        this.renew();
        if (!NO_MEMORY.test(why)) throw refusal(`${name}: the module stopped: ${why}. Please report it with the arguments of the call`, { cause: error });
        if (!again) noRoom(name, bytes); // else what earlier calls left behind was in the way
      }
    }
  }

  attempt(name, { numbers, mask, bits, results }, use) {
    this.fresh = false;
    this.said = '';
    const masks = mask ? this.placeMasks(mask, bits) : 0;
    const addresses = this.place(numbers);
    use(this.wasm, addresses, masks);
    this.refresh();
    const lost = results.some((shape, index) => shape && this.wasm.not_a_number(index));
    if (lost && numbers.every((part) => !part || allFinite(part)))
      fail(name, 'numbers whose products and sums stay within single precision', 'some that leave it');
    return results.map((shape, index) => shape && this.result(index, shape));
  }

  /** Copies arrays of numbers (or null) into memory and returns their addresses, 0 for null. */
  place(numbers) {
    let bytes = 0;
    for (const part of numbers) if (part) bytes += room(part.length);
    let address = this.wasm.reserve(bytes);
    this.refresh();
    return numbers.map((part) => {
      if (!part) return 0;
      const at = address;
      this.floats.set(part, at >> 2);
      address += room(part.length);
      return at;
    });
  }

  /** Copies a mask [n, m], or h of them [h, n, m], and returns their number. */
  placeMasks(mask, bits) {
    const [n, m] = mask.shape.slice(-2);
    const count = mask.shape.length > 2 ? mask.shape[0] : 1;
    for (let h = 0; h < count; ++h) {
      const address = this.wasm.mask(h, n, m);
      this.refresh();
      this.bytes.set(bits.subarray(h * n * m, (h + 1) * n * m), address);
      const fault = this.wasm.mask_fault(h);
      if (fault >= 0) mask.failBit(h * n * m + fault, bits[h * n * m + fault]);
    }
    return count;
  }

  /** Result number `index` of the last call as a tensor of its own. */
  result(index, shape) {
    const at = this.wasm.result(index) >> 2;
    return { shape, data: this.floats.slice(at, at + countOf(shape)) };
  }
}
