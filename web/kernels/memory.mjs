// The module's memory: arguments laid into it, results read out of it.
import { describe, fail, noRoom } from './arguments.mjs';

export const MEMORY_BYTES = 2 ** 31; // no module has more; larger sizes would reach it cut to 32 bits

/** Bytes that `count` floats take in memory: whole cache lines. */
const room = (count) => Math.ceil(count / 16) * 64;

/** Arguments laid into the module's memory, and results read out of it. */
export class Memory {
  constructor(wasm) {
    this.wasm = wasm;
    this.refresh();
    this.scores = this.names(wasm.score_name);
    this.regressionKernels = this.names(wasm.regression_kernel_name);
    this.normPlaces = this.names(wasm.norm_place_name);
    this.activations = this.names(wasm.activation_name);
  }

  /** The C strings nameOf(0), nameOf(1), ... up to a null. */
  names(nameOf) {
    const all = [];
    for (let at = nameOf(0); at !== 0; at = nameOf(all.length))
      all.push(String.fromCharCode(...this.bytes.subarray(at, this.bytes.indexOf(0, at))));
    return all;
  }

  refresh() {
    if (this.floats?.buffer === this.wasm.memory.buffer) return;
    this.floats = new Float32Array(this.wasm.memory.buffer);
    this.bytes = new Uint8Array(this.wasm.memory.buffer);
  }

  /**
   * Copies tensors (or null) and a mask, or a stack of masks, into memory. Returns the tensors' addresses, 0 for null, and as the last
   * entry the number of masks. `called` is the mask's argument.
   */
  place(name, tensors, mask = null, called = 'mask') {
    let bytes = mask ? mask.data.length : 0;
    for (const tensor of tensors) if (tensor) bytes += room(tensor.data.length);
    const masks = mask && bytes < MEMORY_BYTES ? this.placeMasks(name, mask, called) : 0;
    let address = bytes < MEMORY_BYTES ? this.wasm.reserve(bytes) : 0;
    if (address === 0) noRoom(name);
    this.refresh();
    const addresses = [];
    for (const tensor of tensors) {
      addresses.push(tensor ? address : 0);
      if (!tensor) continue;
      this.writeFloats(name, tensor.data, address >> 2);
      address += room(tensor.data.length);
    }
    addresses.push(masks);
    return addresses;
  }

  writeFloats(name, data, at) {
    if (!ArrayBuffer.isView(data)) {
      const wrong = data.findIndex((x) => typeof x !== 'number');
      if (wrong >= 0) fail(name, 'numbers in every tensor', describe(data[wrong]));
    }
    this.floats.set(data, at);
  }

  /** Copies a mask [n, m], or h of them [h, n, m], and returns their number. Bytes are copied as they are and looked at by the module. */
  placeMasks(name, { shape, data }, called) {
    const [n, m] = shape.slice(-2);
    const count = shape.length > 2 ? shape[0] : 1;
    const wrong = (x) => fail(`${name}: ${called}`, 'booleans (true = may attend)', describe(x));
    const areBytes = data instanceof Uint8Array || data instanceof Uint8ClampedArray || data instanceof Int8Array;
    for (let i = 0; !areBytes && i < data.length; ++i) {
      const x = data[i];
      if (x !== true && x !== false && x !== 0 && x !== 1) wrong(x);
    }
    for (let h = 0; h < count; ++h) {
      const address = this.wasm.mask(h, n, m);
      if (address === 0 && n * m > 0) noRoom(name);
      this.refresh();
      const from = h * n * m;
      this.bytes.set(count === 1 ? data : (areBytes ? data.subarray : data.slice).call(data, from, from + n * m), address);
      const fault = this.wasm.mask_fault(h);
      if (fault >= 0) wrong(data[from + fault]);
    }
    return count;
  }

  /** Result number `index` of the last call as a tensor of its own. */
  result(index, shape) {
    this.refresh();
    const at = this.wasm.result(index) >> 2;
    const count = shape.reduce((a, b) => a * b, 1);
    return { shape, data: this.floats.slice(at, at + count) };
  }
}
