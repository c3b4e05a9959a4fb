// Turns an exercise's blocks into plain text, for scripts on other pages. Formulas are LaTeX between dollar signs, live values are the
// defaults.

/** LaTeX without the course's own macros \q{...}, \k{...}, \v{...} and \o{...}, which only colour. */
const plainTex = (tex) => tex.replace(/\\[qkvo](?=\{)/g, '');

function inlineText(tokens, valueOf) {
  return tokens.map(({ type, content }) => {
    if (type === 'math') return `$${plainTex(content)}$`;
    if (type === 'live') return valueOf(content);
    return type === 'softbreak' || type === 'hardbreak' ? ' ' : content;
  }).join('');
}

/** The text of markdown-it's `tokens`, a paragraph a line. `valueOf(name)` gives a live value. */
export function plainText(tokens, valueOf) {
  const lines = [];
  for (const { type, content, children } of tokens) {
    if (type === 'inline') lines.push(inlineText(children, valueOf));
    else if (type === 'math_block') lines.push(`$$${plainTex(content)}$$`);
    else if (type === 'fence' || type === 'code_block') lines.push(content.trimEnd());
  }
  return lines.join('\n').trim();
}
