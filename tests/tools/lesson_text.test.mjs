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
