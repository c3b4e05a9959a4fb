// Tensors and masks as a caller writes them, nested arrays or {shape, data}: first their shape, then, when all shapes are known to fit, what
// they hold. Nothing that is read is trusted: an array may hold itself, a getter may answer differently each time, a buffer may be gone.
import { fail } from './errors.mjs';

/** Every size is below it: the module counts in 32 bits with a sign. */
export const SIZE_LIMIT = 2 ** 31;

/** What the indices of an entry are called, by how many there are. */
const PLACES = [[], ['entry'], ['row', 'column'], ['batch', 'row', 'column']];
const MOST_SIZES = PLACES.length - 1;

// Of a typed array these say what the engine knows, whatever its own properties say; of anything else nothing.
const typed = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(Uint8Array.prototype));
const kindOf = (value) => typed[Symbol.toStringTag].get.call(value);
const BYTES = ['Uint8Array', 'Uint8ClampedArray', 'Int8Array'];
const BIG = ['BigInt64Array', 'BigUint64Array'];

export function isList(value) {
  if (Array.isArray(value)) return true;
  const kind = ArrayBuffer.isView(value) ? kindOf(value) : undefined;
  return kind !== undefined && !BIG.includes(kind);
}
export const isTensor = (value) => value !== null && typeof value === 'object' && 'shape' in value && 'data' in value;

const lengthOf = (list) => (Array.isArray(list) ? list.length : typed.length.get.call(list));

/** Whether a list is a typed array whose buffer was handed away. */
function isDetached(list) {
  if (Array.isArray(list) || lengthOf(list) > 0) return false;
  try {
    return !new Uint8Array(typed.buffer.get.call(list));
  } catch {
    return true;
  }
}

/** How many numbers a shape holds. */
export function countOf(shape) {
  let count = 1;
  for (let i = 0; i < shape.length; ++i) count *= shape[i];
  return count;
}

const written = (shape) => `[${shape.slice(0, MOST_SIZES).join(', ')}${shape.length > MOST_SIZES ? ', ...' : ''}]`;
const placeOf = (indices, rank) => indices.map((index, i) => `${PLACES[rank][i]} ${index}`).join(', ');

/** The shape of nested arrays as their first entries have it; it is not followed deeper than any argument goes. */
function shapeOf(list) {
  const shape = [];
  for (let part = list; isList(part) && shape.length <= MOST_SIZES; part = part[0]) {
    shape.push(lengthOf(part));
    if (!Array.isArray(part) || part.length === 0) break;
  }
  return shape;
}

/** What was given, in a few words. */
export function describe(value) {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}...` : value);
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (value instanceof ArrayArgument) return written(value.shape);
  if (isList(value)) return written(shapeOf(value));
  return BIG.includes(kindOf(value)) ? 'an array of bigints' : 'an object';
}

/** One tensor argument: its shape, of whole sizes below 2^31, and by way of numbers() or bits() what it holds. */
export class ArrayArgument {
  constructor(place, value, letters) {
    this.place = place;
    this.letters = letters;
    this.condition = null;
    this.nested = !isTensor(value);
    if (!this.nested) this.takeTensor(value);
    else if (isList(value)) [this.shape, this.data] = [shapeOf(value), value];
    else this.failWith(describe(value));
    if (isDetached(this.data)) this.failWith('an array whose buffer is detached');
    this.count = countOf(this.shape);
    if (!this.nested) this.checkLength();
  }

  failWith(given) {
    fail(this.place, `a tensor [${this.letters.join(', ')}]${this.nested ? '' : ' as {shape, data}'}`, given);
  }

  takeTensor({ shape, data }) {
    const rank = shape?.length;
    if (!(Number.isInteger(rank) && rank >= 0 && rank <= MOST_SIZES)) this.failWith(Number.isInteger(rank) ? `a shape of ${rank} sizes` : `${describe(shape)} for a shape`);
    this.shape = [];
    for (let i = 0; i < rank; ++i) {
      const size = shape[i];
      if (!(Number.isInteger(size) && size >= 0 && size < SIZE_LIMIT)) fail(this.place, `sizes from 0 on and below ${SIZE_LIMIT}`, describe(size));
      this.shape.push(size + 0); // -0, too, is 0
    }
    this.data = data;
    if (!isList(data)) this.failWith(`${describe(data)} for data`);
  }

  /** Fails where the data are not as many as the shape says, or not any more. */
  checkLength() {
    const length = lengthOf(this.data);
    if (length !== (this.nested ? this.shape[0] : this.count)) fail(this.place, `${this.count} numbers for the shape ${written(this.shape)}`, `${length}`);
  }

  /** Calls `take`(entry, number) for every entry in row-major order. */
  each(take) {
    const shape = this.nested ? this.shape : [this.count];
    let at = 0;
    const visit = (list, path) => {
      const length = shape[path.length];
      if (!isList(list) || lengthOf(list) !== length) this.failRagged(list, path);
      for (let i = 0; i < length; ++i) {
        if (path.length < shape.length - 1) visit(list[i], [...path, i]);
        else take(list[i], at++);
      }
    };
    visit(this.data, []);
  }

  failRagged(list, path) {
    const given = isList(list) ? `${lengthOf(list)} entries` : describe(list);
    const where = placeOf(path, this.shape.length);
    fail(this.place, `a tensor ${written(this.shape)}`, `a ragged array: ${given}${where && ` in ${where}`}`);
  }

  /** Fails because of entry number `at`. */
  failAt(at, expected, given) {
    const indices = [];
    for (let i = this.shape.length - 1, rest = at; i >= 0; --i) {
      indices.unshift(rest % this.shape[i]);
      rest = Math.floor(rest / this.shape[i]);
    }
    fail(this.place, expected, `${describe(given)} in ${placeOf(indices, this.shape.length)}`);
  }

  /** The numbers, row-major: a view of the caller's where they are in single precision, else a copy. */
  numbers() {
    const isFlat = !this.nested || this.shape.length === 1;
    if (isFlat && !this.condition && kindOf(this.data) === 'Float32Array')
      return new Float32Array(typed.buffer.get.call(this.data), typed.byteOffset.get.call(this.data), this.count);
    const numbers = new Float32Array(this.count);
    this.each((x, at) => {
      if (typeof x !== 'number') this.failAt(at, 'numbers', x);
      const single = Math.fround(x);
      if (Number.isFinite(x) && !Number.isFinite(single)) this.failAt(at, 'numbers within single precision', x);
      if (this.condition && !this.condition.holds(x)) this.failAt(at, this.condition.expected, x);
      numbers[at] = single;
    });
    return numbers;
  }

  /** A mask as bytes of 0 and 1; those of a byte array as they are, for the module looks at them. */
  bits() {
    if (!this.nested && BYTES.includes(kindOf(this.data))) return new Uint8Array(this.data);
    const bits = new Uint8Array(this.count);
    this.each((x, at) => {
      if (x !== true && x !== false && x !== 0 && x !== 1) this.failBit(at, x);
      bits[at] = Number(x);
    });
    return bits;
  }

  failBit(at, given) {
    this.failAt(at, 'booleans (true = may attend)', given);
  }
}
