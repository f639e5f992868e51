// Longer than most files: people at every board, by clicks, keys and drags, on one server and one browser.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Match } from '../../src/core/match.ts';
import type { SeatHolder } from '../../src/core/record.ts';
import { manifestOf } from '../../src/games/manifests.ts';
import { barriers, chromiumPath, flaws, isTooWide, overhear, type Visit, visitAlone } from '../browser.ts';
import { copied, holder, NARROW, submit, testSite, WIDE, WIDTHS } from '../site.ts';

const site = testSite();
const { visit: visitSite, matchOf: matchOfPage, begin: beginMatch } = site;

/** Two people at one board, by an invitation; the host sits first where sides can be chosen, and has a desk, the guest a phone. */
async function friends(game: string): Promise<{ host: Visit; guest: Visit; match: Match }> {
  const [host, guest] = [await visitSite(WIDE), await visitSite(NARROW)];
  await host.page.goto(`/challenge?game=${game}&against=friend`);
  if (manifestOf(game)?.sides) await host.page.getByLabel('Side').selectOption({ index: 1 });
  await host.page.getByLabel('Your name').fill('Hanna');
  await host.page.getByRole('button', { name: 'Sit down' }).click();
  await guest.page.goto(await host.page.getByLabel('Invitation').inputValue());
  await guest.page.getByLabel('Your name').fill('Fred');
  await guest.page.getByRole('button', { name: 'Sit down' }).click();
  for (const { page } of [host, guest]) {
    await page.waitForURL('**/match/*');
    await page.locator('.scrubber').waitFor();
  }
  return { host, guest, match: matchOfPage(host.page) };
}

const yourMove = (page: Page) => page.getByText('Your move', { exact: true });

