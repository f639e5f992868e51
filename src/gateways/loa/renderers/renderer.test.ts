import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stepRandom } from '../../../core/random.ts';
import { danceBattleBots } from '../../../games/dance-battle/bots.ts';
import { type Frame, matchUp, submit } from '../fixture.ts';
import { type HttpWorld, makeHttpWorld } from '../fixture-http.ts';

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Embeds the renderer as a site would: a frame without an origin of its own, known by its window. */
const HOST = (address: string) => `<!doctype html>
<link rel="icon" href="data:,"><style>html,body,iframe{margin:0;border:0;width:100%;height:100%}</style>
<iframe sandbox="allow-scripts" src="${address}"></iframe>
<script>
const frame = document.querySelector('iframe');
window.heard = [];
window.addEventListener('message', ({ data, origin, source }) => {
  if (source === frame.contentWindow && origin === 'null') window.heard.push(data);
});
window.tell = (message) => frame.contentWindow.postMessage(message, '*');
</script>`;

/** The publicStates of a match that bots dance, as a spectator gets them. */
async function danceWith(world: HttpWorld): Promise<Frame[]> {
  const { clients, gameId } = await matchUp(world, 'dance-battle', ['ann', 'ben', 'cid', '<b>dan</b>']);
  const sue = world.connect();
  sue.say({ type: 'subscribe_game', gameId });
  const match = world.arena.match(gameId)!;
  const bot = danceBattleBots[1]!;
  for (let round = 1; !match.outcome; round++) {
    const { status, state } = match.position;
    if (status.kind !== 'turn') break;
    for (const seat of status.must) {
      const random = stepRandom('d4'.repeat(32), round * 4 + seat);
      const move = bot.play(match.game.view(state, seat), status, seat, random) as Frame;
      for (const command of move.commands)
        if (command.kind === 'action') command.motto = `<img src=x onerror=alert(${round})>`;
      submit(clients[seat]!, gameId, move);
    }
    await world.settle();
  }
  return sue.frames.filter(({ type }) => type === 'game_state').map(({ publicState }) => publicState);
}

