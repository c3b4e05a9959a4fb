// Names in addresses and in lab.set(): all that the lesson does not have are said at once, what others hang on addresses is not. No browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lockNamed, setValues, unknownInQuery } from '../../web/page/names.js';

function someLab() {
  const calls = [];
  return {
    calls,
    lesson: () => ({ slug: 'some' }),
    briefParams: () => [{ id: 'keys' }, { id: 'score' }],
    call: (name, query) => {
      calls.push([name, query]);
      return { ok: true, errors: {} };
    },
  };
}

test('an address: every unknown name in one sentence, foreign ones and the page\'s own left alone', () => {
  const sentence = 'There are no parameters “zzz” and “n-heads”; there are keys, score.';
  assert.deepEqual(
    unknownInQuery(someLab(), 'zzz=1&score=dot&utm_source=x&fbclid=1&_ngcontent-a=&keys[0,1]=3&n-heads=2&figure=f&lock=score&zzz=2&%&='),
    { zzz: sentence, 'n-heads': sentence });
  assert.deepEqual(unknownInQuery(someLab(), ''), {});
  assert.deepEqual(unknownInQuery(someLab(), '__proto__x&constructor=1'), { constructor: 'There is no parameter “constructor”; there are keys, score.' });
});

test('lab.set: legal values are applied, of each other name and value is said what is wrong', () => {
  const lab = someLab();
  const { ok, errors } = setValues(lab, { zzz: 1, yyy: 2, score: 'dot', keys: [[1], null] });
  assert.equal(ok, false);
  assert.deepEqual(Object.keys(errors).sort(), ['keys', 'yyy', 'zzz']);
  assert.match(errors.zzz, /“zzz” and “yyy”; there are keys, score\.$/);
  assert.match(errors.keys, /^keys takes a number/);
  assert.deepEqual(lab.calls, [['set', 'score=dot']]);
  for (const wrong of [null, undefined, 7, 'score=dot', [null], [['score', 'dot']]]) assert.throws(() => setValues(lab, wrong), /lab\.set takes an object/);
  assert.deepEqual(setValues(lab, {}), { ok: true, errors: {} });
});

test('locks: a wrong name does not open the others', () => {
  const lab = someLab();
  assert.deepEqual(Object.keys(lockNamed(lab, 'score, bar,foo,')), ['bar', 'foo']);
  assert.deepEqual(lab.calls, [['lock', 'score']]);
});
