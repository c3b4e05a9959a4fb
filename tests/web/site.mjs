// What the page tests share: the built site on a server of its own, Chromium with software GL, and pages that fail on any console error,
// policy violation or third-party request.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';
import { serve } from '../../tools/serve.mjs';

const build = process.env.ATTENTION_LAB_WEB_BUILD ?? fileURLToPath(new URL('../../build/web', import.meta.url));
export const siteFolder = path.join(build, 'site');
assert.ok(existsSync(path.join(siteFolder, 'index.html')), `no site in ${siteFolder}: build it first (tools/run.sh --build-only)`);

const FLAGS = [
  '--no-sandbox', '--enable-unsafe-swiftshader', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--no-first-run', '--disable-quic',
];
/** What Chromium says of itself when it puts the page together without GL: it reads the figure back. */
const ITS_OWN = /GPU stall due to ReadPixels/;
/** The page itself put together by the same software GL as the figure: a sixth slower, and a screenshot never misses the figure's last frame. */
const COMPOSITED = ['--use-gl=angle', '--use-angle=swiftshader'];
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const onTheFrontPage = [...readFileSync(path.join(siteFolder, 'index.html'), 'utf8').matchAll(/<li value="\d+"><a href="([a-z0-9-]+)\//g)].map(([, slug]) => slug);
const asked = process.env.ATTENTION_LAB_LESSONS?.split(',');
/** Folders of the lessons, in the course's order, from the front page; while writing tests ATTENTION_LAB_LESSONS=slug,slug names those wanted. */
export const slugs = onTheFrontPage.filter((slug) => !asked || asked.includes('all') || asked.includes(slug));
/**
 * Every third lesson, from the first, the second or the third on: for tests that ask about the page more than about the lesson. Several such
 * files go through all lessons together. Where ATTENTION_LAB_LESSONS names lessons, or `all`, it is all of these.
 */
export const everyThird = (from) => slugs.filter((_, i) => asked || i % 3 === from);
/** {lesson: [parts]} of the plain program, and whether it is cut at all: an older compiler leaves it in one piece. */
export const parts = JSON.parse(readFileSync(path.join(build, 'lab/lab-module.parts.json'), 'utf8'));
export const inParts = Object.values(parts).some((files) => files.length > 0);

export class Site {
  static async start({ screenshots = false } = {}) {
    const site = new Site();
    ({ server: site.server, address: site.address } = await serve(siteFolder, 0));
    site.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: screenshots ? [...FLAGS, ...COMPOSITED] : FLAGS });
    return site;
  }

  async stop() {
    await this.browser?.close();
    this.server?.close();
    this.server?.closeAllConnections();
  }

  /**
   * Opens `address` (relative to the site) in a context of its own: {page, context, close()}. `close` fails on what a reader's browser
   * would complain of; `allowed` is a pattern of complaints that the test provokes.
   */
  async open(address, { allowed, init, context: options = {} } = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block', ...options });
    const complaints = [];
    const page = await context.newPage();
    this.#watch(page, complaints);
    await page.addInitScript(countAskedFrames);
    if (init) await page.addInitScript(init);
    const close = async () => {
      await context.close();
      const left = complaints.filter((line) => !allowed?.test(line) && !ITS_OWN.test(line) && !/Service Worker registration blocked/.test(line));
      assert.deepEqual(left, [], 'complaints of the browser');
    };
    try {
      await page.goto(new URL(address, this.address).href);
    } catch (error) {
      await context.close();
      throw error;
    }
    return { page, context, close };
  }

  /** Opens as `open`, runs `use(page, context)` and closes. */
  async visit(address, use, options) {
    const { page, context, close } = await this.open(address, options);
    try {
      await use(page, context);
    } catch (error) {
      await context.close();
      throw error;
    }
    await close();
  }

  #watch(page, complaints) {
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^https?:$/.test(protocol) && origin !== new URL(this.address).origin && !/^http:\/\/127\.0\.0\.1:/.test(origin)) complaints.push(`third party: ${request.url()}`);
    });
    page.on('requestfailed', (request) => !/ERR_ABORTED/.test(request.failure()?.errorText) && complaints.push(`failed: ${request.url()}`));
    page.on('response', (response) => response.status() >= 400 && complaints.push(`${response.status()}: ${response.url()}`));
  }

  /** A page whose figure has started and drawn. */
  async play(address, use, options) {
    await this.visit(address, async (page, context) => {
      await ready(page);
      await use(page, context);
    }, options);
  }
}

