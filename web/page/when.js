// Waiting for the engine.

/** Resolves with the first true value of `condition()`, asked now and after everything the engine tells. */
export function when(lab, condition) {
  return new Promise((resolve, reject) => {
    const ends = [];
    const end = (act, value) => {
      for (const off of ends.splice(0)) off();
      act(value);
    };
    const ask = () => {
      try {
        const value = condition();
        if (value) end(resolve, value);
      } catch (error) {
        end(reject, error);
      }
    };
    for (const event of ['train', 'change', 'error']) ends.push(lab.on(event, ask));
    ask();
  });
}
