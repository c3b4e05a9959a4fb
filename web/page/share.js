// The Share panel: the link, the iframe and the custom element for what is on screen, and the picture or its numbers as a file.

import { fitToAddress, shortUrl } from './address.js';
import { copyText, download, element } from './dom.js';
import { escapeHtml } from './text.js';

/** The three ways to point at the state of `lab`, under the site's address `root`, and in `left` the parameters too large for them. */
export function shareTexts(lab, root) {
  const { slug, title } = lab.lesson();
  const { query, left } = fitToAddress(lab.query());
  const embed = new URL(`embed.html?lesson=${slug}${query ? `&${query}` : ''}`, root).href;
  const attributes = [...new URLSearchParams(query)].map(([id, value]) => ` ${id}="${escapeHtml(value)}"`).join('');
  return {
    left,
    link: shortUrl(lab),
    iframe: `<iframe src="${escapeHtml(embed)}" width="100%" height="560" loading="lazy" style="border:0" title="${escapeHtml(title)}"></iframe>`,
    element: `<script type="module" src="${new URL('attention-lab.js', root).href}"></script>\n<attention-lab lesson="${slug}"${attributes}></attention-lab>`,
  };
}

function snippet(label, text, rows) {
  const box = element('textarea', { rows, readonly: '', spellcheck: 'false' });
  box.value = text;
  const button = element('button', { type: 'button' }, 'Copy');
  const line = element('div', { class: 'snippet' }, element('label', {}, element('span', {}, label), box), button);
  button.addEventListener('click', async () => {
    box.select();
    if (await copyText(text, line)) {
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    }
  });
  return line;
}

/** What a reader is told of parameters that no link can carry, with a button that saves each as a table. */
function leftOut(lab, left) {
  if (left.length === 0) return '';
  const rows = lab.briefParams().filter(({ id }) => left.includes(id));
  if (rows.length === 0) return element('div', { class: 'left-out' }, element('p', { role: 'status' }, 'The state kept as A is too large for a link, so these leave it out.'));
  const names = rows.map(({ label }) => `“${label}”`).join(' and ');
  const buttons = rows.map(({ id, label, type, whole }) => {
    const button = element('button', { type: 'button' }, `Save “${label}” as CSV`);
    button.addEventListener('click', () => {
      const lines = [].concat(whole()).map((cells) => [].concat(cells).join(','));
      download(new Blob([[...(type === 'points' ? ['x,y'] : []), ...lines, ''].join('\n')], { type: 'text/csv;charset=utf-8' }), `${lab.lesson().slug}-${id}.csv`);
    });
    return button;
  });
  const message = `${names} ${rows.length > 1 ? 'are' : 'is'} too large for a link, so these leave ${rows.length > 1 ? 'them' : 'it'} out. Send the table along as a file.`;
  return element('div', { class: 'left-out' }, element('p', { role: 'status' }, message), element('p', { class: 'buttons' }, ...buttons));
}

/** Fills the dialog for the moment and opens it. */
export function openShare(dialog, lab, root) {
  const texts = shareTexts(lab, root);
  const close = element('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '×');
  close.addEventListener('click', () => dialog.close());
  const files = ['png', 'svg', 'csv'].map((format) => {
    const button = element('button', { type: 'button' }, format.toUpperCase());
    button.addEventListener('click', async () => download(await lab.export(format), `${lab.lesson().slug}-${lab.figure()}.${format}`));
    return button;
  });
  dialog.replaceChildren(
    element('header', {}, element('h2', { id: 'share-title' }, 'Share this picture'), close),
    leftOut(lab, texts.left),
    snippet('Link', texts.link, 2),
    snippet('Iframe, for any page', texts.iframe, 4),
    snippet('Custom element, sizes itself', texts.element, 4),
    element('p', { class: 'buttons' }, element('span', {}, 'Save as'), ...files),
  );
  dialog.showModal();
}
