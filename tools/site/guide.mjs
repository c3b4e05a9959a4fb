// The guide to embedding and scripting: ordinary Markdown, with anchors on its headings.
import MarkdownIt from 'markdown-it';

export function renderGuide(text) {
  const md = new MarkdownIt({ html: false, typographer: true });
  md.renderer.rules.heading_open = (tokens, i, options, env, self) => {
    tokens[i].attrSet('id', tokens[i + 1].content.toLowerCase().replace(/[^a-z0-9]+/g, '-'));
    return self.renderToken(tokens, i, options);
  };
  md.renderer.rules.fence = (tokens, i) => `<pre tabindex="0"><code>${md.utils.escapeHtml(tokens[i].content)}</code></pre>\n`;
  md.renderer.rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>';
  md.renderer.rules.table_close = () => '</table></div>';
  return md.render(text);
}
