// Weights of the reader's own: the model's present ones saved as a file or as a folder, and a file opened or dropped for the model to begin with.

import { takesData, takesModels } from './data_drop.js';
import { download, element } from './dom.js';

const LARGEST_BYTES = 64_000_000;
const SHOWN_MS = 12_000;

export class OwnWeights {
  /** `area` is the page's stage; `host.sayFor(message, milliseconds)` tells the reader. */
  constructor(area, lab, host) {
    Object.assign(this, { area, lab });
    this.tell = (message) => host.sayFor(message, SHOWN_MS);
    this.field = element('input', { type: 'file', accept: '.safetensors', class: 'visually-hidden', tabindex: '-1', 'aria-hidden': 'true' });
    this.field.addEventListener('change', () => {
      if (this.field.files[0]) this.open(this.field.files[0]);
      this.field.value = '';
    });
    this.forget = this.#button('Put them away', () => this.lab.forgetWeights());
    this.source = element('span', {});
    this.folder = element('span', {});
    this.line = element('p', { class: 'own-data own-weights' }, 'The model\u2019s weights: ', this.#button('save', () => this.save()), ' them as safetensors', this.folder, ', or ',
      this.#button('open', () => this.field.click()), this.field, ' or drop a file of your own.', this.source);
    // Before data_drop.js hears of it: where there is a model a file is its weights, unless the lesson takes data and it has another name.
    area.addEventListener('dragover', (event) => this.#isTrained() && event.dataTransfer.types.includes('Files') && this.#take(event, true), true);
    area.addEventListener('drop', (event) => {
      const [file] = event.dataTransfer.files;
      if (!this.#isTrained() || !file || (takesData(this.lab) && !/\.safetensors$/i.test(file.name))) return;
      if (takesModels(this.lab) && event.dataTransfer.files.length > 1) return;
      this.#take(event, false);
      this.open(file);
    }, true);
  }

  /** Puts the line below the controls where the open lesson has a model. It is not in the text: whoever goes there brings another scene, and with it another model. */
  offer() {
    this.line.remove();
    this.folder.replaceChildren(...(takesModels(this.lab) ? [' or ', this.#button('as a folder', () => this.saveFolder()), ' that Python opens'] : []));
    if (this.#isTrained()) this.area.querySelector('.parallel').append(this.line);
    this.refresh();
  }

  refresh() {
    if (!this.line.isConnected) return;
    const { own, shown } = this.lab.training();
    this.line.hidden = !shown;
    if (this.own === own) return;
    this.own = own;
    this.source.replaceChildren(...(own ? [` Those from ${own} are in. `, this.forget, '.'] : []));
  }

  save() {
    const { name, bytes } = this.lab.weightsFile();
    download(new Blob([bytes], { type: 'application/octet-stream' }), name);
  }

  async saveFolder() {
    const { zipOf } = await import('./model_folder.js');
    const folder = await this.lab.modelFolder();
    download(new Blob([zipOf(folder)], { type: 'application/zip' }), `${folder.name}.zip`);
  }

  async open(file) {
    if (file.size > LARGEST_BYTES) return this.tell(`${file.name} is larger than ${LARGEST_BYTES / 1e6} MB, so nothing was taken.`);
    try {
      const bytes = await file.arrayBuffer().catch(() => { throw new Error(`${file.name} could not be read.`); });
      this.lab.openWeights(bytes, file.name);
      this.tell(`The model begins with your own weights from ${file.name}.`);
    } catch (error) {
      this.tell(error.message);
    }
  }

  #isTrained() {
    return this.lab.started && this.lab.training().trained;
  }

  #take(event, over) {
    event.preventDefault();
    this.area.classList.toggle('is-dropping', over);
    if (!over) event.stopPropagation();
  }

  #button(text, action) {
    const button = element('button', { type: 'button' }, text);
    button.addEventListener('click', async () => {
      try {
        await action();
      } catch (error) {
        this.tell(error.message);
      }
    });
    return button;
  }
}
