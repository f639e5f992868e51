// Longer than most files: one browser for all of it, since starting one is dear.
import type { Page, WebSocketRoute } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { writeAnchors } from '../../src/core/anchors.ts';
import type { Match } from '../../src/core/match.ts';
import { stepRandom } from '../../src/core/random.ts';
import type { ExportedRecord } from '../../src/core/record.ts';
import { chessBots } from '../../src/games/chess/bots.ts';
import { renewHostToken } from '../../src/gateways/web/host-token.ts';
import { barriers, chromiumPath, FAR_HOST, flaws, isTooWide, overhear, visit, visitAlone } from '../browser.ts';
import { goldenRecords } from '../golden.ts';
import { proxyBelow } from '../proxy.ts';
import { newSigner } from '../signed.ts';
import { finishedMatches, holder, submit, testSite } from '../site.ts';

/** One finished match of every game. */
const shown = finishedMatches();
const finished = (game: string): ExportedRecord => shown.get(game)!;

let hostToken: string;
const site = testSite({
  settings: { CROSSPLAY_TIME_SCALE: '0.1', CROSSPLAY_HOSTS: FAR_HOST },
  records: shown.values(),
  async prepare({ documents }) {
    hostToken = await renewHostToken(documents);
    await writeAnchors(documents, 'ttt', [{ name: 'hard', rating: 1620, deviation: 12 }]);
  },
});
const { visit: visitSite, begin: beginMatch } = site;

const WIN = [0, 3, 1, 4, 2];

async function playToTheEnd(match: Match): Promise<void> {
  for (const [ply, cell] of WIN.entries()) if (ply >= match.position.step) await submit(match, ply % 2, { cell });
}

