// The errors of this package: each names the function and the argument, what was expected and what was given.
const ours = new WeakSet();

/** An error of this package, to be thrown. */
export function refusal(message, options) {
  const error = new Error(message, options);
  ours.add(error);
  return error;
}

/** Whether something thrown is an error of this package. */
export const isRefusal = (error) => ours.has(error);

/** A fault of the caller's. */
export const fail = (place, expected, given) => {
  throw refusal(`${place}: expected ${expected}, given ${given}`);
};

/** Arguments and results of so many bytes, and what is computed between them, are more than there is room for. */
export const noRoom = (name, bytes) => {
  throw refusal(`${name}: arguments and results of ${bytes} bytes do not fit into memory`);
};

/** The words of something thrown, whatever it is. */
export function wordsOf(error) {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'an error without words';
  }
}
