// The Share panel, fetched when it is first opened: link, iframe and custom element for what is on screen, and the picture or its numbers as
// a file. A second script, which comes a moment later, adds what a teacher may choose, a live preview, and the figure as one HTML file (share_options.js).

import { fitToAddress, shortUrl } from './address.js';
import { copyText, download, element } from './dom.js';
import { filmButtons } from './film.js';
import { escapeHtml } from './text.js';

const FIRST_HEIGHT = 560;

const pieces = (...parts) => parts.filter(Boolean).join('&');

/** The state's query with another figure in it. */
function withFigure(lab, query, figure) {
  if (figure === undefined || figure === lab.figure()) return query;
  const others = query.split('&').filter((piece) => piece && !piece.startsWith('figure='));
  return pieces(...others, figure !== lab.figures()[0].id && `figure=${figure}`);
}

/** The state's query. Where an earlier moment of the training is shown, it is that one: the model is trained again as far. */
function shownQuery(lab) {
  const query = lab.query(), { film } = lab.training();
  if (!film || film.frames.length === 0 || film.at === film.frames.length - 1) return query;
  return pieces(...query.split('&').filter((piece) => !piece.startsWith('steps=')), `steps=${film.frames[film.at]}`);
}

/** The part of an embed's query that is not the state; where `controls` is null, it leaves the choice of controls to the embed. */
function embedQuery({ controls = null, lock = [], tabs = false, training = false, scale = 1, theme = '' }) {
  return pieces(controls !== null && `controls=${controls.join()}`, tabs && 'tabs=1', training && 'training=1', lock.length > 0 && `lock=${lock.join()}`,
    scale !== 1 && `scale=${scale}`, theme && `theme=${theme}`);
}

/**
 * The ways to point at the state of `lab` on the site at `root`: `link`, `iframe` and `element`, with `embed`, the iframe's address. `left`
 * names the parameters that are too large for an address. `asked` is the state as a query for a figure alone, and `whole` the one for the
 * lesson with its text in a file, where nothing has to be left out.
 *
 * `chosen` may hold figure, controls, lock, tabs, training, scale, theme, width and height (px; undefined leaves them to the page) and `good`,
 * the height that suits the figure at this width. The theme '' leaves the colours to the page; a custom element takes those of the page
 * around it without being told, so 'auto' is not written there.
 */
export function shareTexts(lab, root, chosen = {}) {
  const { slug, title } = lab.lesson();
  const { figure, controls = null, lock = [], tabs, training, scale = 1, theme, width, height, good = FIRST_HEIGHT } = chosen;
  const shown = shownQuery(lab);
  const { query: short, left } = fitToAddress(shown);
  const query = withFigure(lab, short, figure);
  const asked = pieces(query, embedQuery(chosen));
  const embed = new URL(`embed.html?${pieces(`lesson=${slug}`, asked)}`, root).href;
  const attribute = (id, value) => ` ${id}="${escapeHtml(value)}"`;
  const attributes = [...new URLSearchParams(query)].map(([id, value]) => attribute(id, value)).join('')
    + (controls === null ? '' : attribute('controls', controls.join())) + (tabs ? ' tabs' : '') + (training ? ' training' : '')
    + (lock.length > 0 ? attribute('lock', lock.join()) : '') + (scale === 1 ? '' : attribute('scale', String(scale)))
    + (theme && theme !== 'auto' ? attribute('theme', theme) : '') + (height ? attribute('height', height) : '');
  const style = width ? ` style="max-width:${width}px"` : '';
  const link = query === short && shown === lab.query() ? shortUrl(lab) : lab.url(query);
  const own = pieces(lock.length > 0 && `lock=${lock.join()}`, theme && theme !== 'auto' && `theme=${theme}`);
  return {
    left,
    asked,
    whole: pieces(withFigure(lab, shown, figure), lock.length > 0 && `lock=${lock.join()}`),
    embed,
    link: own ? `${link}${link.includes('?') ? '&' : '?'}${own}` : link,
    iframe: `<iframe src="${escapeHtml(embed)}" width="${width ?? '100%'}" height="${height ?? good}" loading="lazy" style="border:0" title="${escapeHtml(title)}"></iframe>`,
    element: `<script type="module" src="${new URL('attention-lab.js', root).href}"></script>\n`
      + `<attention-lab lesson="${slug}"${attributes}${style}><a href="${escapeHtml(link)}">${escapeHtml(title)}</a></attention-lab>`,
  };
}

/** {element, write(text)}: a text to copy. */
function snippet(label, text, rows) {
  const box = element('textarea', { rows, readonly: '', spellcheck: 'false' });
  box.value = text;
  const button = element('button', { type: 'button' }, 'Copy');
  const line = element('div', { class: 'snippet' }, element('label', {}, element('span', {}, label), box), button);
  button.addEventListener('click', async () => {
    box.select();
    if (await copyText(box.value, line)) {
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    }
  });
  return { element: line, write: (next) => { box.value = next; } };
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

/** What whoever opens the link has to wait for. */
function trainsAgain(lab) {
  const steps = Number(new URLSearchParams(shownQuery(lab)).get('steps') ?? 0);
  return steps > 0 && lab.training().trained ? element('p', { class: 'share-status' }, `Where the link is opened, the model is trained again to this picture: ${steps} ${steps === 1 ? 'step' : 'steps'}.`) : '';
}

/** Where the lesson's model has been trained here, its film as a file. */
function filmFiles(lab) {
  if (!lab.training().film?.frames.length) return '';
  const status = element('p', { class: 'share-status', role: 'status' });
  const buttons = filmButtons(lab, (text) => { status.textContent = text; });
  return element('div', {}, element('p', { class: 'buttons' }, element('span', {}, 'The run’s film as'), ...buttons), status);
}

/** Fills the dialog for the moment and opens it. */
export function openShare(dialog, lab, root) {
  const texts = shareTexts(lab, root);
  const close = element('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '×');
  close.addEventListener('click', () => dialog.close());
  const files = ['png', 'svg', 'csv', 'json'].map((format) => {
    const button = element('button', { type: 'button' }, format.toUpperCase());
    button.addEventListener('click', async () => download(await lab.export(format), `${lab.lesson().slug}-${lab.figure()}.${format}`));
    return button;
  });
  const boxes = { link: snippet('Link', texts.link, 2), iframe: snippet('Iframe, for any page', texts.iframe, 4), element: snippet('Custom element, sizes itself', texts.element, 4) };
  const options = element('section', { class: 'share-options', 'aria-label': 'What is shared' });
  const write = (chosen) => {
    const next = shareTexts(lab, root, chosen);
    for (const [name, box] of Object.entries(boxes)) box.write(next[name]);
    return next;
  };
  dialog.replaceChildren(
    element('header', { role: 'none' }, element('h2', { id: 'share-title' }, 'Share this picture'), close),
    leftOut(lab, texts.left),
    options,
    element('section', { class: 'share-codes', 'aria-label': 'To copy' }, ...Object.values(boxes).map((box) => box.element), element('p', { class: 'buttons' }, element('span', {}, 'Save as'), ...files), trainsAgain(lab), filmFiles(lab)),
  );
  dialog.showModal();
  import('./share_options.js').then(({ offerOptions }) => dialog.open && offerOptions(options, dialog, lab, root, write), () => options.remove());
}
