// The open lesson's later part. A lesson with much code keeps apart what only some readers want: most figures, explanations, training. The
// engine tells when it misses that part, and goes on without it until it has come.

import { amount } from './transfer.js';

const RETRY_MS = 4000;
const NOTICE_MS = 12_000;

/** Lets `lab` and the engine of `host` have the later part from `parts` (lesson_parts.js). Returns the function that the engine's event `later` calls. */
export function bringWhenMissed(parts, lab, host) {
  let underWay = null, failedAt = -Infinity;
  const bring = async () => {
    const { slug } = lab.lesson();
    parts.wantsGpu ||= lab.backend().waits;
    const saying = 'Loading more of this lesson', says = () => host.notice.textContent.startsWith(saying);
    const tell = (loaded, total) => (says() || host.notice.hidden) && host.say(`${saying}: ${amount(loaded, total)}`); // what the reader is told of meanwhile stays
    try {
      if (await parts.bringLater(slug, tell)) {
        lab.call('later');
        host.element.dispatchEvent(new Event('whole')); // the page can now say what only this part computes
      }
    } catch (error) {
      if (lab.backend().preferred === 'auto') lab.call('refuse_gpu'); // nobody has asked for it
      failedAt = performance.now();
      const { phase, wanted } = lab.training();
      if (phase === 'training' && wanted > 0) lab.pause(); // the training would wait for the part for ever
      host.sayFor(`More of this lesson could not be loaded: ${error.message.replace(/\.$/, '')}. What is here goes on.`, NOTICE_MS);
      throw error;
    } finally {
      if (says()) host.say('');
    }
    host.keepWorking();
  };
  lab.bringLater = () => {
    underWay ??= Promise.resolve().then(bring).finally(() => { underWay = null; }); // set before bring() begins, whose questions may make the engine miss the part again
    return underWay;
  };
  /** lab.setBackend() for someone who can wait for the code that it needs. */
  lab.chooseBackend = async (name) => {
    parts.wantsGpu ||= name !== 'cpu';
    if (parts.wantsGpu) await lab.bringLater();
    lab.setBackend(name);
  };
  lab.isWhole = () => parts.isWhole(lab.lesson().slug);
  lab.bringLaterNow = () => {
    parts.wantsGpu ||= lab.backend().waits;
    parts.bringLaterNow(lab.lesson().slug);
    lab.call('later');
  };
  return () => {
    if (performance.now() - failedAt > RETRY_MS) lab.bringLater().catch(() => {}); // every frame that misses the part tells so, and a failed download is not repeated each time
  };
}
