// tools/site/lesson_text.mjs: scenes, in exercises and elsewhere. What the pages of the course are made of is tested in tests/web/.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formulasOf, renderLesson } from '../../tools/site/lesson_text.mjs';
import { Symbols } from '../../tools/site/symbols.mjs';

const context = {
  root: '../', math: { render: (tex) => tex, spoken: (tex) => tex },
  checkScene(query) {
    if (!query.startsWith('figure=')) throw new Error(`the scene "${query}" names no figure`);
    return query;
  },
  checkQuery: (query) => query,
  checkFigure: (id) => id,
  still: (id) => `<figure>${id}</figure>`,
  enterScene(id, query) {
    this.section = { figure: /figure=([^&]*)/.exec(query)[1] };
    return `<figure class="scene-still">${id}</figure>`;
  },
};
const render = (text) => renderLesson(`# Title\n\nA lead.\n\n${text}`, context);
const REST = 'What are their weights?\n\n- [ ] equal\n- [ ] none\n\n> Because.\n';

test('an exercise carries its scene as data, and as a link that works without any script', () => {
  const { html, exercises } = render(`### Exercise: a tie {exercise=tie}\n\n[Bring the picture](scene:figure=pairs&temperature=0.5)\n\n${REST}`);
  assert.match(html, /<section class="exercise" data-exercise="tie" data-scene="figure=pairs&amp;temperature=0\.5"/);
  assert.match(html, /<p class="scene"><a class="button" href="\.\/\?figure=pairs&amp;temperature=0\.5">Bring the picture<\/a><\/p>/);
  assert.ok(html.indexOf('class="scene"') < html.indexOf('What are their weights'), 'before the question');
  assert.deepEqual(exercises, [{ id: 'tie', question: 'What are their weights?', choices: ['equal', 'none'], explanation: 'Because.' }]);
});

test('an exercise is plain text for other scripts too, with LaTeX without the colours and live values at their defaults', () => {
  const text = 'Turn $\\q{q}$ to *{angle}* degrees, as [here](set:a=1).\n\n$$\n\\frac{\\k{k}}{2}\n$$\n\n- one\n- two\n\n> First.\n>\n> Then `x`.\n';
  const [exercise] = renderLesson(`# Title\n\nA lead.\n\n### Exercise {exercise=turn}\n\n[Bring it](scene:figure=pairs)\n\n${text}`, { ...context, valueOf: (name) => `<${name}>` }).exercises;
  assert.deepEqual(exercise, { id: 'turn', question: 'Turn ${q}$ to <angle> degrees, as here.\n$$\\frac{{k}}{2}$$\none\ntwo', choices: [], explanation: 'First.\nThen x.' });
});

test('an exercise without a scene is an error that says what to write', () => {
  for (const first of ['', 'First a word.\n\n', 'With [a scene](scene:figure=pairs) in a sentence.\n\n', '[Colder](set:temperature=0.1)\n\n'])
    assert.throws(() => render(`### Exercise: a tie {exercise=tie}\n\n${first}${REST}`), /line 5: the exercise "tie" .*scene:figure=/);
});

test('a scene that names no figure is an error', () => {
  assert.throws(() => render(`### Exercise: a tie {exercise=tie}\n\n[Bring it](scene:temperature=0.5)\n\n${REST}`), /names no figure/);
});

test('elsewhere a scene is a link to the state', () => {
  const { html } = render('Look at [the tie](scene:figure=pairs&temperature=0.5).\n');
  assert.match(html, /<a href="\.\/\?figure=pairs&amp;temperature=0\.5" class="set" data-scene="figure=pairs&amp;temperature=0\.5">the tie<\/a>/);
});

