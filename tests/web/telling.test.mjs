// What a page says of its figure: the live region, notices and their end, and the way past the controls for the keyboard.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { audit, eventually, middleOf, settled, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const [first] = slugs;
const options = { timeout: 180_000 };

describe('the live region', options, () => {
  test('says what the open figure shows, with its title', () => site.play('graph-attention/', async (page) => {
    const said = () => page.locator('.figure-status').textContent();
    await eventually(async () => assert.match(await said(), /^Figure “Club”: Member 3 of the club is on the side/));
    assert.doesNotMatch(await said(), /cells|[Nn]ode \d/, 'and nothing of another figure');
    await page.evaluate(() => window.lab.figure('reach'));
    await eventually(async () => assert.match(await said(), /^Figure “Layers”: After 2 layers node 1 of the club/));
    assert.equal(await page.locator('.description').textContent(), await said());
  }));
});

describe('the keyboard', options, () => {
  for (const [address, target] of [[`${first}/`, 'text'], ['', 'seen']]) {
    test(`${address || 'the front page'}: one stop passes over all controls of the figure`, () => site.play(address, async (page) => {
      const link = page.getByRole('link', { name: 'Skip the controls' });
      assert.ok((await link.boundingBox())?.width <= 1, 'unseen until it is reached');
      const stops = () => page.evaluate(() => document.activeElement.matches('.skip-controls'));
      for (let i = 0; i < 25 && !await stops(); ++i) await page.keyboard.press('Tab');
      assert.ok(await stops(), 'it comes before them');
      assert.ok((await link.boundingBox()).width > 100, 'and is seen');
      assert.deepEqual(await audit(page), []);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      assert.ok(await page.evaluate((id) => document.activeElement.closest(`#${id}`) !== null && !document.activeElement.closest('.stage'), target));
    }));
  }
});

describe('what was refused', options, () => {
  test('is said no longer when the value is another', () => site.play(`${first}/?temperature=-3&zzz=1`, async (page) => {
    const notice = page.locator('.stage-notice');
    const { errors } = await page.evaluate(() => window.lab.set({ temperature: -3 }));
    assert.ok((await notice.innerText()).includes(errors.temperature) && /zzz/.test(await notice.innerText()), await notice.innerText());
    await page.evaluate(() => window.lab.set({ temperature: 0.5 }));
    await eventually(async () => assert.ok(!(await notice.innerText()).includes(errors.temperature)));
    assert.match(await notice.innerText(), /zzz/, 'what still holds stays');
  }, { allowed: /temperature|zzz/ }));

  test('in a field over the figure is said once, and no longer when it is mended', () => site.play('encoder-decoder/?source=a+b+c', async (page) => {
    const type = async (text) => {
      await page.evaluate(() => {
        const { x, y, width, height } = window.lab.rect('source');
        const box = document.querySelector('canvas').getBoundingClientRect();
        window.at = [box.x + x + width / 2, box.y + y + height / 2];
      });
      await page.mouse.click(...await page.evaluate(() => window.at));
      await page.locator('.figure-input').fill(text);
      await page.keyboard.press('Enter');
      await settled(page);
    };
    await type('a b z');
    const complaint = await page.evaluate(() => window.lab.briefParams().find(({ id }) => id === 'source').complaint);
    assert.ok(complaint.length > 10);
    assert.ok(await page.evaluate((why) => window.lab.describe().includes(why), complaint), 'the picture says it');
    assert.ok(!await page.locator('.figure-notice').isVisible(), 'so the page does not say it again');
    assert.ok(!await page.locator('.figure-refusal').isVisible());
    await type('a b c');
    assert.equal(await page.evaluate(() => window.lab.briefParams().find(({ id }) => id === 'source').complaint), '');
  }));

  test('what only the page says of a value goes with the next one', () => site.play(`${first}/`, async (page) => {
    const { x, y } = await middleOf(page, 'temperature:value');
    await page.mouse.click(x, y);
    await page.locator('.figure-input').fill('hot');
    await page.keyboard.press('Enter');
    const notice = page.locator('.figure-notice');
    await eventually(async () => assert.match(await notice.innerText(), /number/i));
    await page.evaluate(() => window.lab.set({ temperature: 0.5 }));
    await notice.waitFor({ state: 'hidden', timeout: 5000 }); // it would go by itself, some seconds later
  }));
});
