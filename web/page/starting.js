// Starting the figure, as often as its reader tries.

/** What the address asks for cannot be opened, however often one tries. */
export class Refused extends Error {}

/** Resolves when `start()` has; each failure is said by `host`. Rejects where no try would help. */
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

/** Resolves when the button that tries again has been pressed. A program that came and stopped leaves the page in no state for another. */
function pressed({ startButton, hasProgram }) {
  startButton.textContent = 'Try again';
  startButton.hidden = false;
  return new Promise((resolve) => {
    startButton.addEventListener('click', () => (hasProgram() ? location.reload() : resolve()), { once: true });
  });
}
