// What a caller handed to a function of the module, checked: tensors with their shapes, numbers, choices; and what is said where it is wrong.
/** A fault of the caller's: which function and argument, what was expected, what was given. */
export const fail = (place, expected, given) => {
  throw new Error(`${place}: expected ${expected}, given ${given}`);
};

export const noRoom = (name) => {
  throw new Error(`${name}: the arguments do not fit into memory`);
};

const isTensor = (value) =>
  value != null && typeof value === 'object' && 'shape' in value && 'data' in value;

const isArray = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

export function describe(value) {
  if (value === undefined) return 'nothing';
  if (isTensor(value)) return `[${Array.from(value.shape).join(', ')}]`;
  if (isArray(value)) {
    const shape = shapeOf(value);
    return shape ? `[${shape.join(', ')}]` : 'a ragged array';
  }
  return typeof value === 'object' ? 'an object' : `${JSON.stringify(value) ?? typeof value}`;
}

/** The shape of nested arrays, or null where they are ragged. */
function shapeOf(value) {
  if (!isArray(value)) return [];
  if (ArrayBuffer.isView(value) || value.length === 0 || !isArray(value[0])) return [value.length];
  const inner = shapeOf(value[0]);
  if (inner === null) return null;
  for (const row of value) {
    const other = isArray(row) ? shapeOf(row) : null;
    if (other === null || other.length !== inner.length || other.some((size, i) => size !== inner[i])) return null;
  }
  return [value.length, ...inner];
}

/** A tensor argument that is not known to be one, as `{shape, data}` with flat data. */
function normalise(place, value, letters) {
  const expected = `a tensor [${letters.join(', ')}]`;
  if (isTensor(value)) {
    const shape = Array.from(value.shape);
    const sized = shape.every((size) => Number.isInteger(size) && size >= 0);
    if (!sized || !isArray(value.data)) fail(place, `${expected} as {shape, data}`, describe(value));
    const count = shape.reduce((a, b) => a * b, 1);
    if (value.data.length !== count)
      fail(place, `${count} numbers for the shape [${shape.join(', ')}]`, `${value.data.length}`);
    return { shape, data: value.data };
  }
  if (!isArray(value)) fail(place, expected, describe(value));
  const shape = shapeOf(value);
  if (shape === null) fail(place, expected, 'a ragged array');
  return { shape, data: shape.length === 1 ? value : value.flat(shape.length - 1) };
}

/** Whether `value` is what our own functions return: nothing of it has to be looked at twice. */
function isPlainTensor(value) {
  if (!(value?.data instanceof Float32Array) || !Array.isArray(value.shape)) return false;
  let count = 1;
  for (const size of value.shape) {
    if (!Number.isInteger(size) || size < 0) return false;
    count *= size;
  }
  return count === value.data.length;
}

/**
 * The arguments of one call, checked. Each letter of a shape stands for one size throughout the call: whoever names it first fixes it.
 */
export class Call {
  constructor(name, parameters, given) {
    this.name = name;
    this.sizes = {};
    const isNamed = (value) => value != null && typeof value === 'object' && !isArray(value) && !isTensor(value);
    this.given = given.length === 1 && isNamed(given[0]) ? given[0] : {};
    if (this.given === given[0]) this.checkNames(parameters);
    else this.takePositions(parameters, given, isNamed);
  }

  takePositions(parameters, given, isNamed) {
    given.forEach((value, i) => {
      if (isNamed(value) && i === given.length - 1) Object.assign(this.given, value);
      else if (i < parameters.length) this.given[parameters[i]] = value;
      else fail(this.name, `at most ${parameters.length} arguments`, `${given.length}`);
    });
    this.checkNames(parameters);
  }

  checkNames(parameters) {
    for (const key in this.given)
      if (!parameters.includes(key)) fail(this.name, `one of the arguments ${parameters.join(', ')}`, JSON.stringify(key));
  }

  has(argument) {
    return this.given[argument] != null;
  }

  /** The shape that a tensor argument says it has; none where it is left out or ragged. */
  shape(argument) {
    const value = this.given[argument];
    return (isTensor(value) ? value.shape : shapeOf(value)) ?? [];
  }

  /** How many sizes that shape has. */
  rank(argument) {
    return this.shape(argument).length ?? 0;
  }

  /** A tensor argument whose shape is given in letters: ['n', 'd']. */
  tensor(argument, letters, optional = false) {
    const value = this.given[argument];
    if (value == null) return optional ? null : fail(`${this.name}: ${argument}`, `a tensor [${letters.join(', ')}]`, 'nothing');
    const tensor = isPlainTensor(value) ? value : normalise(`${this.name}: ${argument}`, value, letters);
    const { shape } = tensor;
    let fits = shape.length === letters.length;
    for (let i = 0; fits && i < letters.length; ++i) fits = (this.sizes[letters[i]] ?? shape[i]) === shape[i];
    for (let i = 0; fits && i < letters.length; ++i) fits = (this.sizes[letters[i]] ??= shape[i]) === shape[i];
    if (fits) return tensor;
    const known = letters.map((letter) => this.sizes[letter] ?? letter);
    return fail(`${this.name}: ${argument}`, `shape [${letters.join(', ')}] = [${known.join(', ')}]`, `[${shape.join(', ')}]`);
  }

  number(argument, standard, isLegal, expected) {
    const value = this.has(argument) ? this.given[argument] : standard;
    if (typeof value !== 'number' || !isLegal(value)) fail(`${this.name}: ${argument}`, expected, describe(value));
    return value;
  }

  positive(argument, standard) {
    return this.number(argument, standard, (x) => x > 0 && Number.isFinite(x), 'a number above 0');
  }

  whole(argument, standard, least) {
    return this.number(argument, standard, (x) => Number.isInteger(x) && x >= least && x < 2 ** 31, `a whole number from ${least} on`);
  }

  /** A number of heads that divides the width e. */
  heads(e) {
    const divides = (h) => Number.isInteger(h) && h > 0 && e % h === 0;
    return this.number('heads', 1, divides, `a whole number of heads that divides the width ${e}`);
  }

  flag(argument) {
    const value = this.has(argument) ? this.given[argument] : false;
    return typeof value === 'boolean' ? value : fail(`${this.name}: ${argument}`, 'true or false', describe(value));
  }

  /** The index of a name among `names`. */
  choice(argument, names, standard) {
    const value = this.has(argument) ? this.given[argument] : standard;
    const index = names.indexOf(value);
    return index >= 0 ? index : fail(`${this.name}: ${argument}`, `one of ${names.join(', ')}`, describe(value));
  }
}
