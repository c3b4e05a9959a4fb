// Starts the figure, again and again if its reader tries again.

/** The error of an address whose lesson or state cannot be opened, however often one tries. */
export class Refused extends Error {}

/** Calls `start()` until it succeeds, and resolves then; `host` tells the reader of each failure. Rejects where no further try would help. */
export async function startInTheEnd(host, start) {
  for (;;) {
    try {
      await start();
      return host.onStarted();
    } catch (error) {
      sayWhyNot(host, error);
      if (error instanceof Refused) throw error;
      await pressed(host);
      host.lab.renew();
    }
  }
}

function sayWhyNot(host, error) {
  const left = document.body.dataset.page === 'embed' ? '' : ' The text and the still pictures stay.';
  host.say(`The figure could not start: ${error.message.replace(/\.$/, '')}.${left}`);
  host.lab.fail(error);
  host.onFailed(error);
}

/** Resolves when "Try again" has been pressed. After a program that came and then stopped, the page is loaded anew instead. */
function pressed({ startButton, hasProgram }) {
  startButton.textContent = 'Try again';
  startButton.hidden = false;
  return new Promise((resolve) => {
    startButton.addEventListener('click', () => (hasProgram() ? location.reload() : resolve()), { once: true });
  });
}
