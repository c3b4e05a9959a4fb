// A reader's own data or text. A file that is dropped or opened, or a text that is pasted, goes to the lesson as it is; the lesson reads it and says
// what it made of it.

import { download, element } from './dom.js';
import { areOfModel, droppedFiles, modelButton } from './model_files.js';
import { takesPicture, takePicture } from './picture_file.js';
import { amount } from './transfer.js';

const LARGEST_BYTES = 20_000_000;
const SHOWN_MS = 12_000;

const isTextField = (node) => node?.matches?.('input, textarea, select, [contenteditable]');

/** A parameter that takes points by the thousand stands for a table that the reader may bring. */
const takesTable = ({ type, rows }) => type === 'points' && rows[1] >= 1000;

/** The parameters that stand for a text of the reader's own, each with the figure that shows it. */
const TEXT_FIGURES = { 'long-text': 'long-text', 'own-text': 'writing' };
const takesText = ({ id }) => id in TEXT_FIGURES;

/** Any other parameter that takes ten thousand characters of text stands for a graph. */
const takesGraph = (row) => row.type === 'text' && row.maxLength >= 10_000 && !takesText(row);

/** A parameter that stands for a published model, which the reader opens from its files. */
const takesModel = ({ id }) => id === 'own-model';

/** Whether the open lesson opens published models. */
export const takesModels = (lab) => lab.started && lab.briefParams().some(takesModel);

const takes = (row) => takesTable(row) || takesGraph(row) || takesText(row) || takesPicture(row);

/** Whether the open lesson takes data of the reader's own. */
export const takesData = (lab) => lab.started && lab.briefParams().some(takes);

const ACCEPTED = '.csv,.tsv,.txt,.graphml,.xml,text/csv,text/plain';
const SHEET = 24; // pixels aside

/** A button that opens a file, which goes up as the event `opentable`, with the field it needs; none where `row` takes no table. */
export function fileButton(row, label) {
  if (!takes(row)) return [];
  const field = element('input', { type: 'file', accept: takesPicture(row) ? 'image/*' : ACCEPTED, class: 'visually-hidden', tabindex: '-1', 'aria-hidden': 'true' });
  const button = element('button', { type: 'button' }, label);
  button.addEventListener('click', () => field.click());
  field.addEventListener('change', () => {
    if (field.files[0]) field.dispatchEvent(new CustomEvent('opentable', { bubbles: true, detail: field.files[0] }));
    field.value = '';
  });
  return [button, field];
}

/** Takes tables over `area` and from the page's clipboard; `host.sayFor(message, milliseconds)` tells the reader. */
export function acceptData(area, lab, host) {
  const tell = (message) => host.sayFor(message, SHOWN_MS);
  const take = async (text) => {
    try {
      if (!lab.isWhole()) await lab.whole(); // the code that reads it may be in the later part
      const message = lab.take(text), asText = lab.briefParams().find(takesText);
      if (asText) {
        lab.figure(TEXT_FIGURES[asText.id]);
        await lab.whole();
      }
      tell(message);
    } catch (error) {
      tell(error.message);
    }
  };
  const open = async (file) => {
    if (file.size > LARGEST_BYTES) return tell(`${file.name} is larger than ${LARGEST_BYTES / 1e6} MB, so nothing was taken.`);
    if (lab.briefParams().some(takesPicture)) return tell(await takePicture(lab, file, SHEET).then((message) => (lab.figure('look'), message), ({ message }) => message));
    try {
      await take(await file.text());
    } catch {
      tell(`${file.name} could not be read.`); // the file is gone, or it is a folder
    }
  };
  area.addEventListener('dragover', (event) => {
    if (!event.dataTransfer.types.includes('Files') || !takesData(lab)) return;
    event.preventDefault();
    area.classList.add('is-dropping');
  });
  area.addEventListener('dragleave', () => area.classList.remove('is-dropping'));
  const openModel = async (files) => {
    try {
      const { message } = await lab.openModel(files, (done, of) => host.say(`Reading the model: ${amount(done, of)}`));
      host.say('');
      tell(message);
    } catch (error) {
      host.say('');
      tell(error.message);
    }
  };
  area.addEventListener('drop', async (event) => {
    area.classList.remove('is-dropping');
    if (event.dataTransfer.files.length === 0 || !takesData(lab)) return;
    event.preventDefault();
    if (!takesModels(lab)) return void open(event.dataTransfer.files[0]);
    const files = await droppedFiles(event.dataTransfer).catch(() => []);
    if (files.length === 0) return tell('There is no file in what was dropped.');
    areOfModel(files) ? openModel(files) : open(files[0]);
  });
  document.addEventListener('opentable', (event) => open(event.detail));
  document.addEventListener('openmodel', (event) => openModel(event.detail));
  document.addEventListener('paste', (event) => {
    if (isTextField(event.target) || !takesData(lab)) return;
    if (lab.briefParams().some(takesPicture)) {
      const [file] = event.clipboardData.files;
      if (file) event.preventDefault(), open(file);
      return;
    }
    const text = event.clipboardData.getData('text/plain');
    if (!lab.briefParams().some(takesText)) {
      const graph = lab.briefParams().some(takesGraph);
      if ((!graph && !/\d/.test(text)) || !/[\n,;\t]/.test(text)) return; // this is neither a table of numbers nor a list of ties
    }
    event.preventDefault();
    take(text);
  });
}

/** Saves the graph whose weights the figure shows as a file. */
async function saveGraph(lab, ending, type) {
  const { graphOf, writers } = await import('./graph_files.js');
  const graph = graphOf(lab.read('weights'));
  if (graph) download(new Blob([writers[ending](graph)], { type }), `graph.${ending}`);
}

function graphLine(row, lab) {
  const button = (text, action) => {
    const made = element('button', { type: 'button' }, text);
    made.addEventListener('click', action);
    return made;
  };
  return element('p', { class: 'own-data' },
    'Use your own graph: paste or drop an edge list (from,to) or GraphML on this page, or ', ...fileButton(row, 'open a file'), '. Save the weights shown as ',
    button('an edge list', () => saveGraph(lab, 'csv', 'text/csv')), ' or ',
    button('GraphML', () => saveGraph(lab, 'graphml', 'application/xml')), '.');
}

/** A line at the end of the text that says how to bring one's own data, in lessons that take any. */
export function offerData(lab) {
  document.querySelector('.own-data:not(.own-weights)')?.remove();
  const rows = lab.briefParams();
  const graph = rows.find(takesGraph);
  if (graph) return document.querySelector('.neighbours').before(graphLine(graph, lab));
  const row = rows.find(takes);
  if (!row) return;
  if (takesPicture(row)) {
    const line = element('p', { class: 'own-data' }, 'Use your own picture: drop or paste one on this page, or ', ...fileButton(row, 'open a file'), `. It is brought to ${SHEET} by ${SHEET} pixels and stays on your machine.`);
    return document.querySelector('.neighbours').before(line);
  }
  const what = takesText(row) ? 'Use your own text: paste it or drop a file of it on this page' : 'Use your own data: paste or drop a CSV of x and y on this page';
  const model = rows.some(takesModel) ? [' Or open a published GPT-2 or BERT: drop its folder, or ', ...modelButton('choose its files'), ', which stay on your machine.'] : [];
  const line = element('p', { class: 'own-data' }, `${what}, or `, ...fileButton(row, 'open a file'), '.', ...model);
  document.querySelector('.neighbours').before(line);
}
