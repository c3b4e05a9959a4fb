// HTML as plain words.

/** The words of `html`; of a formula, the signs of its MathML. */
export const plain = (html) => html.replace(/<span class="katex-html"[\s\S]*?<\/span>(?=<\/span>)/g, '').replace(/<annotation[\s\S]*?<\/annotation>/g, '').replace(/<[^>]*>/g, '');
