// Longer than most files: one browser and one server for all that those who watch see.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Match } from '../../src/core/match.ts';
import { nowOf } from '../../src/gateways/now.ts';
import { chromiumPath, flaws, type Visit, visitAlone } from '../browser.ts';
import { finishedMatches, holder, NARROW, submit, testSite, WIDTHS } from '../site.ts';

const finished = finishedMatches();
const settings = { CROSSPLAY_BROADCAST_DELAY: '0', CROSSPLAY_EXHIBITIONS: '2' };
const site = testSite({ settings, records: finished.values() });

const begin = (game: string, ...names: string[]): Promise<Match> =>
  site.begin(
    game,
    names.map((name) => holder(name)),
  );

const end = (match: Match): Promise<void> =>
  new Promise((resolve) => match.end(undefined, 'seen enough', 'test', () => resolve()));

async function open(path: string, width?: number): Promise<Visit> {
  const visited = await site.visit(width);
  await visited.page.goto(path);
  return visited;
}

/** What moved on the page without anybody's doing, and when the first board was painted, by the browser's own account. */
async function measure(
  page: Page,
  path: string,
): Promise<{ shift: number; board: number | undefined; moved: string[] }> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  if (path === '/' || path.startsWith('/match/')) await page.locator('.board :is(svg, canvas)').first().waitFor();
  return page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn));
    await new Promise((idle) => requestIdleCallback(idle));
    const { measured } = globalThis as unknown as {
      measured: { shift: number; board: number | undefined; moved: string[] };
    };
    // Frames in which nothing could be painted yet, for want of styles, do not count.
    const painted = performance.getEntriesByName('first-contentful-paint')[0]!.startTime;
    return { ...measured, board: measured.board && Math.round(Math.max(measured.board, painted)) };
  });
}

