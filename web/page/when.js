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

/** Resolves with the metrics when the open lesson's model has taken `goal` steps; rejects where it never will. */
export function whenTrained(lab, goal) {
  const { restarts } = lab.training(), { slug } = lab.lesson();
  return when(lab, () => {
    if (lab.lesson().slug !== slug) throw new Error('another lesson was opened');
    const now = lab.training();
    if (now.restarts !== restarts) throw new Error('training began anew');
    if (now.halt === 'diverged') throw new Error(now.message);
    if (now.step < goal && now.target < goal && !now.running) throw new Error(`training was paused after step ${now.step}`);
    return now.step >= goal && lab.metrics();
  });
}
