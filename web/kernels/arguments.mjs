// What a caller handed to a function of the module, checked: numbers, choices, tensors with their shapes; and what is said where it is wrong.
import { fail } from './errors.mjs';
import { ArrayArgument, SIZE_LIMIT, describe, isList, isTensor } from './tensors.mjs';

const SMALLEST_NORMAL = 2 ** -126;

/** Whether single precision holds a number. */
const isSingle = (x) => Number.isFinite(Math.fround(x));

/** Whether a number is above 0 for the module too, and one that can be divided by. */
const isNormal = (x) => isSingle(x) && Math.fround(x) >= SMALLEST_NORMAL;

const isNamed = (value) => value !== null && typeof value === 'object' && !isList(value) && !isTensor(value);

/**
 * The arguments of one call, checked. Each letter of a shape stands for one size throughout the call: whoever names it first fixes it.
 * What the caller handed over is read once, so that it cannot be one thing when it is checked and another when it is used.
 */
export class Call {
  constructor(name, parameters, given) {
    this.name = name;
    this.parameters = parameters;
    this.sizes = {};
    this.given = {};
    this.arrays = {};
    if (given.length === 1 && isNamed(given[0])) this.takeNamed(given[0]);
    else this.takePositions(given);
  }

  takeNamed(named) {
    for (const key in named) {
      if (!this.parameters.includes(key)) fail(this.name, `one of the arguments ${this.parameters.join(', ')}`, JSON.stringify(key));
      this.given[key] = named[key];
    }
  }

  takePositions(given) {
    given.forEach((value, i) => {
      if (isNamed(value) && i === given.length - 1) this.takeNamed(value);
      else if (i < this.parameters.length) this.given[this.parameters[i]] = value;
      else fail(this.name, `at most ${this.parameters.length} arguments`, `${given.length}`);
    });
  }

  has(argument) {
    return this.given[argument] != null;
  }

  /** A tensor argument as it was given; null where it is left out. `letters` say what is expected. */
  array(argument, letters) {
    if (!this.has(argument)) return null;
    return this.arrays[argument] ??= new ArrayArgument(`${this.name}: ${argument}`, this.given[argument], letters);
  }

  /** How many sizes the shape of a tensor argument has; 0 where it is left out. */
  rank(argument, letters) {
    return this.array(argument, letters)?.shape.length ?? 0;
  }

  /**
   * A tensor argument whose shape is given in letters: ['n', 'd']. `stacked`: a batch of them [h, n, d] would have been one too.
   * `condition` is what its numbers are, as {holds, expected}.
   */
  tensor(argument, letters, { optional = false, stacked = false, condition = null } = {}) {
    const array = this.array(argument, letters);
    if (!array) return optional ? null : fail(`${this.name}: ${argument}`, `a tensor [${letters.join(', ')}]`, 'nothing');
    const { shape } = array;
    let fits = shape.length === letters.length;
    for (let i = 0; fits && i < letters.length; ++i) fits = (this.sizes[letters[i]] ?? shape[i]) === shape[i];
    for (let i = 0; fits && i < letters.length; ++i) fits = (this.sizes[letters[i]] ??= shape[i]) === shape[i];
    if (!fits) {
      const known = letters.map((letter) => this.sizes[letter] ?? letter);
      const batch = stacked ? ` or a batch [h, ${letters.join(', ')}]` : '';
      fail(`${this.name}: ${argument}`, `shape [${letters.join(', ')}] = [${known.join(', ')}]${batch}`, describe(array));
    }
    array.condition = condition;
    return array;
  }

  number(argument, standard, isLegal, expected) {
    const value = this.has(argument) ? this.given[argument] : standard;
    if (typeof value !== 'number' || !isLegal(value)) fail(`${this.name}: ${argument}`, expected, describe(value));
    return value;
  }

  /** A number from `least` on that single precision holds. */
  atLeast(argument, least, standard) {
    return this.number(argument, standard, (x) => x >= least && isSingle(x), `a number from ${least} on within single precision`);
  }

  /** A number that is above 0 in single precision, too. */
  positive(argument, standard) {
    return this.number(argument, standard, isNormal, 'a number above 0 within single precision (1.2e-38 to 3.4e38)');
  }

  whole(argument, standard, least) {
    const isLegal = (x) => Number.isInteger(x) && x >= least && x < SIZE_LIMIT;
    return this.number(argument, standard, isLegal, `a whole number from ${least} on and below ${SIZE_LIMIT}`) + 0; // -0, too, is 0
  }

  /** A number of heads that divides the width e. */
  heads(e) {
    const divides = (h) => Number.isInteger(h) && h > 0 && h <= Math.max(e, 1) && e % h === 0;
    return this.number('heads', 1, divides, e > 0 ? `a whole number of heads that divides the width ${e}` : '1 for the width 0');
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