/** Runs in the page before anything else does. */
function observe(): void {
  const measured = { shift: 0, board: undefined as number | undefined, moved: [] as string[] };
  Object.assign(globalThis, { measured });
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Element | null }[] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      measured.shift += value;
      for (const { node } of sources) measured.moved.push(`${node?.nodeName}.${node?.className}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const { port1: painted, port2: frame } = new MessageChannel();
  painted.onmessage = () => {
    measured.board = performance.now();
  };
  requestAnimationFrame(function look() {
    const { top = 0, height = 0 } = document.querySelector('.board :is(svg, canvas)')?.getBoundingClientRect() ?? {};
    if (height === 0 || top > innerHeight) return void requestAnimationFrame(look);
    // Comes when the frame that has the board is done.
    frame.postMessage('');
  });
}

describe.runIf(chromiumPath)('watching on the site', () => {
  test('nobody meets an empty page: house bots play while nothing else is on', async () => {
    for (const width of WIDTHS) {
      const { page, complaints } = await open('/', width);
      await page.getByText('Featured').waitFor();
      await expect.poll(() => page.locator('a.match').count()).toBe(2);
      expect(await page.locator('a.match').first().textContent()).toContain('House bot');
      expect(complaints).toEqual([]);
    }
    for (const { id } of await site.server.arena.live()) await end(site.server.local.match(id)!);
  });

  test('the featured match stands large, and cards tell ratings, clocks and who watches', async () => {
    const match = await begin('chess', 'ann', 'bob');
    await submit(match, 0, { uci: 'e2e4' });
    await begin('ttt', 'cy', 'di');
    for (const width of WIDTHS) {
      const { page, complaints } = await open('/', width);
      await page.getByText('Featured').waitFor();
      const card = page.getByRole('link', { name: /Chess/ }).first();
      await expect.poll(() => card.textContent()).toMatch(/ann.*1[25]00.*bob.*1[25]00/s);
      expect(await card.textContent()).toMatch(/\d:\d\d/);
      expect(await card.textContent()).not.toContain('watching');
      const viewer = await open(`/match/${match.id}`, width);
      const handle = (await site.server.arena.running(match.id))!;
      await expect.poll(async () => (await nowOf(handle)).watching).toBe(1);
      await submit(match, match.position.step % 2, { uci: ['e7e5', 'g1f3'][match.position.step - 1] });
      await expect.poll(() => card.textContent()).toContain('1 watching');
      const [large, small] = await Promise.all(
        ['.wall > .large .board', '.wall > :not(.large) .board'].map((one) => page.locator(one).first().boundingBox()),
      );
      expect(large!.width).toBeGreaterThan(1.5 * small!.width);
      if (width === NARROW) expect(await flaws(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await viewer.page.goto('about:blank');
    }
  });

  test('the front page with every board is at most 150 KB on the wire', async () => {
    const { page } = await open('/');
    const games = site.server.arena.games.map(({ id, title }) => ({
      id,
      title,
      size: site.server.arena.home(id).size,
    }));
    // The wall has room for a dozen.
    for (const some of [games.slice(0, 7), games.slice(7)]) {
      const matches: Match[] = [];
      for (const { id, size } of some) {
        matches.push(await begin(id, ...Array.from({ length: size }, (_, i) => `wall-${id}-${i}`)));
      }
      for (const { title } of some) {
        const card = page.locator('a.match').filter({ has: page.locator('.title').getByText(title) });
        await card.locator('.board > *').first().waitFor();
      }
      for (const match of matches) await end(match);
    }
    const bytes = await page.evaluate(() =>
      (
        [
          ...performance.getEntriesByType('navigation'),
          ...performance.getEntriesByType('resource'),
        ] as PerformanceResourceTiming[]
      )
        .filter(({ name }) => !name.includes('/api/'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    process.stdout.write(`the front page with ${games.length} boards: ${(bytes / 1024).toFixed(1)} KB\n`);
    expect(bytes).toBeGreaterThan(30 * 1024);
    expect(bytes).toBeLessThanOrEqual(150 * 1024);
  });

  test('a match in the fog is shown as it was a while ago, and says so', async () => {
    const match = await begin('resource-rush', 'ann', 'bob');
    const goOn = async (ticks: number): Promise<void> => {
      for (let tick = 0; tick < ticks; tick++) for (const seat of [0, 1]) await submit(match, seat, { action: 'wait' });
    };
    const card = (page: Page) => page.getByRole('link', { name: /Resource Rush/ });
    await goOn(6);
    for (const width of WIDTHS) {
      const { page } = await open('/', width);
      await card(page).getByText('first shown in 44 ticks').waitFor();
      await page.goto(`/match/${match.id}`);
      await page.getByText('is first shown here in 44 ticks').waitFor();
    }
    await goOn(49);
    for (const width of WIDTHS) {
      const { page, complaints } = await open(`/match/${match.id}`, width);
      await page.getByText('As it was 50 ticks ago').waitFor();
      const slider = page.getByRole('slider', { name: 'Step' });
      expect(await slider.evaluate((one: HTMLInputElement) => one.valueAsNumber > Number(one.min))).toBe(true);
      const colours = await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        const seen = new Set<number>();
        for (let i = 0; i < data.length; i += 4) seen.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
        return seen.size;
      });
      expect(colours).toBeGreaterThan(5);
      if (width === NARROW) expect(await flaws(page)).toEqual([]);
      await page.goto('/');
      await card(page).getByText('50 ticks ago').waitFor();
      expect(complaints).toEqual([]);
    }
    await end(match);
  });

  test('stocks and goals of a bazaar are nobody’s business while it is on, on desktop and phone', async () => {
    const match = await begin('trade_deal', 'ann', 'bob');
    for (const width of WIDTHS) {
      const { page, complaints } = await open(`/match/${match.id}`, width);
      const secret = page.getByText('Stock and goal are secret until the match is over.');
      await expect.poll(() => secret.count()).toBe(2);
      expect(await page.getByText(/the goal$/).count()).toBe(0);
      expect(complaints).toEqual([]);
    }
    await end(match);
  });

  test('a shared link shows the position, and lists show how matches ended', async () => {
    const { id } = finished.get('chess')!;
    for (const width of WIDTHS) {
      const { page, complaints } = await open(`/match/${id}`, width);
      const tag = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content');
      expect(await tag('title')).toMatch(/^.+ – .+, Chess$/);
      expect(await tag('description')).toBe('Bot 0 won in 99 moves. Replay and check it.');
      expect(await tag('image')).toBe(`${site.server.url}/api/v1/matches/${id}/picture.png`);
      const size = await page.evaluate(
        async (address) => {
          const image = new Image();
          image.src = address;
          await image.decode();
          return [image.naturalWidth, image.naturalHeight];
        },
        (await tag('image'))!,
      );
      expect(size).toEqual([1200, 630]);
      await page.goto('/matches?game=chess');
      const small = page.locator('.result img').first();
      if ((await page.locator('details').count()) > 0) await page.locator('details').first().click();
      await small.waitFor();
      await expect.poll(() => small.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      if (width === NARROW) expect(await flaws(page)).toEqual([]);
      expect(complaints).toEqual([]);
    }
  });

  test('boards are seen where no code runs, each where the code draws it', async () => {
    const matches: Match[] = [];
    for (const { id } of site.server.arena.games) {
      const { size } = site.server.arena.home(id);
      matches.push(await begin(id, ...Array.from({ length: size }, (_, i) => `${id}-${i}`)));
    }
    const viewport = { width: 390, height: 844 };
    const alone = await visitAlone(site.browser, site.server.url, { javaScriptEnabled: false, viewport });
    const whole = await visitAlone(site.browser, site.server.url, { viewport });
    const shown = [...matches.map(({ record }) => record), finished.get('chess')!, finished.get('resource-rush')!];
    for (const { id, game, seats } of shown) {
      await whole.page.goto(`/match/${id}`);
      // Only the reader's browser knows the hours there.
      await whole.page.locator('time').getByText(/\d/).waitFor();
      const { page } = alone;
      await page.goto(`/match/${id}`);
      await page.getByText(seats[0]!.name).first().waitFor();
      const [drawn, there] = await Promise.all(
        [page, whole.page].map((one) => one.locator('.board > *').first().boundingBox()),
      );
      expect({ game, ...drawn }).toEqual({ game, ...there });
    }
    await alone.page.goto('/');
    expect(await alone.page.locator('a.match .board > *').count()).toBeGreaterThan(3);
    expect([...alone.complaints, ...whole.complaints]).toEqual([]);
    for (const match of matches) await end(match);
  });

  test('boards are drawn before the socket says anything', async () => {
    const match = await begin('chess', 'gus', 'hal');
    await submit(match, 0, { uci: 'e2e4' });
    const { page, complaints } = await visitAlone(site.browser, site.server.url);
    await page.routeWebSocket(/\/live$/, () => {});
    // A document is good for all who come within half a second.
    await expect.poll(async () => (await fetch(site.server.url)).text()).toContain('"gus"');
    for (const path of ['/', `/match/${match.id}`]) {
      await page.goto(path);
      await page.locator('.board svg').first().waitFor();
      await page.getByText('gus').first().waitFor();
    }
    expect(complaints).toEqual([]);
    await end(match);
  });

  test('pages keep still while they load on a slow phone; the report says how soon the first board is there', async () => {
    const match = await begin('go', 'eve', 'fay');
    const { page } = await visitAlone(site.browser, site.server.url, {
      viewport: { width: 390, height: 844 },
      isMobile: true,
    });
    await page.addInitScript(observe);
    const tools = await page.context().newCDPSession(page);
    const throughput = (1.6 * 1024 * 1024) / 8;
    await tools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: throughput,
      uploadThroughput: throughput / 2,
    });
    await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const paths = [
      '/',
      '/matches',
      '/ladders',
      '/tables',
      '/challenge',
      '/connect',
      '/competitions',
      '/leagues',
      `/match/${match.id}`,
      `/match/${finished.get('chess')!.id}`,
      `/match/${finished.get('resource-rush')!.id}`,
    ];
    const jumps: string[] = [];
    // The browser's own start is not the site's.
    await page.goto('/llms.txt');
    for (const path of paths) {
      const { shift, board, moved } = await measure(page, path);
      const first = board === undefined ? '' : `, first board after ${board} ms`;
      process.stdout.write(`${path}: layout shift ${shift.toFixed(3)}${first}\n`);
      if (shift >= 0.05) jumps.push(`${path}: ${shift.toFixed(3)} ${[...new Set(moved)].join(', ')}`);
    }
    expect(jumps).toEqual([]);
  });
});
