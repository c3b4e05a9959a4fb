// What of a state goes into an address. Servers and messengers cut addresses off at some thousand characters, so a reader's own large
// table stays out of it: the address keeps the rest, and the browser's history keeps the whole for a reload and for going back.

const LONGEST_QUERY = 8000;
/** Of the page itself; `lesson`, `controls`, `tabs` and `training` are an embed's. */
export const PAGE_KEYS = ['lesson', 'theme', 'ui', 'lock', 'controls', 'tabs', 'training', 'present'];
/** An embed's too, as a number; any other value is for a lesson's parameter of that name. */
const SCALE = /^scale=(?!0$)[\d.]+$/;

/** "name=value" for each that a query has. */
export const pieces = (query) => query.replace(/^\?/, '').split('&').filter(Boolean);
export const nameOf = (piece) => piece.split('=', 1)[0];
const isPages = (piece) => PAGE_KEYS.includes(nameOf(piece)) || SCALE.test(piece);

/** {query, left}: `query` without its longest parameters where it is too long for an address, and the names of those. */
export function fitToAddress(query) {
  let kept = pieces(query);
  const left = [];
  for (const longest of [...kept].sort((a, b) => b.length - a.length)) {
    if (kept.join('&').length <= LONGEST_QUERY) break;
    kept = kept.filter((piece) => piece !== longest);
    left.push(nameOf(longest));
  }
  return { query: kept.join('&'), left };
}

/** The address that shows what `lab` shows, as far as an address can. */
export function shortUrl(lab) {
  const [page, query = ''] = lab.url().split('?');
  const short = fitToAddress(query).query;
  return short ? `${page}?${short}` : page;
}

/** The query that the page is opened with: its address's, or what a page in a single file was saved with, whose address says nothing. */
export const asked = () => location.search || document.body.dataset.asked || '';

/** The number that the address has for the frame's `scale`; NaN where there is none. */
export const askedScale = () => Number(pieces(asked()).find((piece) => SCALE.test(piece))?.slice('scale='.length) ?? NaN);

/** The lesson's part of the page's own query. */
const lessonPart = (search) => pieces(search).filter((piece) => !isPages(piece)).join('&');

/** What the lesson is to be opened with: from the history where the address had no room for all of it, else from the address. */
export function openedQuery() {
  const fromAddress = lessonPart(asked());
  const whole = history.state?.query;
  return typeof whole === 'string' && fitToAddress(whole).query === fromAddress ? whole : fromAddress;
}

/** Puts a key of the page's own into the address, or takes it out. */
export function setPageKey(name, on) {
  const others = pieces(location.search).filter((piece) => nameOf(piece) !== name);
  const search = [...others, ...(on ? [name] : [])].join('&');
  history.replaceState(history.state, '', `${location.pathname}${search ? `?${search}` : ''}${location.hash}`);
}

/**
 * Writes the address of the state `query`, keeping the page's own keys, with `lesson` for theirs where it is given, and the fragment: in place of
 * the one there is, or, for a `step`, as a new entry of the history. May throw where the browser finds it too often.
 */
export function writeQuery(query, { step = false, lesson = '' } = {}) {
  const { query: short, left } = fitToAddress(query);
  const own = pieces(asked()).filter((piece) => isPages(piece) && !(lesson && nameOf(piece) === 'lesson'));
  const search = [lesson && `lesson=${lesson}`, short, ...own].filter(Boolean).join('&');
  const address = `${location.pathname}${search ? `?${search}` : ''}${location.hash}`;
  const whole = left.length > 0 ? query : undefined;
  if (address === `${location.pathname}${location.search}${location.hash}` && whole === history.state?.query) return;
  const write = step ? 'pushState' : 'replaceState';
  history[write]({ query: whole }, '', address);
}
