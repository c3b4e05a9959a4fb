// Somebody's page, on another origin than the site, with a figure of the site in it.
import { createServer } from 'node:http';

import { Site } from './site.mjs';

export class Host {
  #pages = new Map();

  static async start() {
    const host = new Host();
    host.site = await Site.start();
    host.server = createServer((request, response) => {
      const html = host.#pages.get(request.url.split('?')[0]);
      response.writeHead(html ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' }).end(html ?? '');
    });
    await new Promise((listening) => { host.server.listen(0, '127.0.0.1', listening); });
    host.address = `http://127.0.0.1:${host.server.address().port}`;
    return host;
  }

  async stop() {
    await this.site.stop();
    this.server.close();
    this.server.closeAllConnections();
  }

  /** Puts `body` on the page and runs `use(page)` there; `options` as Site.open() has them. */
  async show(body, use, options) {
    this.#pages.set('/favicon.ico', ' ');
    this.#pages.set('/', `<!doctype html><html lang="en"><title>Somebody's page</title><link rel="icon" href="data:,"><body>${body}`);
    await this.site.visit(this.address, use, options);
  }

  embed(query) {
    return `${this.site.address}embed.html?${query}`;
  }

  /** What makes <attention-lab> known. */
  get script() {
    return `<script type="module" src="${this.site.address}attention-lab.js"></script>`;
  }
}

/** The frame of the first iframe that `selector` finds, when its figure plays. */
export async function frameOf(page, selector = 'iframe') {
  const frame = await (await page.waitForSelector(selector)).contentFrame();
  await frame.waitForFunction(() => window.lab?.started && document.querySelector('.figure.is-live'), null, { timeout: 30_000 });
  return frame;
}
