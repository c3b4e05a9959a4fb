// The Share panel: the link, the iframe and the custom element for what is on screen, and the picture or its numbers as a file.

import { copyText, download, element } from './dom.js';

const escapeAttribute = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The three ways to point at the state of `lab`, under the site's address `root`. */
export function shareTexts(lab, root) {
  const { slug, title } = lab.lesson();
  const query = lab.query();
  const embed = new URL(`embed.html?lesson=${slug}${query ? `&${query}` : ''}`, root).href;
  const attributes = [...new URLSearchParams(query)].map(([id, value]) => ` ${id}="${escapeAttribute(value)}"`).join('');
  return {
    link: lab.url(),
    iframe: `<iframe src="${escapeAttribute(embed)}" width="100%" height="560" loading="lazy" style="border:0" title="${escapeAttribute(title)}"></iframe>`,
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
    snippet('Link', texts.link, 2),
    snippet('Iframe, for any page', texts.iframe, 4),
    snippet('Custom element, sizes itself', texts.element, 4),
    element('p', { class: 'buttons' }, element('span', {}, 'Save as'), ...files),
  );
  dialog.showModal();
}
