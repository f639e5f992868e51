import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { programPath } from './engines.ts';
import { flawOfAnswer, flawOfFrame, flawOfMessage, routeOf } from './wire.ts';

export const chromiumPath = programPath('chromium');

/** A name that the browser does not take for its own machine, though it leads there. */
export const FAR_HOST = 'arena.test';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${FAR_HOST} 127.0.0.1`,
];

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath!, args: FLAGS });

export interface Visit {
  page: Page;
  /** What the page complained about, and whom else it called. */
  complaints: string[];
}

/** Pages that earlier tests have left: a new one costs several times what a test does with it. */
const left = new WeakMap<Browser, Map<string, Page[]>>();

/** A page without memory of others. */
export async function visit(browser: Browser, origin: string, { width = 1280, height = 900 } = {}): Promise<Visit> {
  const pages = leftIn(browser, origin);
  const page = pages.pop() ?? awaitCode(await (await browser.newContext({ baseURL: origin })).newPage());
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: 'light' });
  onTestFinished(async () => {
    if (await isCleared(page, origin)) pages.push(page);
    else await page.context().close();
  });
  return { page, complaints: complaintsOf(page, origin) };
}

/** A page in a browser of its own, which goes with the test: for what cannot be taken back. */
export async function visitAlone(browser: Browser, origin: string, options?: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  if (options?.javaScriptEnabled !== false) awaitCode(page);
  return { page, complaints: complaintsOf(page, origin) };
}

/** An empty page that another server serves. */
export async function pageElsewhere(browser: Browser, host: string): Promise<Page> {
  const site = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<title>Elsewhere</title>'),
  );
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const context = await browser.newContext();
  onTestFinished(async () => {
    await context.close();
    site.closeAllConnections();
    site.close();
  });
  const page = await context.newPage();
  await page.goto(`http://${host}:${(site.address() as AddressInfo).port}/`);
  return page;
}

/** What the server drew answers nobody: a page is there when its code is. */
function awaitCode(page: Page): Page {
  const goto = page.goto.bind(page);
  page.goto = async (...where) => {
    const answer = await goto(...where);
    await page.locator('#app[aria-busy]').waitFor({ state: 'detached' });
    return answer;
  };
  return page;
}

function leftIn(browser: Browser, origin: string): Page[] {
  const origins = left.get(browser) ?? new Map<string, Page[]>();
  left.set(browser, origins);
  const pages = origins.get(origin) ?? [];
  origins.set(origin, pages);
  return pages;
}

/** Whether it remembers nothing and heeds nobody now; false: it was closed, or does not answer. */
async function isCleared(page: Page, origin: string): Promise<boolean> {
  try {
    for (const event of ['console', 'dialog', 'pageerror', 'request', 'response', 'websocket'] as const) {
      page.removeAllListeners(event);
    }
    await page.unrouteAll();
    await page.context().clearPermissions();
    await page.goto('about:blank');
    const tools = await page.context().newCDPSession(page);
    await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cookies,local_storage' });
    await tools.detach();
    return true;
  } catch {
    return false;
  }
}

function complaintsOf(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).host !== new URL(origin).host) {
      complaints.push(`a request to ${request.url()}`);
    }
  });
  return complaints;
}

/** Holds what the page of the site and its server say to each other against the schemas. */
export function overhear(page: Page): void {
  const flaws: string[] = [];
  const reading: Promise<void>[] = [];
  const note = (flaw: string | undefined) => void (flaw && flaws.push(flaw));
  page.on('websocket', (socket) => {
    if (!socket.url().endsWith('/live')) return;
    socket.on('framereceived', ({ payload }) => note(flawOfFrame(String(payload))));
    socket.on('framesent', ({ payload }) => note(flawOfMessage(String(payload))));
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const path = pathname.slice(Math.max(0, pathname.indexOf('/api/v1/')));
    // What is opened is answered with itself, not with the list of that path.
    const opened = response.request().method() === 'POST' && path === '/api/v1/competitions';
    if (!routeOf(path) || opened) return;
    const gone = () => {};
    reading.push(response.json().then((body) => note(flawOfAnswer(path, response.status(), body)), gone));
  });
  onTestFinished(async () => {
    await Promise.all(reading);
    expect(flaws).toEqual([]);
  });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that the colour scheme has a say in. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** What keeps people with disabilities from using the page, serious things only. Of a long list its first rows speak for all. */
export async function barriers(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async (runOnly) => {
    // biome-ignore lint/suspicious/noExplicitAny: the script above defines it on the page
    const { violations } = await (globalThis as any).axe.run(
      { exclude: [['ol[aria-label="Moves"] li:nth-child(n+6)']] },
      { resultTypes: ['violations'], ...(runOnly && { runOnly }) },
    );
    return violations
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }: { id: string; nodes: { target: string[] }[] }) =>
          `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
  }, rules);
}

export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** What is wrong with the page on a desktop and on a phone, in light and in dark colours. */
export async function flaws(page: Page): Promise<string[]> {
  const found: string[] = [];
  const note = (look: string, some: string[]) => found.push(...some.map((flaw) => `${look}: ${flaw}`));
  for (const [width, one, other] of [
    [1280, 'light', 'dark'],
    [390, 'dark', 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: one });
    if (await isTooWide(page)) found.push(`wider than ${width}`);
    note(`${width} ${one}`, await barriers(page));
    await page.emulateMedia({ colorScheme: other });
    note(`${width} ${other}`, await barriers(page, OF_COLOUR));
  }
  return found;
}
