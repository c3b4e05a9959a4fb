// tools/site/lesson_text.mjs: scenes, in exercises and elsewhere. What the pages of the course are made of is tested in tests/web/.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {renderLesson} from '../../tools/site/lesson_text.mjs';

const context = {
  root: '../', math: {render: tex => tex, spoken: tex => tex},
  checkScene(query) {
    if (!query.startsWith('figure=')) throw new Error(`the scene "${query}" names no figure`);
    return query;
  },
  checkQuery: query => query,
  checkFigure: id => id,
  still: id => `<figure>${id}</figure>`,
  enterScene(id, query) {
    this.section = {figure: /figure=([^&]*)/.exec(query)[1]};
    return `<figure class="scene-still">${id}</figure>`;
  },
};
const render = text => renderLesson(`# Title\n\nA lead.\n\n${text}`, context);
const kRest = 'What are their weights?\n\n- [ ] equal\n- [ ] none\n\n> Because.\n';

test('an exercise carries its scene as data, and as a link that works without any script', () => {
  const {html, exercises} = render(`### Exercise: a tie {exercise=tie}\n\n[Bring the picture](scene:figure=pairs&temperature=0.5)\n\n${kRest}`);
  assert.match(html, /<section class="exercise" data-exercise="tie" data-scene="figure=pairs&amp;temperature=0\.5"/);
  assert.match(html, /<p class="scene"><a class="button" href="\.\/\?figure=pairs&amp;temperature=0\.5">Bring the picture<\/a><\/p>/);
  assert.ok(html.indexOf('class="scene"') < html.indexOf('What are their weights'), 'before the question');
  assert.deepEqual(exercises, [{id: 'tie', predictions: 2}]);
});

test('an exercise without a scene is an error that says what to write', () => {
  for (const first of ['', 'First a word.\n\n', 'With [a scene](scene:figure=pairs) in a sentence.\n\n', '[Colder](set:temperature=0.1)\n\n'])
    assert.throws(() => render(`### Exercise: a tie {exercise=tie}\n\n${first}${kRest}`), /line 5: the exercise "tie" .*scene:figure=/);
});

test('a scene that names no figure is an error', () => {
  assert.throws(() => render(`### Exercise: a tie {exercise=tie}\n\n[Bring it](scene:temperature=0.5)\n\n${kRest}`), /names no figure/);
});

test('elsewhere a scene is a link to the state', () => {
  const {html} = render('Look at [the tie](scene:figure=pairs&temperature=0.5).\n');
  assert.match(html, /<a href="\.\/\?figure=pairs&amp;temperature=0\.5" class="set" data-scene="figure=pairs&amp;temperature=0\.5">the tie<\/a>/);
});

test('a section has its scene as a link below its heading, and its still for paper unless it shows that figure itself', () => {
  const own = render('## Two keys\n\n[Bring them](scene:figure=pairs)\n\nText.\n\n## More\n\n[Colder](scene:figure=pairs&temperature=0.5)\n\n![what it shows](figure:pairs)\n');
  assert.match(own.html, /<h2 id="two-keys">Two keys<\/h2>\s*<figure class="scene-still">two-keys<\/figure><p class="section-scene"><a href="\.\/\?figure=pairs#two-keys" data-scene-of="two-keys">Bring them<\/a><\/p>/);
  assert.doesNotMatch(own.html, /scene-still">more/);
  assert.deepEqual(own.scenes, [{id: 'two-keys', query: 'figure=pairs'}, {id: 'more', query: 'figure=pairs&temperature=0.5'}]);
});

test('a scene that stands elsewhere than below its heading, or is a second one, is an error that names the line', () => {
  const misplaced = /line \d+: a section has one scene, and it stands right below the heading/;
  for (const text of ['[Early](scene:figure=a)\n', '## A\n\nText.\n\n[Late](scene:figure=a)\n', '## A\n\n[One](scene:figure=a)\n\n[Two](scene:figure=b)\n'])
    assert.throws(() => render(text), misplaced);
});
