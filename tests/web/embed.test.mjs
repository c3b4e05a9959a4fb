// The figure in other people's pages: a plain iframe on another origin, the message protocol, and the custom element.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { frameOf, Host } from './host.mjs';
import { audit, eventually, everyThird, ready, settled, slugs } from './site.mjs';

const [first, second] = slugs;
let site, host;

before(async () => {
  host = await Host.start();
  ({ site } = host);
});
after(() => host.stop());

const onHost = (...page) => host.show(...page);
const embed = (query = `lesson=${first}`) => host.embed(query);

describe('plain iframe', { timeout: 180_000 }, () => {
  test('works alone, without scripts, in a sandbox without storage', () => onHost(
    `<iframe sandbox="allow-scripts" width="640" height="480" title="figure" src="${embed()}"></iframe>`,
    async (page) => {
      const frame = await frameOf(page);
      const rect = await frame.evaluate(() => window.lab.rect('query'));
      const box = await (await page.$('iframe')).boundingBox();
      const canvas = await frame.evaluate(() => document.querySelector('canvas').getBoundingClientRect().toJSON());
      const [x, y] = [box.x + canvas.x + rect.x + rect.width / 2, box.y + canvas.y + rect.y + rect.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 40, y - 20, { steps: 5 });
      await page.mouse.up();
      await frame.waitForFunction(() => window.lab.query().includes('query='));
    }, { allowed: /sandbox|origin 'null'|CORS|failed:/ }));

  for (const [width, height] of [[320, 300], [1000, 600]]) {
    test(`fills ${width} x ${height} without scrolling`, () => onHost(
      `<iframe width="${width}" height="${height}" style="border:0" title="figure" src="${embed()}"></iframe>`,
      async (page) => {
        const frame = await frameOf(page);
        const sizes = await frame.evaluate(() => ({
          over: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight],
          canvas: [document.querySelector('canvas').clientWidth, document.querySelector('canvas').clientHeight],
          toolbar: document.querySelector('.toolbar').clientHeight,
        }));
        assert.ok(sizes.over.every((over) => over <= 0), `${sizes.over}`);
        assert.ok(sizes.toolbar <= 30, `the line with the link is ${sizes.toolbar} high`);
        assert.ok(sizes.canvas[0] >= width - 20 && sizes.canvas[1] + sizes.toolbar >= height - 20, `${sizes.canvas}`);
      }));
  }

  test('the query sets parameters, figure, theme, locks and parts', () => onHost(
    `<iframe width="800" height="500" title="figure" src="${embed(`lesson=${first}&temperature=0.25&theme=dark&lock=temperature&ui=figure`)}"></iframe>`,
    async (page) => {
      const frame = await frameOf(page);
      assert.equal(await frame.evaluate(() => window.lab.get('temperature')), 0.25);
      assert.equal(await frame.evaluate(() => window.lab.params().find(({ id }) => id === 'temperature').locked), true);
      assert.equal(await frame.evaluate(() => document.documentElement.dataset.theme), 'dark');
    }));

  test('starts when it is in sight, where a poster stands until then', () => onHost(
    `<div style="height:4000px"></div><iframe width="640" height="480" title="figure" src="${embed()}"></iframe>`,
    async (page) => {
      const frame = await (await page.waitForSelector('iframe')).contentFrame();
      await frame.waitForFunction(() => window.lab);
      await page.waitForTimeout(1500);
      assert.equal(await frame.evaluate(() => window.lab.started), false);
      const poster = () => frame.evaluate(() => document.querySelector('.poster img').naturalWidth > 0);
      assert.equal(await poster(), false, 'nor is a picture fetched that nobody sees');
      let release;
      const held = new Promise((done) => { release = done; });
      await page.route(/lab-module[\w.-]*\.wasm/, (route) => held.then(() => route.continue()));
      await page.evaluate(() => document.querySelector('iframe').scrollIntoView());
      await eventually(async () => assert.ok(await poster()));
      release();
      await frameOf(page);
    }));

  test('has one figure without tabs, and its controls behind a button; is light whatever the system is', () => onHost(
    `<iframe width="480" height="480" title="figure" src="${embed()}"></iframe>`,
    async (page) => {
      const frame = await frameOf(page);
      await settled(frame);
      assert.equal(await frame.evaluate(() => document.documentElement.dataset.theme), 'light');
      assert.equal(await frame.locator('.embed-tabs').isVisible(), false);
      const before = await frame.evaluate(() => window.lab.rect('figure'));
      assert.ok(before.height > 400, `the figure comes first: ${before.height}`);
      assert.equal(await frame.evaluate(() => window.lab.rect('temperature')), null);
      await frame.getByRole('button', { name: 'Controls' }).click();
      await settled(frame);
      const field = await frame.evaluate(() => window.lab.rect('temperature'));
      assert.ok(field.width > 40);
      const sizes = await frame.evaluate(() => [window.lab.rect('figure').height, document.documentElement.scrollHeight - innerHeight]);
      assert.ok(sizes[0] >= 230 && sizes[1] <= 0, `${sizes}`);
      await frame.locator('[data-param=temperature] input[type=number]').fill('0.5');
      await frame.locator('[data-param=temperature] input[type=number]').blur();
      await frame.getByRole('button', { name: 'Reset', exact: true }).last().click();
      assert.equal(await frame.evaluate(() => window.lab.get('temperature')), 1, 'back to what was embedded');
      assert.deepEqual(await audit(frame), []);
    }, { context: { colorScheme: 'dark' } }));

  test('has the controls that are named, over the figure where there is no room; tabs where asked; says all that is not there until it is read', () => onHost(
    `<iframe id="high" width="480" height="560" title="high" src="${embed(`lesson=${first}&temperature=0.5&controls=score,temperature,%3Cb%3Ex,tempo&lock=score,bar&zzz=1&utm_source=x&tabs&theme=auto`)}"></iframe>
     <iframe id="low" width="320" height="300" title="low" src="${embed(`lesson=${first}&controls=temperature&tabs`)}"></iframe>`,
    async (page) => {
      const [high, low] = await Promise.all(['#high', '#low'].map(async (id) => (await page.waitForSelector(id)).contentFrame()));
      for (const frame of [high, low]) await frame.waitForFunction(() => window.lab?.started && document.querySelector('.figure.is-live'));
      const shown = (frame) => frame.locator('.embed-controls.is-unfolded .widget:not(.is-left-out)').evaluateAll((widgets) => widgets.map(({ dataset }) => dataset.param));
      await eventually(async () => assert.deepEqual(await shown(high), ['score', 'temperature']));
      assert.deepEqual(await shown(low), []);
      assert.ok(await low.getByRole('button', { name: 'Controls' }).isVisible());
      const notice = high.locator('.stage-notice');
      for (const said of ['parameter “zzz”;', 'parameter “bar”;', 'controls “<b>x” and “tempo”; there are']) assert.ok((await notice.innerText()).includes(said), said);
      const [said, drawn] = [await notice.boundingBox(), await high.locator('.figure').boundingBox()];
      assert.ok(said.y + said.height <= drawn.y, 'it covers nothing of the figure');
      await high.getByRole('button', { name: 'Close the notice' }).click();
      assert.equal(await notice.isVisible(), false);
      assert.deepEqual(await high.locator('.widget.is-locked').evaluateAll((widgets) => widgets.map(({ dataset, title }) => [dataset.param, title])), [['score', 'Fixed by this page']]);
      assert.ok(await low.locator('.stage-notice').isHidden());
      await settled(low);
      const height = () => low.evaluate(() => window.lab.rect('figure').height);
      const whole = await height();
      const button = low.getByRole('button', { name: 'Controls', exact: true });
      for (const close of [() => low.getByRole('button', { name: 'Close the controls' }).click(), () => low.locator('.is-over .widget:not(.is-left-out) input').first().press('Escape')]) {
        await button.click();
        assert.ok(await low.locator('.is-over .widget:not(.is-left-out) input').first().evaluate((field) => field === document.activeElement));
        await settled(low);
        assert.equal(await height(), whole, 'controls lie over the figure');
        assert.deepEqual(await audit(low), []);
        await close();
        assert.deepEqual(await shown(low), []);
        assert.ok(await button.evaluate((node) => node === document.activeElement));
      }
      assert.equal(await high.evaluate(() => document.documentElement.dataset.theme), undefined, 'auto: as the system');
      const more = low.getByLabel('More figures');
      assert.equal(await more.locator('option').first().textContent(), '1 more');
      await more.selectOption('temperature-sweep');
      await low.waitForFunction(() => window.lab.figure() === 'temperature-sweep');
      await eventually(async () => assert.deepEqual(await low.locator('.embed-tabs button:visible').evaluateAll((all) => all.map(({ dataset }) => dataset.figureId)), ['temperature-sweep']));
      assert.ok(await high.getByLabel('More figures').isHidden());
      const tabs = high.locator('.embed-tabs button');
      assert.equal(await tabs.count(), await high.evaluate(() => window.lab.figures().length));
      await tabs.nth(1).click();
      await high.waitForFunction(() => window.lab.figure() === window.lab.figures()[1].id);
      assert.deepEqual(await shown(high), ['score', 'temperature'], 'the named ones stay');
    }, { context: { colorScheme: 'dark' } }));

  test('prints the picture of the moment, and before it has started the figure\'s still', () => onHost(
    `<iframe width="640" height="480" title="figure" src="${embed()}"></iframe><div style="height:4000px"></div>
     <iframe id="far" width="640" height="480" title="far" src="${embed(`lesson=${first}&figure=temperature-sweep`)}"></iframe>`,
    async (page) => {
      const frame = await frameOf(page);
      const far = await (await page.waitForSelector('#far')).contentFrame();
      await far.waitForFunction(() => window.lab);
      await page.emulateMedia({ media: 'print' });
      await frame.evaluate(() => dispatchEvent(new Event('beforeprint')));
      const poster = (of) => of.evaluate(() => {
        const image = document.querySelector('.poster img');
        const { width, height } = image.getBoundingClientRect();
        return { src: image.currentSrc.slice(0, 22), width, height, drawn: image.naturalWidth > 0, canvas: getComputedStyle(document.querySelector('.figure-keys')).display };
      });
      await eventually(async () => {
        const { src, width, height, drawn, canvas } = await poster(frame);
        assert.equal(src, 'data:image/png;base64,');
        assert.ok(drawn && width > 300 && height > 300 && height < 480, `${width} x ${height}`);
        assert.equal(canvas, 'none');
      });
      const { width } = await poster(far);
      assert.ok(width > 300, 'a place for the still, which a browser fetches as it prints');
      assert.match(await far.evaluate(() => document.querySelector('.poster img').src), /pooling-temperature-sweep-light\.svg$/);
    }));

  test('an unknown lesson is said in words', () => site.visit('embed.html?lesson=nowhere', async (page) => {
    await page.waitForFunction(() => /nowhere/.test(document.querySelector('.figure-notice').textContent));
    assert.ok(!await page.locator('.poster img').isVisible(), 'no broken picture');
    assert.match(await page.locator('.figure-notice').innerText(), new RegExp(`${first}, .*${slugs.at(-1)}\\.$`), 'and the legal ones are named, and no more is said');
  }, { allowed: /404|nowhere/ }));

  test('axe', () => site.play(`embed.html?lesson=${first}`, async (page) => assert.deepEqual(await audit(page), [])));
});