describe('11 the renderer of dance-battle', () => {
  let world: HttpWorld;
  let browser: Browser;
  let address: string;
  let states: Frame[];

  beforeAll(async () => {
    world = await makeHttpWorld();
    states = await danceWith(world);
    world.http.get('/host', async (request, reply) => {
      const { query } = request as { query: { src?: string } };
      return reply.type('text/html').send(HOST(query.src ?? '/renderers/dance-battle'));
    });
    await world.http.listen({ port: 0, host: '127.0.0.1' });
    address = `http://127.0.0.1:${(world.http.server.address() as AddressInfo).port}`;
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGS });
  });

  afterAll(async () => {
    await browser?.close();
    await world?.http.close();
  });

  type Motion = 'reduce' | 'no-preference';

  async function open(src = '', reducedMotion: Motion = 'reduce'): Promise<{ page: Page; problems: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1000, height: 720 }, reducedMotion });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('dialog', (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(`${address}/host${src && `?src=${encodeURIComponent(src)}`}`);
    return { page, problems };
  }

  const frameOf = (page: Page) => page.frames().find((frame) => frame.url().includes('/renderers/'))!;
  const tell = (page: Page, message: object) => page.evaluate((it) => (window as Frame).tell(it), message);
  const heard = (page: Page) => page.waitForFunction(() => (window as Frame).heard.length > 0);

  test('11.1 says that it is ready, draws floor, walls, dancers and beats, and follows the states to the result', async () => {
    const { page, problems } = await open();
    await heard(page);
    expect(await page.evaluate(() => (window as Frame).heard)).toEqual([{ type: 'loa:ready' }]);
    const [first] = states;
    await tell(page, { type: 'loa:init', gameId: 'g', gameType: 'dance-battle', publicState: first });
    const frame = frameOf(page);
    await frame.waitForSelector('.dancer');
    expect(await frame.locator('.tile').count()).toBe(17 * 17);
    expect(await frame.locator('.wall').count()).toBe(first.map.walls.length);
    expect(await frame.locator('.dancer').count()).toBe(4);
    expect(await frame.locator('#beats li').count()).toBe(first.beatSequence.rounds[0].beats.length);
    const middle = states[Math.floor(states.length / 2)];
    await tell(page, { type: 'loa:state', publicState: middle });
    await frame.waitForFunction(
      (title) => document.getElementById('title')?.textContent === title,
      `Dance Battle: round ${middle.round} of 30`,
    );
    expect(await frame.locator('#dancers tr').count()).toBe(4);
    expect(await frame.locator('.dancer.out').count()).toBe(
      middle.players.filter(({ eliminated }: Frame) => eliminated).length,
    );
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
    await tell(page, { type: 'loa:state', publicState: states.at(-1) });
    await frame.waitForFunction(() => /wins!|draw!/.test(document.getElementById('banner')?.textContent ?? ''));
    expect(problems).toEqual([]);
    await page.close();
  });

  test('11.1 dances a round beat by beat and ends where the state says', async () => {
    const { page, problems } = await open('', 'no-preference');
    await heard(page);
    await tell(page, { type: 'loa:init', publicState: states[0] });
    await tell(page, { type: 'loa:state', publicState: states[1] });
    const frame = frameOf(page);
    await frame.waitForSelector('#beats li.now');
    await frame.waitForFunction(() => document.getElementById('floor')?.dataset.round === '2');
    const { x, y } = states[1].players[0];
    const transform = await frame
      .locator('.dancer')
      .first()
      .evaluate((dancer) => (dancer as HTMLElement).style.transform);
    expect(transform).toBe(`translate(${x + 0.5}px, ${y + 0.5}px)`);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('11.2 shows what agents wrote as text and nothing else', async () => {
    const { page, problems } = await open();
    await heard(page);
    await tell(page, { type: 'loa:init', publicState: states.at(-1) });
    const frame = frameOf(page);
    await frame.waitForSelector('.said');
    expect(await frame.locator('img').count()).toBe(0);
    expect(await frame.locator('#dancers b').count()).toBe(0);
    expect(await frame.locator('.said').first().textContent()).toContain('<img src=x onerror=');
    expect(await frame.locator('#dancers').textContent()).toContain('<b>dan</b>');
    expect(problems).toEqual([]);
    await page.close();
  });

  test('11.3 listens to the page around it only, and only if that is where it says it is', async () => {
    const { page } = await open('/renderers/dance-battle?host=https://elsewhere.example');
    const frame = frameOf(page);
    await frame.waitForSelector('#title');
    await tell(page, { type: 'loa:init', publicState: states[0] });
    await frame.evaluate((state) => window.postMessage({ type: 'loa:init', publicState: state }, '*'), states[0]);
    await frame.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect(await frame.locator('.dancer').count()).toBe(0);
    expect(await page.evaluate(() => (window as Frame).heard)).toEqual([]);
    await page.close();
  });

  test('11.4 nonsense is not drawn and breaks nothing', async () => {
    const { page } = await open();
    await heard(page);
    const frame = frameOf(page);
    for (const message of [
      {},
      { type: 'loa:init' },
      { type: 'loa:state', publicState: states[0] },
      { type: 'loa:init', publicState: { map: {} } },
    ]) {
      await tell(page, message);
    }
    await tell(page, { type: 'loa:init', publicState: states[0] });
    await frame.waitForSelector('.dancer');
    expect(await frame.locator('.dancer').count()).toBe(4);
    await page.close();
  });

  test('11.5 is served with a policy that lets no other script run', async () => {
    const { headers, body } = await world.http.inject({ url: '/renderers/dance-battle' });
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(body).not.toMatch(/<script>|onload=|style=/);
  });
});
