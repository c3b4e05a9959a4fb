// The open lesson's later part: code that only some readers want (most figures, explanations, training of a lesson with much of them). The
// engine says when it is missed, and goes on without it until it has come.

import { amount } from './transfer.js';

const RETRY_MS = 4000;
const NOTICE_MS = 12_000;

/** Gives `lab`, and `host`'s engine, what `parts` (lesson_parts.js) fetches. Returns what the engine's event `later` calls. */
export function bringWhenMissed(parts, lab, host) {
  let underWay = null, failedAt = -Infinity;
  const bring = async () => {
    const { slug } = lab.lesson();
    const saying = 'Loading more of this lesson';
    try {
      if (await parts.bringLater(slug, (loaded, total) => host.say(`${saying}: ${amount(loaded, total)}`))) {
        lab.call('later');
        host.element.dispatchEvent(new Event('whole')); // what is said of the figure can be said now
      }
    } catch (error) {
      failedAt = performance.now();
      const { phase, wanted } = lab.training();
      if (phase === 'training' && wanted > 0) lab.pause(); // it would wait for ever
      host.sayFor(`More of this lesson could not be loaded: ${error.message.replace(/\.$/, '')}. What is here goes on.`, NOTICE_MS);
      throw error;
    } finally {
      if (host.notice.textContent.startsWith(saying)) host.say('');
    }
    host.keepWorking();
  };
  lab.bringLater = () => {
    underWay ??= Promise.resolve().then(bring).finally(() => { underWay = null; }); // what bring() asks the engine may say again that it is missed
    return underWay;
  };
  lab.isWhole = () => parts.isWhole(lab.lesson().slug);
  lab.bringLaterNow = () => {
    parts.bringLaterNow(lab.lesson().slug);
    lab.call('later');
  };
  return () => {
    if (performance.now() - failedAt > RETRY_MS) lab.bringLater().catch(() => {}); // every frame that misses it says so
  };
}