test('a section has its scene as a link below its heading, and its still for paper unless it shows that figure itself', () => {
  const own = render('## Two keys\n\n[Bring them](scene:figure=pairs)\n\nText.\n\n## More\n\n[Colder](scene:figure=pairs&temperature=0.5)\n\n![what it shows](figure:pairs)\n');
  assert.match(own.html, /<h2 id="two-keys">Two keys<\/h2>\s*<figure class="scene-still">two-keys<\/figure><p class="section-scene"><a href="\.\/\?figure=pairs#two-keys" data-scene-of="two-keys">Bring them<\/a><\/p>/);
  assert.doesNotMatch(own.html, /scene-still">more/);
  assert.deepEqual(own.scenes, [{ id: 'two-keys', query: 'figure=pairs' }, { id: 'more', query: 'figure=pairs&temperature=0.5' }]);
});

test('a section whose first scene stands elsewhere than below its heading is an error that names the line', () => {
  const misplaced = /line \d+: the first scene of a section stands right below the heading/;
  for (const text of ['[Early](scene:figure=a)\n', '## A\n\nText.\n\n[Late](scene:figure=a)\n', '## A\n\n[One](scene:figure=a)\n\n## B\n\nText.\n\n[Late](scene:figure=b)\n'])
    assert.throws(() => render(text), misplaced);
});

test('a later scene of a section stands where the text turns to it, with an anchor of its own', () => {
  const { html, scenes } = render('## A\n\n[One](scene:figure=a)\n\nText.\n\n[Two](scene:figure=b)\n\nMore.\n\n[Three](scene:figure=c)\n\n![what it shows](figure:c)\n');
  assert.deepEqual(scenes, [{ id: 'a', query: 'figure=a' }, { id: 'a-2', query: 'figure=b' }, { id: 'a-3', query: 'figure=c' }]);
  assert.doesNotMatch(html, /scene-still">a-/, 'paper has the first one');
  assert.match(html, /<p class="section-scene" id="a-2"><a href="\.\/\?figure=b#a-2" data-scene-of="a-2">Two<\/a><\/p>/);
});

test('an exercise has one scene', () => {
  assert.throws(() => render(`### Exercise: a tie {exercise=tie}\n\n[One](scene:figure=a)\n\nText.\n\n[Two](scene:figure=b)\n\n${REST}`), /line 11: the exercise "tie" has one scene/);
});

test('a symbol of the table is marked in every formula, with its scripts, and what is more exact comes first', () => {
  const symbols = new Symbols('[$\\q{q}$]: show:queries|query\n[$w$]: show:weights\n[$w^c$]: show:content\n[$\\tilde w$]: show:shifted\n[$W_q$]: show:wq\n', () => {});
  const mark = (name, tex) => `\\htmlData{symbol=${name}}{${tex}}`;
  assert.equal(symbols.mark('\\frac{\\q{q_i}\\, W_q}{\\sqrt d}'), `\\frac{${mark('queries|query', '\\q{q_i}')}\\, ${mark('wq', 'W_q')}}{\\sqrt d}`);
  assert.equal(symbols.mark('w_i^2 = e^{w_{ij}}'), `${mark('weights', 'w_i^2')} = e^{${mark('weights', 'w_{ij}')}}`);
  assert.equal(symbols.mark('\\tilde w_i = w^c_i s_0'), `${mark('shifted', '\\tilde w_i')} = ${mark('content', 'w^c_i')} s_0`);
  assert.equal(symbols.mark('x_w + \\mathrm{w}(q) + \\k{k}'), 'x_w + \\mathrm{w}(q) + \\k{k}', 'indices, words and other roles are none');
  assert.deepEqual(symbols.unused, []);
});

test('a symbol that no formula has, or no result, is an error', () => {
  const known = { ...context, math: { render: (tex, block, symbols) => symbols.mark(tex) }, checkSymbol: (name) => assert.equal(name, 'weights') };
  const page = (tail) => renderLesson(`# Title\n\nA lead.\n\nOf $w_i$ more.\n\n${tail}`, known);
  assert.match(page('[$w$]: show:weights\n').html, /Of .*\\htmlData\{symbol=weights\}\{w_i\}.* more/);
  assert.doesNotMatch(page('[$w$]: show:weights\n').html, /show:/);
  assert.throws(() => page('[$w$]: show:weights\n[$u$]: show:weights\n'), /no formula has the symbol \$u\$/);
  assert.throws(() => page('[$w$]: show:nothing\n'), /weights/);
});

test('formulas that stand side by side are parted where they may stand below each other, and nowhere else', () => {
  assert.deepEqual(formulasOf(String.raw`a = f(b) \qquad c = \frac{1}{d}, \qquad e`), ['a = f(b)', String.raw`c = \frac{1}{d},`, 'e']);
  for (const tex of [String.raw`\text{a \qquad b}`, String.raw`\begin{aligned} a \qquad b \end{aligned}`, String.raw`\left( a \qquad b \right)`, String.raw`a \quad b`])
    assert.deepEqual(formulasOf(tex), [tex]);
});