describe('messages', { timeout: 120_000 }, () => {
  const talk = `<iframe name="figure-7" width="640" height="480" title="figure"></iframe>
    <script>
      window.heard = [];
      addEventListener('message', ({ data }) => window.heard.push(data));
      window.say = (message) => document.querySelector('iframe').contentWindow.postMessage(message, '*');
      window.ask = (id, call, ...args) => new Promise((done) => {
        addEventListener('message', ({ data }) => data.id === id && done(data));
        window.say({ type: 'attention-lab', version: 1, id, call, args });
      });
    </script>`;
  const conversation = (use) => onHost(talk, async (page) => {
    await page.evaluate((src) => { document.querySelector('iframe').src = src; }, embed());
    await page.waitForFunction(() => window.heard.some(({ event }) => event === 'ready'), null, { timeout: 30_000 });
    await use(page);
  });

  test('every report carries type, version, the frame\'s name and an event', () => conversation(async (page) => {
    const heard = await page.evaluate(() => window.heard);
    for (const { type, version, id, event } of heard) {
      assert.deepEqual([type, version, id], ['attention-lab', 1, 'figure-7']);
      assert.match(event, /^(ready|progress|height|change|frame)$/);
    }
    assert.ok(heard.some(({ event }) => event === 'progress'));
    assert.ok(heard.find(({ event }) => event === 'height').height >= 280);
  }));

  test('calls are answered under their own id, changes are reported', () => conversation(async (page) => {
    const answer = await page.evaluate(() => window.ask('a1', 'set', { temperature: 0.5 }));
    assert.deepEqual([answer.event, answer.value], ['result', { ok: true, errors: {} }]);
    assert.equal((await page.evaluate(() => window.ask('a2', 'get', 'temperature'))).value, 0.5);
    await page.waitForFunction(() => window.heard.some(({ event, id }) => event === 'change' && id === 'figure-7'));
    const weights = (await page.evaluate(() => window.ask('a3', 'read', 'weights').then(({ value }) => [...value.data]))).reduce((a, b) => a + b);
    assert.ok(Math.abs(weights - 1) < 1e-5);
    const refused = await page.evaluate(() => window.ask('a4', 'set', { temperature: 'hot' }));
    assert.equal(refused.value.ok, false);
    assert.ok(refused.value.errors.temperature.length > 5);
  }));

  test('what is no call of ours is ignored, and no other function can be reached', () => conversation(async (page) => {
    const before = await page.evaluate(() => window.heard.length);
    await page.evaluate(() => {
      for (const message of [null, 7, 'text', {}, { type: 'attention-lab' }, { type: 'attention-lab', version: 2, id: 'x', call: 'reset' },
        { type: 'other', version: 1, id: 'x', call: 'reset' }, { type: 'attention-lab', version: 1, id: 'x', call: 5 }]) window.say(message);
    });
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate(() => window.heard.filter(({ id }) => id === 'x').length), 0);
    assert.ok(before > 0);
    for (const call of ['attach', 'call', 'constructor', 'drawNow', 'emit'])
      assert.equal((await page.evaluate((name) => window.ask(`n-${name}`, name), call)).event, 'error', call);
    const wrong = await page.evaluate(() => window.ask('w', 'get', 'nothing'));
    assert.match(wrong.message, /nothing/);
    assert.match((await page.evaluate(() => window.ask('t', 'theme', '<b>'))).message, /no theme/);
    assert.equal((await page.evaluate(() => window.ask('d', 'theme', 'dark'))).event, 'result');
    assert.equal(await page.frames()[1].evaluate(() => document.documentElement.dataset.theme), 'dark');
  }));

  test('page keys that the figure does not want go to the page around it', () => conversation(async (page) => {
    await page.frameLocator('iframe').locator('#lab-keys').focus();
    await page.keyboard.press('PageDown');
    await page.waitForFunction(() => window.heard.some(({ event, key }) => event === 'key' && key === 'PageDown'));
  }));
});

