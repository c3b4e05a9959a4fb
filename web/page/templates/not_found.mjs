// What a host shows for an address that is none.
import { page } from './shell.mjs';

export function notFoundPage(site) {
  const list = site.lessons.map(({ slug, title }) => `<li><a href="${site.base}${slug}/">${title}</a></li>`).join('');
  const body = `<main class="plain" id="text"><header class="title"><h1>There is no such page</h1>
<p class="lead">The address may be misspelled, or the lesson is still to come.</p></header><div class="wide"><ul>${list}</ul><p><a href="${site.base}">To the course</a></p></div></main>`;
  return page(site, { kind: 'plain', root: site.base, body, title: 'Not found · Attention Lab', description: 'There is no such page.' });
}
