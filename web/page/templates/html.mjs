// HTML as text: escaping it, and leaving it out.

export const escapeHtml = text => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/// The words of `html`, formulas as their LaTeX left out.
export const plain = html => html.replace(/<span class="katex-html"[\s\S]*?<\/span>(?=<\/span>)/g, '').replace(/<annotation[\s\S]*?<\/annotation>/g, '').replace(/<[^>]*>/g, '');
