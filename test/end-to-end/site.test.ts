// Longer than most files: one browser for all of it, since starting one is dear.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Match } from '../../src/core/match.ts';
import type { ExportedRecord, SeatHolder } from '../../src/core/record.ts';
import { chromiumPath, flaws, isTooWide, pageElsewhere } from '../browser.ts';
import { copied, finishedMatches, holder, isInSight, NARROW, submit, testSite, WIDE, WIDTHS } from '../site.ts';

const HEIGHT = 844;

const records = finishedMatches();
const finished = (game: string): ExportedRecord => records.get(game)!;
const site = testSite({ records: records.values() });
const { visit: visitSite, matchOf: matchOfPage, begin: beginMatch } = site;

async function sitDown(page: Page, game: string, bot: string): Promise<Match> {
  await page.goto('/challenge');
  await page.getByLabel('Your name').fill('Grace');
  await page.getByLabel(game, { exact: true }).check();
  await page.getByLabel(`House bot, ${bot}`).check();
  await page.getByRole('button', { name: 'Sit down' }).click();
  await page.waitForURL('**/match/*');
  await page.locator('.scrubber').waitFor();
  return matchOfPage(page);
}

describe.runIf(chromiumPath)('using the site', () => {
  test('who steps back in an own match keeps clock, turn and Resign, and a way back; the title calls', async () => {
    const { page, complaints } = await visitSite();
    const match = await sitDown(page, 'Tic-Tac-Toe', 'easy');
    const yours = page.getByText('Your move', { exact: true });
    await yours.waitFor();
    await page.locator('.board-buttons button:not([aria-disabled])').first().click();
    await expect.poll(() => match.position.step).toBeGreaterThanOrEqual(2);
    await yours.waitFor();
    expect(await page.title()).toMatch(/^● Your move/);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      expect(await isInSight(page.locator('.board-frame'))).toBe(true);
      await page.getByRole('button', { name: 'Step back' }).click();
      const back = page.getByRole('button', { name: /^Back to live, your move, \d:\d\d$/ });
      await back.waitFor();
      await page.getByRole('button', { name: 'Resign' }).waitFor();
      await yours.waitFor();
      const clock = page.getByRole('timer');
      const before = await clock.textContent();
      await expect.poll(() => clock.textContent()).not.toBe(before);
      const shown = await page.evaluate(() => {
        const clock = document.querySelector('[role="timer"]')!.textContent!;
        return { clock, button: document.querySelector('.back')!.textContent!.trim() };
      });
      expect(shown.button).toBe(`Back to live, your move, ${shown.clock}`);
      expect(await page.getByText('Play again').count()).toBe(0);
      await back.click();
      await back.waitFor({ state: 'detached' });
      await page.locator('.board-buttons button:not([aria-disabled])').first().waitFor();
    }

    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.getByRole('link', { name: 'Results' }).click();
      await page.getByRole('heading', { name: 'Results' }).waitFor();
      expect(await page.title()).toBe('● Your move – Results – Crossplay');
      await page.getByRole('link', { name: /^Your matches/ }).click();
      await page.getByRole('link', { name: /Tic-Tac-Toe.*Grace.*Your move/ }).waitFor();
    }
    expect(await flaws(page)).toEqual([]);
    for (const _ of [1, 2]) await sitDown(page, 'Tic-Tac-Toe', 'easy');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.getByRole('link', { name: 'Play', exact: true }).click();
      await page.getByRole('button', { name: 'Sit down' }).click();
      await page.getByText('Finish one of your matches first.').getByRole('link', { name: 'Your matches' }).click();
      await page.waitForURL('**/mine');
      await expect.poll(() => page.locator('a.match').count()).toBe(3);
    }
    for (const { id } of await site.server.arena.live()) site.server.local.match(id)?.end(undefined, 'test', 'test');
    await page.getByText('You play no match right now.').waitFor();
    expect(await page.getByRole('link', { name: /^Your matches/ }).count()).toBe(0);
    expect(await page.title()).toBe('Your matches – Crossplay');
    expect(complaints).toEqual([]);
  });

  test('an embedded match shows board and controls, whatever the frame’s size', async () => {
    const { page, complaints } = await visitSite();
    for (const [game, drawing] of [
      ['chess', '.board-frame'],
      ['c4', '.board svg'],
      ['clawpoly', '.ring'],
      ['dance-battle', '.dance svg'],
      ['resource-rush', '.map'],
    ] as const) {
      await page.goto(`/embed/${finished(game).id}`);
      await page.locator('.scrubber').waitFor();
      for (const [width, height] of [
        [480, 640],
        [360, 480],
        [320, 400],
      ] as const) {
        await page.setViewportSize({ width, height });
        for (const part of ['.board', drawing, '.scrubber', 'main > p a'])
          expect([game, width, part, await isInSight(page.locator(part))]).toEqual([game, width, part, true]);
        const [whole, frame] = [page.locator(drawing).first(), page.locator('.board').first()];
        const bottoms = [await whole.boundingBox(), await frame.boundingBox()].map((box) => box!.y + box!.height);
        expect([game, width, bottoms[0]! <= bottoms[1]! + 1]).toEqual([game, width, true]);
      }
    }
    // What is told rather than drawn may be longer than the frame: it begins at its beginning.
    await page.goto(`/embed/${finished('echo').id}`);
    const [score, frame] = [page.locator('.board-score'), page.locator('.board').first()];
    await score.waitFor();
    expect((await score.boundingBox())!.y).toBeGreaterThanOrEqual((await frame.boundingBox())!.y);
    expect(complaints).toEqual([]);
  });

  test('the code to embed a match shows board and controls in a page of somebody else, on desktop and phone', async () => {
    const { page, complaints } = await visitSite();
    const other = await pageElsewhere(site.browser, 'localhost');
    const frame = other.frameLocator('iframe');
    for (const width of WIDTHS) {
      for (const one of [page, other]) await one.setViewportSize({ width, height: HEIGHT });
      await page.goto(`/match/${finished('chess').id}`);
      await other.setContent(await copied(page, 'Embed'));
      await frame.locator('#app:not([aria-busy])').waitFor();
      await frame.getByRole('button', { name: 'Step back' }).click();
      await frame.locator('.scrubber output').getByText('98/99').waitFor();
      expect(await isTooWide(other)).toBe(false);
      for (const part of ['.board-frame', '.scrubber', 'main > p a'])
        expect([width, part, await isInSight(frame.locator(part))]).toEqual([width, part, true]);
      const [whole, board] = await Promise.all(
        [other.locator('iframe'), frame.locator('.board-frame')].map((part) => part.boundingBox()),
      );
      expect(board!.width).toBeGreaterThan(0.7 * whole!.width);
    }
    expect(complaints).toEqual([]);
  });

  test('the list of moves follows the step, from the first look on', async () => {
    const { page } = await visitSite();
    const row = page.locator('ol[aria-label="Moves"] [aria-current="step"]');
    const inList = () =>
      row.evaluate((element) => {
        const list = element.closest('ol')!.getBoundingClientRect();
        const { top, bottom } = element.getBoundingClientRect();
        return top >= list.top - 1 && bottom <= list.bottom + 1;
      });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.goto(`/match/${finished('chess').id}`);
      await page.getByRole('button', { name: 'Verify in this browser' }).waitFor();
      await expect.poll(inList).toBe(true);
      await expect.poll(() => row.textContent()).toContain('won');
      await page.keyboard.press('Home');
      await expect.poll(inList).toBe(true);
      expect(await row.textContent()).toContain('The match begins');
    }
  });

  test('a draw is told once, and places are 1st and 2nd', async () => {
    const { page } = await visitSite();
    const debate = await beginMatch('regular_debate', [holder('even-a', 'Pro'), holder('even-b', 'Contra')]);
    debate.end({ kind: 'over', ranks: [1, 1], scores: [0, 0], reason: 'cap' }, 'test', 'test');
    const chess = await beginMatch('chess', [holder('even-c', 'Ann'), holder('even-d', 'Bob')]);
    chess.end({ kind: 'over', ranks: [1, 1], scores: [0.5, 0.5], reason: 'draw' }, 'test', 'test');
    const won = await beginMatch('ttt', [holder('even-e', 'Eve'), holder('even-f', 'Fay')]);
    for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) await submit(won, ply % 2, { cell });
    for (const [{ id }, verdict, places] of [
      [debate, 'A draw, neither has more votes', ['½', '½']],
      [chess, 'A draw', ['½', '½']],
      [won, 'Eve won, three in a row', ['1st', '2nd']],
    ] as const) {
      await page.goto(`/match/${id}`);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        expect(await page.locator('.verdict').textContent()).toBe(verdict);
        expect(await page.locator('.place').allInnerTexts()).toEqual(places);
      }
    }
  });

  test('the command for a key works for every visitor', async () => {
    const names: string[] = [];
    for (const width of WIDTHS) {
      const { page } = await visitSite(width);
      await page.goto('/connect');
      await page.getByRole('button', { name: 'Plain HTTP' }).click();
      const all = page.getByRole('link', { name: 'All of Plain HTTP' });
      expect((await page.request.get(String(await all.getAttribute('href')))).status()).toBe(200);
      const command = await page.locator('pre').first().textContent();
      const [, body] = /-d '(.*)'/.exec(command!)!;
      const answer = await fetch(`${site.server.url}/api/v1/agents`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: body!,
      });
      expect(answer.status).toBe(201);
      names.push(body!);
    }
    expect(names[0]).not.toBe(names[1]);
  });

  test.for(WIDTHS)(
    'at %i a game is chosen from its card with side and clock, the choice is kept, and a rematch changes seats',
    async (width) => {
      const { page, complaints } = await visitSite(width);
      await page.goto('/challenge');
      const card = page.locator('.game').filter({ has: page.getByLabel('Chess', { exact: true }) });
      expect(await card.textContent()).toMatch(/Checkmate the other king\..*2 seats, ten minutes to an hour/);
      expect(await card.locator('svg path').count()).toBeGreaterThan(0);
      const cards = page.locator('.game');
      const whole = cards.filter({ has: page.locator('svg :is(path, text)') }).filter({ hasText: /\d seats?/ });
      expect(await whole.getByRole('link', { name: /^Rules of / }).count()).toBe(await cards.count());
      const rules = await page.request.get(
        String(await card.getByRole('link', { name: 'Rules of Chess' }).getAttribute('href')),
      );
      expect(await rules.text()).toContain('Rules of Chess');
      await card.click();
      expect(await isInSight(page.locator('button[type="submit"]'))).toBe(true);
      await page.getByLabel('House bot, easy').check();
      await page.getByLabel('Side').selectOption('Black');
      await page.getByLabel('Time for a move').selectOption('10 minutes');
      await page.getByLabel('Your name').fill('Grace');
      if (width === NARROW) expect(await flaws(page)).toEqual([]);
      await page.getByRole('button', { name: 'Sit down' }).click();
      await page.waitForURL('**/match/*');
      const first = matchOfPage(page);
      expect(first.record.seats.map(({ kind }) => kind)).toEqual(['bot', 'human']);
      expect(first.record.seats[0]!.agent).toMatch(/^bot:chess:easy/);
      expect(first.record.terms.clock.each).toBe(600_000);
      page.on('dialog', (dialog) => dialog.accept());
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Rematch' }).click();
      await page.waitForURL((url) => url.pathname.startsWith('/match/') && !url.pathname.endsWith(first.id));
      const second = matchOfPage(page);
      expect(second.record.seats.map(({ kind }) => kind)).toEqual(['human', 'bot']);
      expect(second.record.terms.clock.each).toBe(600_000);
      second.end(undefined, 'test', 'test');
      await page.goto('/challenge');
      expect(await page.getByLabel('Chess', { exact: true }).isChecked()).toBe(true);
      expect(await page.getByLabel('Side').inputValue()).toBe('1');
      expect(await page.getByLabel('House bot, easy').isChecked()).toBe(true);
      expect(await page.getByLabel('Time for a move').inputValue()).toBe('10');
      expect(complaints).toEqual([]);
    },
  );

  test.for([
    { at: WIDE, friendAt: NARROW },
    { at: NARROW, friendAt: WIDE },
  ])(
    'a friend at $friendAt comes by an invitation from $at, and both play again with changed seats',
    async ({ at, friendAt }) => {
      const [host, friend] = [await visitSite(at), await visitSite(friendAt)];
      await host.page.goto('/challenge?game=c4');
      await host.page.getByLabel('A friend, by a link').check();
      await host.page.getByLabel('Side').selectOption('Second');
      await host.page.getByLabel('Your name').fill('Hanna');
      await host.page.getByRole('button', { name: 'Sit down' }).click();
      const link = await host.page.getByLabel('Invitation').inputValue();
      // Whatever else is looked at meanwhile, the place is kept, and it is still the friend who is waited for.
      await host.page.goto('/challenge?agent=Somebody');
      expect(await host.page.getByLabel('Invitation').inputValue()).toBe(link);
      await friend.page.goto(await copied(host.page, 'Link to watch'));
      await friend.page.getByText('Hanna sits already.').waitFor();
      await friend.page.getByRole('heading', { name: 'Connect Four is about to begin' }).waitFor();
      await friend.page.goto(link);
      await friend.page.getByText(/Hanna invites you to Connect Four\.\s+You have First\. .* for a move/).waitFor();
      await friend.page.getByLabel('Your name').fill('Fred');
      await friend.page.getByRole('button', { name: 'Sit down' }).click();
      for (const { page } of [host, friend]) await page.waitForURL('**/match/*');
      const match = matchOfPage(host.page);
      expect(match.record.seats.map(({ name }) => name)).toEqual(['Fred', 'Hanna']);
      friend.page.on('dialog', (dialog) => dialog.accept());
      await friend.page.getByRole('button', { name: 'Resign' }).click();
      await friend.page.getByRole('button', { name: 'Rematch' }).click();
      await host.page.getByRole('button', { name: 'Fred wants a rematch' }).click();
      await host.page.waitForURL((url) => !url.pathname.endsWith(match.id));
      expect(matchOfPage(host.page).record.seats.map(({ name }) => name)).toEqual(['Hanna', 'Fred']);
      matchOfPage(host.page).end(undefined, 'test', 'test');
      expect([...host.complaints, ...friend.complaints]).toEqual([]);
    },
  );

  test('a chess piece is dragged, and another is moved by keys alone; captures, flip and analysis are at hand', async () => {
    const { page, complaints } = await visitSite();
    await page.goto('/challenge');
    await page.getByLabel('Chess', { exact: true }).check();
    await page.getByLabel('House bot, easy').check();
    await page.getByLabel('Side').selectOption('White');
    await page.getByLabel('Your name').fill('Grace');
    await page.getByRole('button', { name: 'Sit down' }).click();
    await page.waitForURL('**/match/*');
    const match = matchOfPage(page);
    const square = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}\\b`) });
    for (const [i, [width, one, other]] of [[1280, 'e2', 'e4'] as const, [390, 'h2', 'h3'] as const].entries()) {
      await page.setViewportSize({ width, height: HEIGHT });
      const [from, to] = [await square(one).boundingBox(), await square(other).boundingBox()];
      await page.mouse.move(from!.x + 20, from!.y + 20);
      await page.mouse.down();
      await page.mouse.move(from!.x + 25, from!.y - 10, { steps: 3 });
      await page.mouse.move(to!.x + 20, to!.y + 20, { steps: 3 });
      await page.mouse.up();
      await expect.poll(() => match.position.step).toBeGreaterThanOrEqual(2 * i + 2);
      expect(match.record.entries[2 * i]).toMatchObject({ moves: [{ seat: 0, move: { uci: `${one}${other}` } }] });
      await page.getByText('Your move', { exact: true }).waitFor();
    }
    await square('g1').focus();
    await page.keyboard.press('Enter');
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => match.position.step).toBe(6);
    expect(match.record.entries[4]).toMatchObject({ moves: [{ seat: 0, move: { uci: 'g1f3' } }] });
    expect(await page.locator('.scrubber output').textContent()).toMatch(/^(\d+)\/\1$/);
    await page.getByRole('list', { name: 'Moves' }).getByText('3. ♘f3').waitFor();
    const first = page.locator('.board svg text').first();
    expect(await first.textContent()).toBe('8');
    await page.getByRole('button', { name: 'Flip the board' }).click();
    expect(await first.textContent()).toBe('1');
    const { fen } = match.game.view(match.position.state, 'spectator') as { fen: string };
    const elsewhere = page.getByRole('link', { name: 'Analyse on lichess' });
    const watcher = await visitSite();
    await watcher.page.goto(page.url());
    await watcher.page.getByRole('link', { name: 'Analyse on lichess' }).waitFor();
    expect(await elsewhere.count()).toBe(0);
    await expect.poll(() => page.locator('.taken').count()).toBe(2);
    expect(await flaws(page)).toEqual([]);
    match.end(undefined, 'test', 'test');
    await expect.poll(() => elsewhere.getAttribute('href')).toContain(fen.split(' ')[0]);
    expect(complaints).toEqual([]);
  });

  test('the board grows with the window, and four seats on a phone have their whole names', async () => {
    const { page } = await visitSite();
    await page.setViewportSize({ width: 1900, height: 1100 });
    await page.goto(`/match/${finished('chess').id}`);
    const width = () => page.locator('.board svg').evaluate((svg) => svg.getBoundingClientRect().width);
    await expect.poll(width).toBeGreaterThan(800);
    expect(await isInSight(page.locator('.scrubber'))).toBe(true);
    const names = ['Alexandra the First', 'Bartholomew Deep', 'Constantinople 3', 'Dodecahedron IV'];
    const dance = await beginMatch(
      'dance-battle',
      names.map((name, i) => holder(`four-${i}`, name)),
    );
    await page.goto(`/match/${dance.id}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (const name of names) {
        const link = page.getByRole('link', { name, exact: true });
        await link.waitFor();
        expect(await link.evaluate((one) => one.scrollWidth <= one.clientWidth + 1)).toBe(true);
      }
    }
    dance.end(undefined, 'test', 'test');
  });

  test('a card on a phone keeps to its width while somebody watches', async () => {
    const rush = await beginMatch('resource-rush', [holder('rush-a', 'Rusher'), holder('rush-b', 'Gatherer')]);
    const spectator = await visitSite();
    await spectator.page.goto(`/match/${rush.id}`);
    const { page } = await visitSite(390);
    await page.goto('/');
    const card = page.locator(`a.match[href="match/${rush.id}"]`);
    await card.getByText('1 watching').waitFor();
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: HEIGHT });
      const [outer, inner] = [await card.boundingBox(), await card.getByText('1 watching').boundingBox()];
      expect(inner!.x + inner!.width).toBeLessThanOrEqual(outer!.x + outer!.width);
      expect(await isTooWide(page)).toBe(false);
    }
    rush.end(undefined, 'test', 'test');
  });

  test('the rules of a game are a page for people, which opens beside a match', async () => {
    const { page, complaints } = await visitSite();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.goto(`/match/${finished('chess').id}`);
      const [rules] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name: 'Rules', exact: true }).click(),
      ]);
      expect(new URL(rules.url()).pathname).toBe('/rules/chess');
      await rules.close();
    }
    await page.goto('/rules/chess');
    await page.getByRole('heading', { name: 'Chess' }).waitFor();
    await page.getByRole('cell', { name: 'Stalemate' }).waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(/seat 0|JSON"|uci/);
    const agents = page.getByRole('link', { name: /for authors of agents/ });
    expect(await agents.getAttribute('href')).toBe('api/v1/skill/games/chess.md');
    expect(await flaws(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('results are found by player, opponent, result, protocol and game, come live, fold and have pages', async () => {
    const seats = [holder('found-a', 'Found Ann'), holder('found-b', 'Found Bob')];
    const play = async (who: SeatHolder[]) => {
      const match = await beginMatch('ttt', who);
      for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) await submit(match, ply % 2, { cell });
      return match;
    };
    const last = await play([{ ...holder('found-c', 'Found Cid'), via: 'agon' }, holder('found-a', 'Found Ann')]);
    for (let i = 0; i < 35; i++) await play(seats);
    const { page, complaints } = await visitSite();
    const rows = page.locator('section a.replay');
    const links = () => rows.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    for (const [i, width] of WIDTHS.entries()) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.goto('/matches');
      await page
        .getByText(new RegExp(`Found (Ann|Bob) – Found (Ann|Bob), ${35 + i} games, (35–${i}|${i}–35)`))
        .waitFor();
      await play(seats.toReversed());
      await page.getByText(`Found Bob – Found Ann, ${36 + i} games, ${i + 1}–35`).click();
      await page.locator('details[open] a.replay').first().waitFor();
      await page.getByRole('link', { name: `All ${36 + i} games` }).click();
      await page.getByRole('link', { name: 'Earlier results' }).click();
      await expect.poll(() => rows.count()).toBe(6 + i);
      const second = page.url();
      await page.getByRole('link', { name: 'Newest results' }).click();
      await expect.poll(() => rows.count()).toBe(30);
      await page.goBack();
      await expect.poll(() => rows.count()).toBe(6 + i);
      expect(page.url()).toBe(second);
      await page.reload();
      await expect.poll(() => rows.count()).toBe(6 + i);
      expect(
        await page
          .locator('.result')
          .first()
          .getByRole('link', { name: 'Found Ann', exact: true })
          .getAttribute('href'),
      ).toBe('agent/found-a');
      await page.goto('/matches');
      await page.getByRole('combobox', { name: 'Game' }).selectOption('Go');
      await expect.poll(links).toEqual([`match/${finished('go').id}`]);
      await page.getByRole('combobox', { name: 'Game' }).selectOption('Tic-Tac-Toe');
      // Whoever types is searched for without Enter, as one step back.
      await page.getByRole('textbox', { name: 'Player' }).pressSequentially('found an');
      await expect.poll(() => new URL(page.url()).search).toBe('?game=ttt&player=found+an');
      await page.goBack();
      await expect.poll(() => page.getByRole('textbox', { name: 'Player' }).inputValue()).toBe('');
      expect(new URL(page.url()).search).toBe('?game=ttt');
      await page.goForward();
      await expect.poll(() => page.getByRole('textbox', { name: 'Player' }).inputValue()).toBe('found an');
      await page.getByLabel('Protocol').selectOption('AGON');
      await expect.poll(links).toEqual([`match/${last.id}`]);
      await page.getByLabel('Protocol').selectOption('Any');
      await page.locator('select[name="result"]').selectOption('Lost by the player');
      await page.getByRole('textbox', { name: 'Opponent' }).fill('found c');
      await page.keyboard.press('Tab');
      await expect.poll(links).toEqual([`match/${last.id}`]);
      expect(await page.locator('.result').textContent()).toContain('5 moves');
      expect(new URL(page.url()).search).toContain('opponent=found+c');
    }
    expect(await flaws(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => rows.count()).toBe(1);
    expect(complaints).toEqual([]);
  });
});
