// embed.html: the figure alone.
import {page, stage} from '../page/templates/shell.mjs';

const kBar = '<div class="toolbar" role="group" aria-label="Figure actions"><a class="embed-link" href="./" target="_blank" rel="noopener">Attention Lab</a></div>';

export function embedPage(site) {
  const [first] = site.lessons;
  const still = site.stillOf(first);
  const body = `<main class="embed">
<h1 class="visually-hidden">Attention Lab</h1>
${stage('', {still: first.slug, alt: '', size: site.stillSizes.get(still), compact: true}).replace(/<div class="toolbar"[\s\S]*?<\/div>/, kBar)}
</main>`;
  return page(site, {kind: 'embed', root: '', body, script: 'embed/embed.js', lesson: first.slug, bare: true, title: 'Attention Lab', description: 'A live figure of the course.'});
}