describe('custom element', { timeout: 120_000 }, () => {
  const script = () => host.script;

  test('makes one iframe, sizes it, reports, and can be called', () => onHost(
    `<attention-lab id="lab" lesson="${first}" temperature="0.5"></attention-lab>${script()}
     <script>window.heard = []; for (const name of ['ready', 'progress', 'change']) document.getElementById('lab').addEventListener(name, () => heard.push(name));</script>`,
    async (page) => {
      await page.waitForFunction(() => window.heard.includes('ready'), null, { timeout: 30_000 });
      assert.equal(await page.locator('attention-lab iframe').count(), 1);
      const call = (name, ...args) => page.evaluate(([what, values]) => document.getElementById('lab').call(what, ...values), [name, args]);
      assert.equal(await call('get', 'temperature'), 0.5);
      assert.deepEqual(await call('set', { temperature: 2 }), { ok: true, errors: {} });
      await page.waitForFunction(() => window.heard.includes('change'));
      await assert.rejects(call('get', 'nothing'), /nothing/);
      const height = () => page.locator('attention-lab iframe').evaluate((frame) => frame.clientHeight);
      const tall = await height();
      await page.setViewportSize({ width: 500, height: 800 });
      await eventually(async () => assert.notEqual(await height(), tall, 'the height follows the width'));
      await page.evaluate((slug) => document.getElementById('lab').setAttribute('lesson', slug), second);
      await page.waitForFunction(async (slug) => (await document.getElementById('lab').call('lessons')) && document.querySelector('iframe').src.includes(slug), second);
    }));

  for (const slug of everyThird(1)) {
    test(`${slug}: the figure is high enough to be read, from 320 to 1000 px`, () => onHost(
      `<div id="place" style="width: 320px"><attention-lab lesson="${slug}"></attention-lab></div>${script()}`,
      async (page) => {
        const frame = await frameOf(page);
        for (const width of [320, 480, 760, 1000]) {
          await page.evaluate((pixels) => { document.getElementById('place').style.width = `${pixels}px`; }, width);
          await eventually(async () => { // the width, then the height that follows from it
            await settled(frame);
            const { figure, canvas, over } = await frame.evaluate(() => {
              const { width: across, height: down } = document.querySelector('canvas').getBoundingClientRect();
              return { figure: window.lab.rect('figure'), canvas: [across, down], over: document.documentElement.scrollHeight - innerHeight };
            });
            assert.ok(canvas[0] > width - 20 && canvas[0] <= width, `${width}: the canvas is ${canvas}`);
            assert.ok(figure.x >= 0 && figure.y >= 0 && figure.x + figure.width <= canvas[0] + 1 && figure.y + figure.height <= canvas[1] + 1, `${width}: the figure lies in the canvas`);
            assert.ok(over <= 0, `${width}: nothing scrolls`);
            assert.ok(figure.height >= 320, `${width}: the figure is ${figure.height} px high`);
          });
        }
      }, { context: { viewport: { width: 1100, height: 1000 } } }));
  }

  test('a changed attribute changes the figure, a removed one restores the default', () => onHost(
    `<attention-lab id="lab" lesson="${first}" height="400" temperature="0.5"></attention-lab>${script()}`,
    async (page) => {
      const frame = await frameOf(page);
      const temperature = (value) => frame.waitForFunction((wanted) => window.lab.get('temperature') === wanted, value);
      await temperature(0.5);
      await page.evaluate(() => document.getElementById('lab').setAttribute('temperature', '0.2'));
      await temperature(0.2);
      await page.evaluate(() => document.getElementById('lab').removeAttribute('temperature'));
      await temperature(1);
    }));

  test('takes the page\'s theme, follows it, and grows with what is unfolded', () => onHost(
    `<style>.night { background: #111 }</style><div style="width: 480px"><attention-lab id="lab" lesson="${first}"></attention-lab></div>
     <attention-lab id="named" lesson="${first}" controls="temperature" loading="eager"></attention-lab>${script()}`,
    async (page) => {
      const frame = await frameOf(page);
      await settled(frame);
      const theme = () => frame.evaluate(() => document.documentElement.dataset.theme);
      assert.equal(await theme(), 'light');
      await page.evaluate(() => document.body.classList.add('night'));
      await eventually(async () => assert.equal(await theme(), 'dark'));
      await page.evaluate(() => document.getElementById('lab').setAttribute('theme', 'light'));
      await eventually(async () => assert.equal(await theme(), 'light'));
      const height = () => page.locator('#lab iframe').evaluate((node) => node.clientHeight);
      const folded = await height();
      await frame.getByRole('button', { name: 'Controls' }).click();
      await eventually(async () => assert.ok(await height() > folded + 60, `${await height()} after ${folded}`));
      await settled(frame);
      assert.ok(await frame.evaluate(() => window.lab.rect('figure').height) >= 320);
      assert.ok(await frame.evaluate(() => { const panel = document.querySelector('.embed-controls'); return panel.scrollHeight <= panel.clientHeight; }), 'nothing scrolls in it');
      await frame.getByRole('button', { name: 'Controls' }).click();
      await eventually(async () => assert.equal(await height(), folded));
      await page.evaluate(() => scrollTo(0, 2000));
      const named = await (await page.waitForSelector('#named iframe')).contentFrame();
      await eventually(async () => assert.ok(await named.locator('.embed-controls.is-unfolded').count() === 1));
    }, { context: { viewport: { width: 700, height: 1000 }, colorScheme: 'dark' } }));

  test('is a still on paper where nobody has been, and one on the way until it plays', () => onHost(
    `<attention-lab id="near" lesson="${first}"></attention-lab><div style="height:9000px"></div><attention-lab id="far" lesson="${first}" figure="temperature-sweep"></attention-lab>${script()}`,
    async (page) => {
      await frameOf(page);
      await eventually(async () => assert.equal(await page.locator('#near img').count(), 0));
      const fetched = () => page.locator('#far img').evaluate((image) => image.naturalWidth > 0);
      assert.equal(await fetched(), false);
      await page.pdf();
      assert.ok(await fetched());
      assert.equal(await page.locator('#far iframe').evaluate((frame) => frame.style.visibility), '', 'only on paper');
    }));

  test('keeps a given height', () => onHost(
    `<attention-lab lesson="${first}" height="333"></attention-lab>${script()}`,
    async (page) => {
      const frame = await frameOf(page);
      await ready(frame);
      await settled(frame);
      assert.equal(await page.locator('iframe').evaluate((node) => node.clientHeight), 333);
    }));

  test('gives the context back far off screen and takes it again', () => onHost(
    `<attention-lab lesson="${first}" height="400"></attention-lab><div style="height:6000px"></div>${script()}`,
    async (page) => {
      const frame = await frameOf(page);
      await page.evaluate(() => scrollTo(0, 6000));
      await frame.waitForFunction(() => document.querySelector('.figure.is-released'), null, { timeout: 40_000, polling: 500 });
      await page.evaluate(() => scrollTo(0, 0));
      await frame.waitForFunction(() => !document.querySelector('.figure.is-released'), null, { timeout: 20_000, polling: 500 });
      assert.ok(await frame.evaluate(() => !document.querySelector('canvas').getContext('webgl2').isContextLost()));
    }, { allowed: /CONTEXT_LOST|context lost/i, init: observeLate }));
});

/** Intersections as a busy page tells them: all that came about since it last listened at once, the oldest first. */
function observeLate() {
  window.IntersectionObserver = class extends IntersectionObserver {
    constructor(tell, options) {
      const seen = [];
      super((entries, observer) => {
        seen.push(...entries);
        tell([...seen], observer);
      }, options);
    }
  };
}