async function register(name: string): Promise<string> {
  const answer = await fetch(`${site.server.url}/api/v1/agents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  return ((await answer.json()) as { agentId: string }).agentId;
}

const told = (page: Page, text: string) => page.locator('ol[aria-label="Moves"]').getByText(text);

/** The steps that the list of moves names. */
const listed = (page: Page): Promise<string[]> => page.locator('ol[aria-label="Moves"] .number').allInnerTexts();

describe.runIf(chromiumPath)('the site in a browser', () => {
  test('the front page shows a live match on its wall, and its result when it is over', async () => {
    const { page, complaints } = await visitSite();
    const match = await beginMatch('ttt', [holder('wall-a', 'Wall Ann'), holder('wall-b', 'Wall Bob')]);
    await page.goto('/');
    await page
      .getByRole('link', { name: /Tic-Tac-Toe.*Wall Ann.*Wall Bob/ })
      .first()
      .waitFor();
    await playToTheEnd(match);
    await page.getByText('Wall Ann won, three in a row').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a live match is followed to its end without a reload', async () => {
    const { page, complaints } = await visitSite();
    const match = await beginMatch('ttt', [holder('live-a', 'Ann'), holder('live-b', 'Bob')]);
    await page.goto(`/match/${match.id}`);
    await page.getByText('Live', { exact: true }).last().waitFor();
    await submit(match, 0, { cell: 0 });
    await told(page, 'X top left').waitFor();
    await playToTheEnd(match);
    await page.getByText('Ann won, three in a row').first().waitFor();
    await page.getByRole('button', { name: 'Verify in this browser' }).waitFor();
    expect(await listed(page)).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(complaints).toEqual([]);
  });

  test('a page that is opened in the midst of a quick match shows it without a gap', async () => {
    const { page, complaints } = await visitSite();
    const match = await beginMatch('c4', [holder('quick-a', 'Ann'), holder('quick-b', 'Bob')]);
    const moves = goldenRecords()
      .find(({ folder: game, file }) => game === 'connect-four' && file === 'draw.json')!
      .record.entries.flatMap((entry) => (entry.kind === 'move' ? entry.moves : []));
    const opened = page.goto(`/match/${match.id}`).then(() => page.locator('.scrubber').waitFor());
    for (const { seat, move } of moves.slice(0, -1)) {
      await submit(match, seat, move);
      await new Promise((resolve) => setImmediate(resolve));
      if (match.position.step === 10) await opened;
    }
    await page
      .locator('.scrubber output')
      .getByText(`${moves.length - 1}/${moves.length - 1}`)
      .waitFor();
    expect(await listed(page)).toEqual(Array.from({ length: moves.length }, (_, step) => String(step)));
    expect(complaints).toEqual([]);
    match.end(undefined, 'test', 'test');
  });

  test('a page that lost its connection goes on where it was, without a gap', async () => {
    const { page } = await visitAlone(site.browser, site.server.url);
    overhear(page);
    const routes: WebSocketRoute[] = [];
    let reachable = true;
    await page.routeWebSocket(/\/live$/, (route) => {
      if (!reachable) return void route.close();
      route.connectToServer();
      routes.push(route);
    });
    const match = await beginMatch('ttt', [holder('lost-a', 'Ann'), holder('lost-b', 'Bob')]);
    await page.goto(`/match/${match.id}`);
    await submit(match, 0, { cell: 0 });
    await told(page, 'X top left').waitFor();
    reachable = false;
    await routes[0]!.close();
    await page.getByText('Connection lost').waitFor();
    for (const [seat, cell] of [
      [1, 3],
      [0, 1],
      [1, 4],
    ] as const)
      await submit(match, seat, { cell });
    reachable = true;
    await told(page, 'O centre').waitFor();
    expect(await listed(page)).toEqual(['0', '1', '2', '3', '4']);
    await page.context().setOffline(true);
    await page.getByText('Connection lost').waitFor();
    await page.context().setOffline(false);
    await page.getByText('Connection lost').waitFor({ state: 'hidden' });
    match.end(undefined, 'test', 'test');
  });

  test('a replay is scrubbed by slider, keys and address', async () => {
    const { page, complaints } = await visitSite();
    const { id, entries } = finished('chess');
    await page.goto(`/match/${id}#3`);
    const output = page.locator('.scrubber output');
    await output.getByText(`3/${entries.length}`).waitFor();
    await page.keyboard.press('ArrowRight');
    await output.getByText(`4/${entries.length}`).waitFor();
    expect(new URL(page.url()).hash).toBe('#4');
    await page.keyboard.press('Home');
    await output.getByText(`0/${entries.length}`).waitFor();
    await page.getByRole('slider', { name: 'Step' }).fill('10');
    await output.getByText(`10/${entries.length}`).waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await output.getByText(`11/${entries.length}`).waitFor();
    expect(complaints).toEqual([]);
  });

  test('a record from before matches were signed is refused when its result was changed', async () => {
    const { page } = await visitSite();
    const record = finished('ttt');
    await page.route(`**/${record.id}/record`, (route) =>
      route.fulfill({ json: { ...record, outcome: { kind: 'over', ranks: [2, 1], scores: [0, 1], reason: 'trick' } } }),
    );
    await page.goto(`/match/${record.id}`);
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText('This record is not to be trusted: result broken.').waitFor();
  });

  test('a match that was played here is verified with the server’s key, check by check', async () => {
    const { page, complaints } = await visit(site.browser, site.server.url);
    const match = await beginMatch('ttt', [holder('proof-a', 'Ann'), holder('proof-b', 'Bob')]);
    await playToTheEnd(match);
    await page.goto(`/match/${match.id}`);
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText('Everything holds.').waitFor();
    const checks = page.getByRole('list', { name: 'What was checked' }).getByRole('listitem');
    expect(await checks.count()).toBe(8);
    expect(await checks.last().textContent()).toMatch(
      /The server of these keys published it, and signed it with the key/,
    );
    expect(await flaws(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a renamed player, another server’s key and missing keys are told apart', async () => {
    const match = await beginMatch('ttt', [holder('tamper-a', 'Ann'), holder('tamper-b', 'Bob')]);
    await playToTheEnd(match);
    const answer = await fetch(`${site.server.url}/api/v1/matches/${match.id}/record`);
    const record = (await answer.json()) as ExportedRecord;
    const renamed = { ...record, seats: [{ ...record.seats[0], name: 'Eve' }, record.seats[1]] };
    const theirs = await (await newSigner()).sign(record);
    const { page } = await visit(site.browser, site.server.url);
    for (const [json, keys, words] of [
      [renamed, undefined, 'This record is not to be trusted: chain broken.'],
      [theirs, undefined, 'This record is not to be trusted: signature broken.'],
      [record, { keys: [] }, 'This record is not to be trusted: signature broken.'],
      [record, {}, 'What was checked holds. Not checked: signature.'],
    ] as const) {
      await page.unrouteAll();
      await page.route(`**/${match.id}/record`, (route) => route.fulfill({ json }));
      if (keys) await page.route('**/jwks.json', (route) => route.fulfill({ json: keys }));
      await page.goto(`/match/${match.id}`);
      await page.getByRole('button', { name: 'Verify in this browser' }).click();
      await page.getByText(words).waitFor();
    }
  });

  test('a page that came by plain http from afar says that it cannot check a signature', async () => {
    const { port } = new URL(site.server.url);
    const match = await beginMatch('ttt', [holder('afar-a', 'Ann'), holder('afar-b', 'Bob')]);
    await playToTheEnd(match);
    const { page, complaints } = await visitAlone(site.browser, `http://${FAR_HOST}:${port}`);
    await page.goto(`/match/${match.id}`);
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText('What was checked holds. Not checked: signature.').waitFor();
    await page.getByText('only on pages that came by https').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a match that was voided later says so', async () => {
    const { page } = await visit(site.browser, site.server.url);
    const match = await beginMatch('ttt', [holder('void-a', 'Ann'), holder('void-b', 'Bob')]);
    await playToTheEnd(match);
    await site.server.arena.undo(match.id, 'voided by the host');
    await page.goto(`/match/${match.id}`);
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText('Everything holds.').waitFor();
    await page.getByText('declared void when it was over, as the signature says').waitFor();
  });

  test.for([...shown.keys()])(
    'a match of %s is drawn on desktop and phone, keeps nobody out, and is verified by the rules that the server plays by',
    async (game) => {
      const { page, complaints } = await visitSite();
      const { id, entries } = finished(game);
      await page.goto(`/match/${id}#${Math.floor(entries.length / 2)}`);
      await page.getByRole('button', { name: 'Verify in this browser' }).click();
      await page.getByText('What was checked holds. Not checked: draw, chain, signature.').waitFor();
      expect(await flaws(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  test('8.8 a record from a file is shown and verified, and what is none is refused with a sentence', async () => {
    const { page, complaints } = await visitSite();
    const file = (text: string) => ({ name: 'record.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.goto('/record');
    const chooser = page.getByLabel('A record, as a file');
    await chooser.setInputFiles(file('{}'));
    await page.getByRole('alert').getByText('not the record of a finished match').waitFor();
    await chooser.setInputFiles(file(JSON.stringify({ ...finished('ttt'), id: 'of-a-duel' })));
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText('What was checked holds. Not checked: draw, chain, signature.').waitFor();
    expect(await flaws(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('every page fits on desktop and phone, and keeps nobody out', async () => {
    const { page, complaints } = await visitSite();
    const embed = `embed/${finished('chess').id}`;
    const league = 'leagues/league_2025_even_odd';
    const lists = ['', 'matches', 'ladders', 'competitions', 'leagues', league, 'tables', 'mine'];
    for (const path of [...lists, 'challenge', 'connect', 'record', 'admin', embed]) {
      await page.goto(`/${path}`);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      expect([path, await flaws(page)]).toEqual([path, []]);
    }
    expect(complaints).toEqual([]);
  });

  test('the documents fit on desktop and phone, and keep nobody out', async () => {
    const { page, complaints } = await visitSite();
    await page.goto('/api/v1/doc');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect([width, await isTooWide(page)]).toEqual([width, false]);
      const isCut = await page
        .locator('pre')
        .first()
        .evaluate((one) => one.scrollWidth > one.clientWidth);
      expect([width, isCut]).toEqual([width, false]);
    }
    // The way in, a game and a protocol speak for the other chapters, over which axe would take long.
    await page.evaluate(() => {
      for (const other of document.querySelectorAll('section:nth-of-type(n+3):not(:last-of-type)')) other.remove();
    });
    expect(await flaws(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a person plays a whole match of tic-tac-toe against a bot', async () => {
    const { page, complaints } = await visitSite();
    const id = await sitDown(page, 'Tic-Tac-Toe', 'easy');
    const result = page.locator('.verdict');
    const match = site.server.local.match(id)!;
    const me = match.record.seats.findIndex(({ kind }) => kind === 'human');
    while (!match.outcome) {
      const { status, step } = match.position;
      if (status.kind === 'turn' && status.must.includes(me)) {
        await page.locator(`ol[aria-label="Moves"] [data-step="${step}"]`).waitFor();
        await page.locator('.board-buttons button:not([aria-disabled])').first().click();
      }
      await past(match, step);
    }
    await result.waitFor();
    await page.getByText('Human').first().waitFor();
    const { body } = await matchOf(id);
    expect(body.seats.map(({ kind }) => kind).sort()).toEqual(['bot', 'human']);
    expect(body.status).toBe('over');
    expect(complaints).toEqual([]);
  });

  test('a person plays a whole match of chess against a bot', async () => {
    const { page, complaints } = await visitSite();
    const id = await sitDown(page, 'Chess', 'easy');
    const teacher = chessBots.find(({ name }) => name === 'medium')!;
    await page
      .locator('.board-buttons')
      .waitFor({ timeout: 10_000 })
      .catch(() => {});
    const match = site.server.local.match(id)!;
    const me = match.record.seats.findIndex(({ kind }) => kind === 'human');
    while (!match.outcome) {
      const { state, status, step } = match.position;
      if (status.kind !== 'turn' || !status.must.includes(me)) {
        await past(match, step);
        continue;
      }
      const { uci } = teacher.play(match.game.view(state, me), status, me, stepRandom('00'.repeat(32), step));
      await square(page, uci.slice(0, 2)).click();
      await page.getByRole('button', { name: new RegExp(`^${uci.slice(2, 4)}.*can be reached`) }).click();
      const piece = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' }[uci[4] as 'q'];
      if (uci[4]) await page.getByRole('button', { name: piece, exact: true }).click();
      await past(match, step);
    }
    await page.locator('.verdict').waitFor();
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText('Everything holds.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a spectator votes in a debate, once', async () => {
    const { page } = await visitSite();
    const seats = [holder('debater-a', 'Pro'), holder('debater-b', 'Contra')];
    const match = await beginMatch('regular_debate', seats, { maxMessages: 1, prompt: { title: 'Tabs or spaces?' } });
    await page.goto(`/match/${match.id}`);
    await page.getByText('Tabs or spaces?').first().waitFor();
    const markup = '<img src="x" onerror="document.title=1"> Tabs.';
    await submit(match, 0, { text: markup });
    await page.getByText(markup).first().waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await submit(match, 1, { text: 'Spaces.' });
    await page.getByRole('button', { name: 'Vote for Contra' }).click();
    await page.getByText('Your vote is counted').waitFor();
    await page.getByText('1 so far').waitFor();
    expect(await page.getByRole('button', { name: /Vote for/ }).count()).toBe(0);
    expect(match.record.entries.at(-1)).toMatchObject({ kind: 'move', moves: [{ seat: -1, move: { vote: 1 } }] });
    match.end({ kind: 'over', ranks: [2, 1], scores: [0, 1], reason: 'cap' }, 'test', 'test');
    await page.getByText('Contra won, by the audience’s vote').first().waitFor();
  });

  test('a wrong link says so', async () => {
    const { page } = await visitSite();
    for (const [path, words] of [
      ['/no/such/page', 'There is no such page'],
      ['/match', 'There is no such page'],
      ['/constructor', 'There is no such page'],
      ['/match/nothing', 'There is no such match'],
      ['/agent/nobody', 'There is no such agent'],
      ['/leagues/none', 'There is no such league'],
      ['/competitions/none', 'There is no such competition'],
      ['/ladders/none', 'There is no ladder of “none”.'],
      ['/rules/none', 'There is no such game'],
      ['/table/none', 'This table is gone'],
      ['/embed/nothing', 'There is no such match'],
    ] as const) {
      expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
      await page.getByText(words).first().waitFor();
    }
  });

  test('a ladder and a profile are read', async () => {
    const { page, complaints } = await visitSite();
    const [winner, loser] = [await register('Ladder Lea'), await register('Ladder Leo')];
    await playToTheEnd(await beginMatch('ttt', [holder(winner, 'Ladder Lea'), holder(loser, 'Ladder Leo')]));
    await page.goto('/ladders/ttt');
    const row = page.getByRole('row', { name: /Ladder Lea/ });
    await row.waitFor();
    expect(await row.textContent()).toMatch(/provisional\s*1662 ± 290\s*1093\s*1516\s*1\s*1\s*0\s*0/);
    const anchor = page.getByRole('row', { name: /House bot \(hard\)/ });
    expect(await anchor.textContent()).toMatch(/^\s*–.*anchor\s*1620 ± 12/);
    await page.getByLabel('Hide provisional ratings').check();
    await row.waitFor({ state: 'detached' });
    await anchor.waitFor();
    await page.getByLabel('Hide provisional ratings').uncheck();
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: 'Ladder Lea' }).waitFor();
    await page.getByText('1662 ± 290').waitFor();
    await page.getByText('Provisional, Elo 1516').waitFor();
    await page.getByRole('img', { name: /from 1500 to 1662.*at last within 109\d and 223\d/ }).waitFor();
    await page.getByText('1 played, 1 won').waitFor();
    await page.getByText('Rating +162, Elo +16.0').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.goto(`/match/${finished('go').id}`);
    await page.getByText(/^Unrated: /).waitFor();
    expect(complaints).toEqual([]);
  });

  test('the site works below a proxy’s path', async () => {
    const address = await proxyBelow('/arena', site.server.url);
    const { page, complaints } = await visit(site.browser, address);
    overhear(page);
    await page.goto(`${address}/match/${finished('go').id}`);
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText('What was checked holds.').waitFor();
    await page.getByRole('link', { name: 'Results' }).click();
    await page.getByRole('heading', { name: 'Results' }).waitFor();
    expect(page.url()).toBe(`${address}/matches`);
    await page.getByRole('link', { name: 'Documentation' }).click();
    await page.getByRole('heading', { name: 'Crossplay: how to play' }).waitFor();
    await page.getByRole('link', { name: 'To the arena' }).click();
    await page.waitForURL(`${address}/`);
    expect(complaints).toEqual([]);
  });

  test('a league’s table and schedule are read', async () => {
    const { page, complaints } = await visitSite();
    await page.goto('/leagues');
    await page.getByRole('link', { name: /league_2025_even_odd/ }).click();
    await page.getByRole('heading', { name: 'league_2025_even_odd' }).waitFor();
    await page.getByText('The schedule is drawn when the league starts.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('the host bans an agent, stops a match and voids another', async () => {
    const { page } = await visitSite();
    page.on('dialog', (dialog) => dialog.accept());
    const villain = await register('Villain');
    const finishedMatch = await beginMatch('ttt', [holder(villain, 'Villain'), holder('victim-a', 'Vic')]);
    await playToTheEnd(finishedMatch);
    const stopped = await beginMatch('c4', [holder('stop-a', 'Stopper'), holder('stop-b', 'Stoppee')]);
    const banned = await beginMatch('ttt', [holder(villain, 'Villain'), holder('victim-b', 'Vic')]);
    await page.goto('/admin');
    await page.getByLabel('Token').fill('wrong');
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByText('This needs the host’s token.').waitFor();
    await page.getByLabel('Token').fill(hostToken);
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('button', { name: 'Ban Villain' }).click();
    await page.getByRole('button', { name: 'Unban Villain' }).waitFor();
    await expect.poll(() => banned.outcome).toMatchObject({ forfeit: { seats: [0], why: 'removed' } });
    expect(await barriers(page)).toEqual([]);
    await page
      .getByRole('row', { name: /Stopper, Stoppee/ })
      .getByRole('button', { name: 'Stop' })
      .click();
    await expect.poll(() => stopped.outcome).toEqual({ kind: 'void', reason: 'stopped by the host' });
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="match/${finishedMatch.id}"]`) });
    await row.getByRole('button', { name: 'Void' }).click();
    await page.getByText(/: void/).waitFor();
    expect(await site.server.arena.result(finishedMatch.id)).toMatchObject({ outcome: { kind: 'void' } });
    expect(await site.server.arena.rating(villain, 'ttt')).toBeLessThan(1500);
  });
});

async function sitDown(page: Page, game: string, bot: string): Promise<string> {
  await page.goto('/challenge');
  await page.getByLabel('Your name').fill('Grace');
  await page.getByLabel(game, { exact: true }).check();
  await page.getByLabel(`House bot, ${bot}`).check();
  await page.getByRole('button', { name: 'Sit down' }).click();
  await page.waitForURL('**/match/*');
  return new URL(page.url()).pathname.split('/').at(-1)!;
}

const square = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name},`) });

/** Until the match has left this step. */
function past(match: Match, step: number): Promise<void> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined;
    stop = match.watch('spectator', (update) => {
      if (update.step <= step && update.status.kind === 'turn') return;
      queueMicrotask(() => stop?.());
      resolve();
    });
  });
}

async function matchOf(id: string): Promise<{ body: { status: string; seats: { kind: string }[] } }> {
  const answer = await fetch(`${site.server.url}/api/v1/matches/${id}`);
  return { body: (await answer.json()) as { status: string; seats: { kind: string }[] } };
}
