// A reader's own data: a dropped file or pasted text goes to the lesson as it is; the lesson reads it and says what it made of it.

const LARGEST_BYTES = 20_000_000;

const isTextField = (node) => node?.matches?.('input, textarea, select, [contenteditable]');

/** Points by the thousand are a table that the reader may bring. */
export const takesTable = ({ type, rows }) => type === 'points' && rows[1] >= 1000;

/** `host.say(message)` tells the reader. */
export function acceptData(area, lab, host) {
  const takesData = () => lab.started && lab.params().some(takesTable);
  const take = (text) => {
    let message;
    try {
      message = lab.importText(text);
    } catch (error) {
      message = error.message;
    }
    host.say(message);
    setTimeout(() => host.notice.textContent === message && host.say(''), 8000);
  };
  area.addEventListener('dragover', (event) => {
    if (!takesData() || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    area.classList.add('is-dropping');
  });
  area.addEventListener('dragleave', () => area.classList.remove('is-dropping'));
  const open = async (file) => {
    if (file.size > LARGEST_BYTES) host.say(`${file.name} is larger than ${LARGEST_BYTES / 1e6} MB.`);
    else take(await file.text());
  };
  area.addEventListener('drop', (event) => {
    area.classList.remove('is-dropping');
    const [file] = event.dataTransfer.files;
    if (!file || !takesData()) return;
    event.preventDefault();
    open(file);
  });
  area.addEventListener('opentable', (event) => open(event.detail));
  document.addEventListener('paste', (event) => {
    if (isTextField(event.target) || !takesData()) return;
    const text = event.clipboardData.getData('text/plain');
    if (!/\d/.test(text) || !/[\n,;\t]/.test(text)) return; // not a table of numbers
    event.preventDefault();
    take(text);
  });
}
