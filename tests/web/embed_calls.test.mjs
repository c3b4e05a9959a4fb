// An embed that is asked for more than usual: thousands of changes at once, a lesson that there is not.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { settled, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const [first] = slugs;

/** A page of nobody's with the element for `lesson`, and `call` to it. */
const withElement = (lesson, use, options) => site.visit('404.html', async (page) => {
  await page.setContent(`<!doctype html><html lang="en"><title>Somebody's page</title><attention-lab id="lab" lesson="${lesson}"></attention-lab>
    <script type="module" src="${site.address}attention-lab.js"></script>`);
  await page.waitForFunction(() => customElements.get('attention-lab') && document.querySelector('iframe'));
  await use(page);
}, { ...options, context: { bypassCSP: true } });

describe('an embed', { timeout: 120_000 }, () => {
  test('answers thousands of calls while what stands around the figure is drawn anew once a frame', () => withElement(first, async (page) => {
    await page.evaluate(() => document.getElementById('lab').call('lessons'));
    const [, frame] = page.frames();
    await frame.evaluate(() => {
      window.drawn = 0;
      new MutationObserver((changes) => { window.drawn += changes.length; }).observe(document.querySelector('.results [data-result=weights]'), { childList: true });
    });
    const calls = 3000;
    const answers = await page.evaluate((count) => Promise.all(Array.from({ length: count },
      (_, i) => document.getElementById('lab').call('set', { temperature: 0.5 + (i + 1) / count }).then(({ ok }) => ok))), calls);
    assert.deepEqual([...new Set(answers)], [true]);
    await settled(frame);
    const drawn = await frame.evaluate(() => window.drawn);
    assert.ok(drawn > 0 && drawn < calls / 10, `${drawn} times for ${calls} changes`);
    assert.match(await frame.locator('.description').textContent(), /temperature 1\.5\b/, 'and the last one is said');
  }));

  test('of a lesson that there is not refuses calls with the reason, until there is another', () => withElement('nope', async (page) => {
    const refusal = () => page.evaluate(() => document.getElementById('lab').call('lessons').then(() => 'answered', ({ message }) => message));
    assert.match(await refusal(), /nope.*there are/, 'one that was waiting');
    assert.match(await refusal(), /nope.*there are/, 'one that comes later');
    await page.evaluate((slug) => document.getElementById('lab').setAttribute('lesson', slug), first);
    assert.ok(await page.evaluate(() => document.getElementById('lab').call('lessons').then(({ length }) => length > 0)), 'another lesson answers');
  }, { allowed: /nope|404/ }));
});