export async function ready(page) {
  await page.evaluate(() => window.lab.ready);
  await page.waitForFunction(() => document.querySelector('.figure').matches('.is-live, .is-headless'), null, { timeout: 30_000 });
}

/** Runs in the page before its scripts: `framesAsked` is how many frames are asked for and not yet drawn. */
function countAskedFrames() {
  const ask = window.requestAnimationFrame.bind(window), cancel = window.cancelAnimationFrame.bind(window);
  const asked = new Set();
  window.requestAnimationFrame = (draw) => {
    const handle = ask((now) => {
      asked.delete(handle);
      draw(now);
    });
    asked.add(handle);
    return handle;
  };
  window.cancelAnimationFrame = (handle) => {
    asked.delete(handle);
    cancel(handle);
  };
  Object.defineProperty(window, 'framesAsked', { get: () => asked.size });
}

/** Waits until the page has asked for no frame for `quiet` milliseconds. */
export async function settled(page, quiet = 100) {
  await page.evaluate(async (milliseconds) => {
    for (let since = performance.now(); performance.now() - since < milliseconds;) {
      if (window.framesAsked > 0) since = performance.now();
      await new Promise((done) => { setTimeout(done, 20); });
    }
  }, quiet);
}

/** Waits until the address bar says what the figure shows; it is written a moment after the last change. */
export const addressWritten = (page) => page.waitForFunction(() => location.href === window.lab.url());

/** Repeats `check` until it does not throw; what it threw last, if that takes too long. */
export async function eventually(check, milliseconds = 15_000) {
  for (const until = performance.now() + milliseconds; ;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((done) => { setTimeout(done, 100); });
    }
  }
}

/** The figure on the page, without its bar. A picture of the element itself would scroll there first. */
export async function pictureOf(page) {
  const [figure, bar] = await Promise.all(['.figure', '.toolbar'].map((part) => page.locator(part).boundingBox()));
  return page.screenshot({ clip: { ...figure, height: bar.y - figure.y } });
}

/** Opens all controls, or closes them: on a narrow page by the bar at its foot, on a wide one by the figure's. */
export async function toggleControls(page) {
  const foot = page.locator('[data-sheet=more]');
  await (await foot.isVisible() ? foot : page.locator('[data-action=controls]')).click();
}

/** The middle of a widget, handle or cell, in the page's coordinates. */
export async function middleOf(page, id) {
  const place = await page.evaluate((name) => {
    const rect = window.lab.rect(name);
    const box = document.querySelector('canvas').getBoundingClientRect();
    return rect && { x: box.x + rect.x + rect.width / 2, y: box.y + rect.y + rect.height / 2 };
  }, id);
  assert.ok(place, `lab.rect("${id}") is somewhere`);
  return place;
}

/** Violations that axe finds, each as one line. */
export async function audit(page) {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'], iframes: false });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`));
  });
}

/** A legal value other than the one it has, as text, for every parameter of the open lesson. Runs in the page. */
export function otherValues() {
  const pick = {
    number: ({ min, max, value, logarithmic }) => {
      const at = (t) => Number((logarithmic ? min * (max / min) ** t : min + t * (max - min)).toPrecision(3));
      return String(Math.abs(at(0.4) - value) > 1e-6 ? at(0.4) : at(0.6));
    },
    integer: ({ min, max, value, logarithmic }) => {
      const at = (t) => Math.round(logarithmic ? min * (max / min) ** t : min + t * (max - min));
      return String(at(0.4) !== value ? at(0.4) : at(0.6) !== value ? at(0.6) : max);
    },
    boolean: ({ value }) => String(!value),
    choice: ({ value, choices }) => choices.find(({ id }) => id !== value).id,
    text: ({ text }) => (text === 'one & two = three?' ? 'other' : 'one & two = three?'),
    matrix: ({ text, min, max, step, rows, cols }) => {
      if (text === '') return Array(Math.max(1, rows[0])).fill(Array(cols[0]).fill(Math.min(max, Math.max(min, 1))).join(',')).join(';');
      const [first, ...rest] = text.split(/([,;])/);
      const other = Number(first) + (step || 0.25) <= max ? Number(first) + (step || 0.25) : Math.max(min, Number(first) - (step || 0.25));
      return [Number(other.toPrecision(6)), ...rest].join('');
    },
    mask: ({ text }) => text.replace(/./, (bit) => (bit === '1' ? '0' : '1')),
  };
  pick.points = (row) => (row.text ? pick.matrix(row) : '0,1;1,2;2,0.5');
  return Object.fromEntries(window.lab.params().filter(({ type, choices }) => type !== 'choice' || choices.length > 1).map((row) => [row.id, pick[row.type](row)]));
}
