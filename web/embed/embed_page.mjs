// embed.html: the figure alone.
import { page, stage } from '../page/templates/shell.mjs';

const BAR = '<div class="toolbar" role="group" aria-label="Figure actions"><a class="embed-link" href="./" target="_blank" rel="noopener">Attention Lab</a></div>';
const NO_SCRIPT = '<noscript><p class="noscript">This figure is drawn by a script, and scripts are off here. <a href="./">The course’s pages</a> can be read without, with still pictures.</p></noscript>';

/** Which lesson is asked for only a script can read, so the page names no still: the script does. */
const unnamed = (picture) => picture.replace('">', '" hidden>').replace(/ (src|srcset)="/g, ' data-$1="');

export function embedPage(site) {
  const [first] = site.lessons;
  const still = site.stillOf(first);
  const figure = stage('', { still: first.slug, alt: '', size: site.stillSizes.get(still), compact: true })
      .replace(/<picture[\s\S]*?<\/picture>/, unnamed).replace(/<noscript>[\s\S]*?<\/noscript>/, NO_SCRIPT).replace(/<div class="toolbar"[\s\S]*?<\/div>\n<\/div>/, `</div>\n${BAR}`);
  const body = `<main class="embed">
<h1 class="visually-hidden">Attention Lab</h1>
${figure}
</main>
<script defer src="${site.assets}/embed/unstarted.js"></script>`;
  return page(site, { kind: 'embed', root: '', body, script: 'embed/embed.js', lesson: first.slug, bare: true, title: 'Attention Lab', description: 'A live figure of the course.' });
}
