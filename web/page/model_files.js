// How the files of a published model come from the reader's disk to the page: dropped, in a folder or one by one, or chosen.

import { element } from './dom.js';

/** Whether files that are dropped together are those of a model, and no weights of ours. */
export const areOfModel = (files) => files.length > 1 || files.some(({ name }) => name === 'config.json');

/** The files of a drop, those in folders included. The items have to be asked at once: later they are empty. */
export async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry?.isDirectory), files = [...transfer.files];
  if (entries.length === 0) return files;
  const listed = await Promise.all(entries.map((folder) => new Promise((resolve, reject) => { folder.createReader().readEntries(resolve, reject); })));
  const inside = listed.flat().filter((entry) => entry.isFile);
  return Promise.all(inside.map((entry) => new Promise((resolve, reject) => { entry.file(resolve, reject); })));
}

/** A button that asks for the files, which go up as the event `openmodel`, with the field it needs. */
export function modelButton(label) {
  const field = element('input', { type: 'file', multiple: '', accept: '.json,.txt,.safetensors', class: 'visually-hidden', tabindex: '-1', 'aria-hidden': 'true' });
  const button = element('button', { type: 'button' }, label);
  button.addEventListener('click', () => field.click());
  field.addEventListener('change', () => {
    if (field.files.length > 0) field.dispatchEvent(new CustomEvent('openmodel', { bubbles: true, detail: [...field.files] }));
    field.value = '';
  });
  return [button, field];
}