const square = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}\\b`) });

describe.runIf(chromiumPath)('playing on the site', () => {
  test('a premove waits for the other’s move, and is dropped where it is none, on desktop and phone', async () => {
    const { host, guest, match } = await friends('chess');
    const play = async (page: Page, from: string, to: string): Promise<void> => {
      await square(page, from).click();
      await square(page, to).click();
    };
    await play(guest.page, 'e7', 'e5');
    await square(guest.page, 'e5, to be played from e7').waitFor();
    await play(host.page, 'e2', 'e4');
    await expect.poll(() => match.position.step).toBe(2);
    expect(match.record.entries[1]).toMatchObject({ moves: [{ seat: 1, move: { uci: 'e7e5' } }] });
    await yourMove(host.page).waitFor();
    await play(guest.page, 'd8', 'd4');
    await square(guest.page, 'd4, to be played from d8').waitFor();
    await play(host.page, 'g1', 'f3');
    await yourMove(guest.page).waitFor();
    expect(match.position.step).toBe(3);
    expect(await guest.page.locator('.planned').count()).toBe(0);
    await guest.page.getByText('What was laid down is no move any more.').waitFor();

    await play(host.page, 'b1', 'c3');
    await square(host.page, 'c3, to be played from b1').waitFor();
    await host.page.getByRole('button', { name: 'Step back' }).click();
    expect(await host.page.locator('.planned').count()).toBe(0);
    await play(guest.page, 'b8', 'c6');
    await expect.poll(() => match.position.step).toBe(5);
    expect(match.record.entries[4]).toMatchObject({ moves: [{ seat: 0, move: { uci: 'b1c3' } }] });
    await yourMove(guest.page).waitFor();
    expect(await guest.page.getByText('What was laid down').count()).toBe(0);
    await host.page.getByRole('button', { name: 'Back to live' }).click();
    await square(host.page, 'c3, white knight').waitFor();
    expect(await host.page.locator('.planned').count()).toBe(0);
    await play(host.page, 'd1', 'd4');
    await square(host.page, 'd4, to be played from d1').waitFor();
    await play(guest.page, 'g8', 'f6');
    await yourMove(host.page).waitFor();
    expect(match.position.step).toBe(6);
    expect(await host.page.locator('.planned').count()).toBe(0);
    expect(await flaws(guest.page)).toEqual([]);
    match.end(undefined, 'test', 'test');
    expect([...host.complaints, ...guest.complaints]).toEqual([]);
  });

  test.for([
    {
      game: 'ttt',
      host: ['Down Right Enter', { cell: 4 }, 'X centre', 'centre, X'],
      guest: ['Down Right Right Enter', { cell: 5 }, 'O right', 'right, O'],
      next: ['Right', 'right, O'],
      seen: /X centre, O right/,
    },
    {
      game: 'c4',
      host: ['Right Enter', { column: 1 }, 'Blue in column 2', 'Column 2, blue on top'],
      guest: ['Right Enter', { column: 1 }, 'Orange in column 2', 'Column 2, orange on top'],
      next: ['Right', 'Column 3, empty'],
      seen: /column 2: X O;/,
    },
    {
      game: 'go',
      host: ['Down Right Enter', { point: 'B8' }, 'Black B8', 'B8, black stone'],
      guest: ['Down Right Right Enter', { point: 'C8' }, 'White C8', 'C8, white stone'],
      next: ['Right', 'C8, white stone'],
      seen: /Black: B8. White: C8/,
    },
    {
      game: 'skill-gomoku',
      host: ['Down Right Enter', { row: 1, col: 1 }, 'Black B2', 'B2, black stone'],
      guest: ['Down Right Right Enter', { row: 1, col: 2 }, 'White C2', 'C2, white stone'],
      next: ['Right', 'C2, white stone'],
      seen: /Black: B2. White: C2/,
    },
    {
      game: 'chess',
      host: ['Right Down Down Down Down Down Down Enter Up Enter', { uci: 'b2b3' }, '1. b3', 'b3, white pawn'],
      guest: ['Right Down Down Down Down Down Down Enter Up Enter', { uci: 'g7g6' }, '1… g6', 'g6, black pawn'],
      next: ['Right', 'c3'],
      seen: /black pawn g6.*white pawn b3/,
    },
  ] as const)(
    'arrow keys walk over the board of $game on desktop and phone, Enter plays, both hear it and the position, and the square keeps the focus',
    async ({ game, host: first, guest: second, next: [way, beside], seen }) => {
      const { host, guest, match } = await friends(game);
      const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      const heard = (page: Page) => page.locator('.stage [role="log"] p').allTextContents();
      for (const [seat, [keys, move, , name]] of [first, second].entries()) {
        const { page } = [host, guest][seat]!;
        await yourMove(page).waitFor();
        expect(await page.locator('.board-buttons button[tabindex="0"]').count()).toBe(1);
        await page.locator('.board-buttons button').first().focus();
        for (const key of keys.split(' ')) await page.keyboard.press(key === 'Enter' ? key : `Arrow${key}`);
        await expect.poll(() => match.position.step).toBe(seat + 1);
        expect(match.record.entries[seat]).toMatchObject({ moves: [{ seat, move }] });
        await expect.poll(() => focused(page)).toBe(name);
      }
      for (const { page } of [host, guest]) {
        await expect.poll(() => heard(page)).toEqual([first[2], second[2]]);
        await page.getByRole('img', { name: seen }).waitFor();
      }
      await yourMove(host.page).waitFor();
      await host.page.keyboard.press(`Arrow${way}`);
      expect(await focused(host.page)).toBe(beside);
      expect(await focused(guest.page)).toBe(second[3]);
      await guest.page.keyboard.press('ArrowDown');
      for (const { page } of [host, guest]) {
        expect(await page.locator('.scrubber output').textContent()).toBe('2/2');
      }
      match.end(undefined, 'test', 'test');
      expect([...host.complaints, ...guest.complaints]).toEqual([]);
    },
  );

  test.for([
    ['blotto', 'Deploy 10 of 10'],
    ['even_odd', 'Even'],
    ['echo', '7'],
    ['resource-rush', 'wait'],
    ['regular_debate', 'Speak'],
    ['trade_deal', 'Say it'],
  ] as const)(
    '%s, which has no squares, is played by keys on desktop and phone, and both hear it',
    async ([game, deed]) => {
      const { host, guest, match } = await friends(game);
      for (const [seat, { name }] of match.record.seats.entries()) {
        const { page } = name === 'Hanna' ? host : guest;
        await yourMove(page).waitFor();
        const speech = page.locator('textarea');
        if ((await speech.count()) > 0) await speech.pressSequentially('Well.');
        await page.getByRole('button', { name: deed, exact: true }).focus();
        await page.keyboard.press('Enter');
        await expect.poll(() => match.position.step).toBe(seat + 1);
      }
      for (const { page } of [host, guest]) {
        await page.locator('.scrubber output').getByText('2/2').waitFor();
        expect(await page.locator('.stage [role="log"]').textContent()).not.toBe('');
      }
      match.end(undefined, 'test', 'test');
      expect([...host.complaints, ...guest.complaints]).toEqual([]);
    },
  );

  test('a dancer chooses and dances by keys, on desktop and phone', async () => {
    const { page, complaints } = await visitSite(WIDE);
    await page.goto('/challenge?game=dance-battle');
    await page.getByLabel('House bot, easy').check();
    await page.getByLabel('Your name').fill('Grace');
    await page.getByRole('button', { name: 'Sit down' }).click();
    await page.waitForURL('**/match/*');
    const match = matchOfPage(page);
    const seat = match.record.seats.findIndex(({ kind }) => kind === 'human');
    const danced = () =>
      match.record.entries.flatMap((entry) =>
        entry.kind === 'move' ? entry.moves.filter((one) => one.seat === seat) : [],
      );
    for (const [round, width] of WIDTHS.entries()) {
      await page.setViewportSize({ width, height: 844 });
      await page.getByText(`Round ${round + 1} of`).waitFor();
      const first = page.getByLabel('Beat 1');
      const isPose = (await first.inputValue()) === 'rock';
      await first.press(isPose ? 'ArrowDown' : 'ArrowUp');
      await page.getByRole('button', { name: 'Dance' }).press('Enter');
      await expect.poll(danced).toHaveLength(round + 1);
      const chosen = isPose ? { kind: 'action', action: 'paper' } : { kind: 'move', direction: 'right' };
      expect(danced()[round]!.move).toMatchObject({ commands: expect.arrayContaining([{ beatIndex: 0, ...chosen }]) });
    }
    match.end(undefined, 'test', 'test');
    expect(complaints).toEqual([]);
  });

  test('whoever ends a match by a key stays at the board', async () => {
    const { host, guest, match } = await friends('ttt');
    for (const [i, cell] of [0, 3, 1, 4].entries()) await submit(match, i % 2, { cell });
    await yourMove(host.page).waitFor();
    await host.page.getByRole('button', { name: 'top right' }).focus();
    await host.page.keyboard.press('Enter');
    await host.page.locator('.verdict').waitFor();
    expect(await host.page.evaluate(() => document.activeElement?.matches('.board'))).toBe(true);
    expect([...host.complaints, ...guest.complaints]).toEqual([]);
  });

  test.for(WIDTHS)('at %i a pawn that is dragged to the last rank becomes what is chosen there', async (width) => {
    const { host, guest, match } = await friends('chess');
    const { page, complaints } = host;
    for (const [i, uci] of ['a2a4', 'b7b5', 'a4b5', 'a7a6', 'b5a6', 'c8b7', 'a6b7', 'h7h6'].entries()) {
      await submit(match, i % 2, { uci });
    }
    await page.setViewportSize({ width, height: 900 });
    await square(page, 'b7, white pawn').waitFor();
    const choices = page.getByRole('group', { name: 'Promote to' });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const carry = async (): Promise<void> => {
      const [from, to] = [await square(page, 'b7').boundingBox(), await square(page, 'a8').boundingBox()];
      await page.mouse.move(from!.x + 20, from!.y + 20);
      await page.mouse.down();
      await page.mouse.move(to!.x + 20, to!.y + 25, { steps: 4 });
      await page.mouse.up();
      await choices.waitFor();
    };
    await carry();
    const [on, box] = [await square(page, 'a8').boundingBox(), await choices.boundingBox()];
    expect(Math.abs(on!.x - box!.x) + Math.abs(on!.y - box!.y)).toBeLessThan(4);
    expect(box!.y + box!.height).toBeLessThan(900);
    expect(await focused()).toBe('queen');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await choices.count()).toBe(0);
    expect(await focused()).toBe('b7, white pawn');
    await carry();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('rook');
    await page.keyboard.press('Enter');
    await expect.poll(() => match.position.step).toBe(9);
    expect(match.record.entries[8]).toMatchObject({ moves: [{ seat: 0, move: { uci: 'b7a8r' } }] });
    await expect.poll(focused).toBe('a8, white rook');
    match.end(undefined, 'test', 'test');
    expect([...complaints, ...guest.complaints]).toEqual([]);
  });

  test('on a phone a chess piece goes by two taps, and another is carried by a finger', async () => {
    const phone = { viewport: { width: NARROW, height: 844 }, hasTouch: true, isMobile: true };
    const { page, complaints } = await visitAlone(site.browser, site.server.url, phone);
    overhear(page);
    await page.goto('/challenge?game=chess');
    await page.getByLabel('House bot, easy').tap();
    await page.getByLabel('Side').selectOption('White');
    await page.getByLabel('Your name').fill('Grace');
    await page.getByRole('button', { name: 'Sit down' }).tap();
    await page.waitForURL('**/match/*');
    await yourMove(page).waitFor();
    const match = matchOfPage(page);
    // The taps first: a browser takes one that comes right after a swipe for its end.
    await square(page, 'g1').tap();
    await square(page, 'f3').tap();
    await page.locator('ol[aria-label="Moves"] [data-step="2"]').waitFor();
    const tools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      tools.send('Input.dispatchTouchEvent', { type, touchPoints });
    const [from, to] = await Promise.all(['e2', 'e4'].map(async (name) => (await square(page, name).boundingBox())!));
    const [x, y] = [from!.x + 20, from!.y + 20];
    await touch('touchStart', { x, y });
    for (const part of [0.2, 0.6, 1]) await touch('touchMove', { x, y: y + part * (to!.y - from!.y) });
    await touch('touchEnd');
    await expect.poll(() => match.position.step).toBeGreaterThanOrEqual(3);
    expect([0, 2].map((step) => match.record.entries[step])).toMatchObject([
      { moves: [{ seat: 0, move: { uci: 'g1f3' } }] },
      { moves: [{ seat: 0, move: { uci: 'e2e4' } }] },
    ]);
    match.end(undefined, 'test', 'test');
    expect(complaints).toEqual([]);
  });

  test('a drag over a board selects no text', async () => {
    const match = await beginMatch('chess', [holder('drag-a'), holder('drag-b')]);
    const { page } = await visitSite(WIDE);
    await page.goto(`/match/${match.id}`);
    const { x, y, width } = (await page.locator('.board svg').boundingBox())!;
    await page.mouse.move(x + 2, y + 2);
    await page.mouse.down();
    await page.mouse.move(x + width - 4, y + width - 4, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => String(getSelection()))).toBe('');
    match.end(undefined, 'test', 'test');
  });

  test.for(['chess', 'go', 'ttt', 'skill-gomoku', 'c4'])(
    'the board of %s fits a phone that lies on its side',
    async (game) => {
      const match = await beginMatch(game, [holder('lie-a'), holder('lie-b')]);
      const { page } = await visitSite(844);
      await page.setViewportSize({ width: 844, height: 390 });
      await page.goto(`/match/${match.id}`);
      const drawing = await page.locator('.board svg').first().boundingBox();
      expect(drawing!.height).toBeLessThanOrEqual(390);
      expect(drawing!.height).toBeGreaterThan(300);
      expect(await isTooWide(page)).toBe(false);
      match.end(undefined, 'test', 'test');
    },
  );

  test.for([
    ['resource-rush', '.map'],
    ['dance-battle', '.dance svg'],
    ['clawpoly', '.ring'],
  ])('the drawing of %s stands beside the players on a phone that lies on its side', async ([game, drawing]) => {
    const seats = Array.from({ length: site.server.arena.home(game!).size }, (_, i) => holder(`side-${i}`));
    const match = await beginMatch(game!, seats);
    const { page } = await visitSite(844);
    await page.setViewportSize({ width: 844, height: 390 });
    await page.goto(`/match/${match.id}`);
    const drawn = (await page.locator(drawing!).first().boundingBox())!;
    const players = (await page.locator('.seats').boundingBox())!;
    expect(drawn.height).toBeLessThanOrEqual(390);
    expect(players.x).toBeGreaterThan(drawn.x + drawn.width);
    expect(players.y).toBeLessThan(drawn.y + drawn.height);
    expect(await isTooWide(page)).toBe(false);
    match.end(undefined, 'test', 'test');
  });

  test('on a phone a drone is steered without scrolling, and its buttons stay while the other decides', async () => {
    const { guest, match } = await friends('resource-rush');
    const wait = guest.page.getByRole('button', { name: 'wait', exact: true });
    await yourMove(guest.page).waitFor();
    const { y, height } = (await wait.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(844);
    await wait.click();
    await guest.page.getByText('Waiting for Hanna').waitFor();
    expect(await wait.isDisabled()).toBe(true);
    match.end(undefined, 'test', 'test');
    await wait.waitFor({ state: 'detached' });
    expect(guest.complaints).toEqual([]);
  });

  test('a match is silent until sound is asked for, and the choice is kept, on desktop and phone', async () => {
    const { page, complaints } = await visitAlone(site.browser, site.server.url);
    overhear(page);
    await page.addInitScript(() => {
      const counted = globalThis as unknown as { tones: number; OscillatorNode: typeof OscillatorNode };
      counted.tones = 0;
      counted.OscillatorNode = class extends OscillatorNode {
        override start(at?: number): void {
          counted.tones++;
          super.start(at);
        }
      };
    });
    const tones = () => page.evaluate(() => (globalThis as unknown as { tones: number }).tones);
    const match = await beginMatch('ttt', [holder('loud-a'), holder('loud-b')]);
    const button = page.getByRole('button', { name: 'Sound' });
    for (const [i, width] of WIDTHS.entries()) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`/match/${match.id}`);
      await button.waitFor();
      await submit(match, 0, { cell: 2 * i });
      await page.locator(`ol[aria-label="Moves"] [data-step="${2 * i + 1}"]`).waitFor();
      expect(await tones()).toBe(0);
      await button.click();
      expect(await tones()).toBe(1);
      await submit(match, 1, { cell: 2 * i + 1 });
      await expect.poll(tones).toBe(2);
      await page.reload();
      expect(await button.getAttribute('aria-pressed')).toBe('true');
      await button.click();
    }
    match.end(undefined, 'test', 'test');
    expect(complaints).toEqual([]);
  });

  test.for(WIDTHS)('at %i go says who would win, and marks whose points they are', async (width) => {
    const match = await beginMatch('go', [holder('go-a', 'Ann'), holder('go-b', 'Bob')]);
    const { page, complaints } = await visitSite(width);
    await page.goto(`/match/${match.id}`);
    await page.getByRole('button', { name: 'Estimate the score' }).click();
    await submit(match, 0, { point: 'D1' });
    await page.getByText('It is too early: an estimate needs 18 stones on the board, and there is 1.').waitFor();
    expect(await page.locator('.owned').count()).toBe(0);
    for (let row = 1; row <= 9; row++) {
      if (row > 1) await submit(match, 0, { point: `D${row}` });
      await submit(match, 1, { point: `F${row}` });
    }
    await page.getByText('If both passed now, Bob leads by 7').waitFor();
    expect(await page.locator('.owned').count()).toBe(27 + 27);
    await submit(match, 0, { pass: true });
    await submit(match, 1, { pass: true });
    await page.getByText('In the end Bob leads by 7.').waitFor();
    if (width === NARROW) expect(await flaws(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.for(WIDTHS)(
    'at %i the skills of Gomoku say what they do, by click, key and to those who listen',
    async (width) => {
      const { host, guest, match } = await friends('skill-gomoku');
      const { page } = host;
      await page.setViewportSize({ width, height: 844 });
      await yourMove(page).waitFor();
      for (const [name, does] of Object.entries({
        uproot: 'spreads the stones of a 3 by 3 anew at random',
        stillwater: 'seals one of your stones for 3 rounds',
        sandstorm: 'removes a stone of the other',
        rewind: 'brings back the board of four moves ago',
      })) {
        const skill = page.getByRole('button', { name: new RegExp(`^${name}`) });
        expect(
          await skill.evaluate((one) => document.getElementById(one.getAttribute('aria-describedby')!)?.textContent),
        ).toContain(does);
        await page.getByRole('button', { name: 'Place a stone' }).focus();
        expect(await page.getByText(does).first().isVisible()).toBe(false);
        await skill.focus();
        await page.getByText(does).first().waitFor();
      }
      await page.getByText('What the skills do').click();
      for (const does of ['at random', '3 rounds', 'a stone of the other', 'four moves ago']) {
        await page.locator('dd').getByText(does).waitFor();
      }
      if (width === NARROW) expect(await flaws(page)).toEqual([]);
      match.end(undefined, 'test', 'test');
      expect([...host.complaints, ...guest.complaints]).toEqual([]);
    },
  );

  test.for(WIDTHS)('at %i what an agent thinks stands beside its move and its name', async (width) => {
    const match = await beginMatch('resource-rush', [holder('think-a', 'Ann'), holder('think-b', 'Bob')]);
    await submit(match, 0, { action: 'wait', thought: 'Gold lies <b>east</b>.' });
    await submit(match, 1, { action: 'wait' });
    match.forfeit([1], 'left');
    await expect.poll(() => match.outcome?.kind).toBe('over');
    const { page, complaints } = await visitSite(width);
    await page.goto(`/match/${match.id}#2`);
    const thought = 'Gold lies <b>east</b>.';
    await page.getByRole('list', { name: 'Moves' }).locator('q').getByText(thought).waitFor();
    await page.locator('.seats q').getByText(thought).waitFor();
    await page.getByRole('button', { name: 'Last step' }).click();
    const ends = page.locator('.seats .end');
    await expect.poll(() => ends.first().textContent()).toMatch(/^\s*\+\d+\s+1st\s*$/);
    expect(await ends.last().textContent()).toMatch(/^\s*−\d+\s+2nd\s*$/);
    if (width === NARROW) expect(await flaws(page)).toEqual([]);
    // Wherever its drone is, all of a long thought is on the map.
    const bubble = page.locator('.map .thought');
    for (const at of [0, 50, 51, 100]) {
      const [inner, outer] = await bubble.evaluate((one: HTMLElement, left) => {
        one.textContent = 'Gold lies east. '.repeat(4);
        one.style.left = `${left}%`;
        one.classList.toggle('left', left > 50);
        return [one, one.parentElement!].map((box) => box.getBoundingClientRect().toJSON());
      }, at);
      expect([at, inner.left >= outer.left, inner.right <= outer.right]).toEqual([at, true, true]);
    }
    expect(complaints).toEqual([]);
  });

  test.for(WIDTHS)('at %i a person plays Clawpoly from the middle of the board and proposes a trade', async (width) => {
    const { page, complaints } = await visitSite(width);
    await page.goto('/challenge?game=clawpoly');
    await page.getByLabel('House bot, Cautious').check();
    const players = width === NARROW ? 3 : 6;
    await page.getByLabel('Players').selectOption(String(players));
    await page.getByLabel('Your name').fill('Grace');
    await page.getByRole('button', { name: 'Sit down' }).click();
    await page.waitForURL('**/match/*');
    const match = matchOfPage(page);
    const names = match.record.seats.map(({ name }) => name.split(' ')[0]);
    expect(names).toHaveLength(players);
    expect(new Set(names).size).toBe(players);
    const seat = match.record.seats.findIndex(({ kind }) => kind === 'human');
    const sea = page.locator('.sea');
    await sea.getByRole('button', { name: 'Propose a trade' }).click({ timeout: 60_000 });
    const form = page.getByRole('dialog', { name: 'Propose a trade' });
    const offer = form.getByRole('button', { name: 'Make the offer' });
    expect(await offer.isDisabled()).toBe(true);
    const ground = () => offer.evaluate((button) => getComputedStyle(button).backgroundColor);
    const idle = await ground();
    const [giving, getting] = [form.getByLabel(/^Money/).first(), form.getByLabel(/^Money/).last()];
    for (const [give, get, why] of [
      ['99999', '', /^You have \$\d+ to give\.$/],
      ['', '99999', /^\S+ .* has \$\d+ to give\.$/],
      ['-3', '', 'Money is a whole number of dollars.'],
      ['2.5', '', 'Money is a whole number of dollars.'],
      ['40', '30', 'Money for money: name the difference alone.'],
    ] as const) {
      await giving.fill(give);
      await getting.fill(get);
      await form.getByText(why).waitFor();
      expect(await offer.isDisabled()).toBe(true);
    }
    await getting.fill('');
    await form.getByText('$40 for nothing').waitFor();
    expect(await ground()).not.toBe(idle);
    if (width === NARROW) expect(await flaws(page)).toEqual([]);
    await page.setViewportSize({ width, height: 844 });
    await offer.click();
    await expect
      .poll(() => match.record.entries.flatMap((entry) => (entry.kind === 'move' ? entry.moves : [])))
      .toContainEqual({
        seat,
        move: expect.objectContaining({
          type: 'trade_offer',
          giving: { properties: [], money: 40, escapeCards: 0 },
          requesting: { properties: [], money: 0, escapeCards: 0 },
        }),
      });
    await sea.getByRole('button', { name: 'Roll the dice' }).click();
    await expect.poll(() => sea.textContent()).not.toContain('Roll the dice');
    page.on('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByText('You are out.').waitFor();
    expect(await page.getByRole('button', { name: 'Resign', exact: true }).count()).toBe(0);
    match.end(undefined, 'test', 'test');
    expect(complaints).toEqual([]);
  });

  test.for(WIDTHS)(
    'at %i an agent that calls is challenged from its profile, accepts, and others watch by a link',
    async (width) => {
      const name = `Called-${width}`;
      const { apiKey: key } = await (
        await fetch(`${site.server.url}/api/v1/agents`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name }),
        })
      ).json();
      const call = async (method: string, path: string) =>
        (
          await fetch(`${site.server.url}/api/v1/${path}`, { method, headers: { authorization: `Bearer ${key}` } })
        ).json();
      const { page, complaints } = await visitSite(width);
      await page.goto(`/agent/${name}`);
      await page.getByRole('link', { name: 'Challenge', exact: true }).click();
      expect(await page.getByLabel('The agent’s name').inputValue()).toBe(name);
      await page.getByLabel('Connect Four', { exact: true }).check();
      await page.getByLabel('Your name').fill('Grace');
      await page.getByRole('button', { name: 'Sit down' }).click();
      await page.getByText(`${name} is not here right now.`).waitFor();
      await call('GET', 'play');
      await page.getByRole('button', { name: 'Sit down' }).click();
      await page.getByText(`Waiting for ${name} to accept`).waitFor();
      if (width === NARROW) expect(await flaws(page)).toEqual([]);
      const watcher = await visitSite(width);
      await watcher.page.goto(await copied(page, 'Link to watch'));
      await watcher.page.getByText('You see it here as soon as everybody sits.').waitFor();
      const { challenges } = await call('GET', 'play');
      await call('POST', `challenges/${challenges[0].id}/accept`);
      for (const one of [page, watcher.page]) await one.waitForURL('**/match/*');
      expect(matchOfPage(page).id).toBe(matchOfPage(watcher.page).id);
      expect(matchOfPage(page).record.terms.rated).toBe(false);
      matchOfPage(page).end(undefined, 'test', 'test');
      expect([...complaints, ...watcher.complaints]).toEqual([]);
    },
  );

  test.for(WIDTHS)('at %i a profile has form, best win, openings and head to head', async (width) => {
    const register = async (name: string): Promise<SeatHolder> => {
      const answer = await fetch(`${site.server.url}/api/v1/agents`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      });
      return holder((await answer.json()).agentId, name);
    };
    const [ann, bob] = [await register(`Ann-${width}`), await register(`Bob-${width}`)];
    for (const seats of [
      [ann, bob],
      [bob, ann],
    ]) {
      const match = await beginMatch('c4', seats);
      for (const column of [3, 0, 3, 0, 3, 0, 3]) {
        await submit(match, (match.position.status as { must: number[] }).must[0]!, { column });
      }
      await expect.poll(() => match.outcome?.kind).toBe('over');
    }
    const { page, complaints } = await visitSite(width);
    await page.goto(`/agent/Ann-${width}`);
    await page.getByRole('link', { name: `won against Bob-${width}, Connect Four` }).waitFor();
    await page.getByRole('link', { name: `lost against Bob-${width}, Connect Four` }).waitFor();
    await page.getByRole('link', { name: new RegExp(`^Bob-${width}, \\d+`) }).waitFor();
    await page.getByRole('img', { name: /^Rating after each of 2 matches: from 1500 to \d+/ }).waitFor();
    await page.getByText('Openings of the latest matches').click();
    await page.getByRole('cell', { name: '4 1 4' }).first().waitFor();
    await page.getByRole('columnheader', { name: 'Won–drawn–lost' }).waitFor();
    expect(await page.getByRole('link', { name: 'Challenge' }).getAttribute('href')).toContain('game=c4');
    const met = page.getByRole('region', { name: 'Head to head' }).getByRole('row').nth(1);
    expect(await met.textContent()).toMatch(new RegExp(`Bob-${width}.*Connect Four.*2.*1–0–1.*1`));
    expect(await page.getByRole('link', { name: `All results of Ann-${width}` }).getAttribute('href')).toContain(
      'player=',
    );
    if (width === NARROW) expect(await flaws(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
