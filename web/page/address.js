// How a state of the lesson is written into the address. Servers and messengers cut addresses off after some thousand characters, so a
// reader's own large table is left out. The browser's history keeps the whole state, for a reload and for going back.

const LONGEST_QUERY = 8000;
/** Keys that belong to the page and not to its lesson; `lesson`, `controls`, `tabs` and `training` are those of an embed. */
export const PAGE_KEYS = ['lesson', 'theme', 'ui', 'lock', 'controls', 'tabs', 'training', 'present'];
/** A key of an embed where its value is a number; any other value is for a lesson's parameter of that name. */
const SCALE = /^scale=(?!0$)[\d.]+$/;

/** The "name=value" pairs of a query. */
export const pieces = (query) => query.replace(/^\?/, '').split('&').filter(Boolean);
export const nameOf = (piece) => piece.split('=', 1)[0];
const isPages = (piece) => PAGE_KEYS.includes(nameOf(piece)) || SCALE.test(piece);

/** {query, left}: where `query` is too long for an address, it comes back without its longest parameters, whose names are in `left`. */
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

/** The query that the page is opened with. It stands in the address; a page saved as one file has it in its body instead. */
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
 * Writes the address of the state `query`, over the present entry of the history or, for a `step`, as a new one. The fragment and the
 * page's own keys stay; `lesson`, where it is given, replaces the page's key of that name. Throws where the browser finds the changes too
 * many.
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
