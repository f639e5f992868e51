import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Match } from '../../src/core/match.ts';
import type { View as DanceView } from '../../src/games/dance-battle/rules.ts';
import { chromiumPath } from '../browser.ts';
import { holder, NARROW, submit, testSite, WIDE, WIDTHS } from '../site.ts';

const HEIGHT = 844;
const site = testSite({ settings: { CROSSPLAY_OPEN_SPECTATORS: 'yes' } });

/** Ann and Bob at a game in which these moves were played, in turn. */
async function played(game: string, moves: unknown[] = []): Promise<Match> {
  const match = await site.begin(game, [holder('ann', 'Ann'), holder('bob', 'Bob')]);
  for (const [i, move] of moves.entries()) await submit(match, i % 2, move);
  return match;
}

/** White has taken a pawn and gives check. */
const check = (): Promise<Match> =>
  played(
    'chess',
    ['e2e4', 'd7d5', 'e4d5', 'g8f6', 'f1b5'].map((uci) => ({ uci })),
  );

/** The squares on which such marks are seen, named as where White sits below. */
const marked = (page: Page, mark: string): Promise<string[]> =>
  page.locator('.board svg').evaluate((board, marks) => {
    const { left, top, width } = board.getBoundingClientRect();
    const squares = [...board.querySelectorAll(marks)].map((one) => {
      const box = one.getBoundingClientRect();
      const [file, row] = [box.x + box.width / 2 - left, box.y + box.height / 2 - top].map((at) =>
        Math.floor((8 * at) / width),
      );
      return `${'abcdefgh'[file!]}${8 - row!}`;
    });
    return squares.sort();
  }, mark);

const moveList = (page: Page) => page.getByRole('list', { name: 'Moves' });

describe.runIf(chromiumPath)('what stands on boards and beside them, on desktop and phone', () => {
  test('chess has its moves in two columns with figurines, marks the last one and check, and counts what was taken', async () => {
    const match = await check();
    const { page, complaints } = await site.visit();
    await page.goto(`/match/${match.id}`);
    const moves = moveList(page).getByRole('listitem');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await expect
        .poll(() => moves.locator('.texts').allInnerTexts())
        .toEqual(['The match begins', '1. e4', '1… d5', '2. exd5', '2… ♞f6', '3. ♗b5+']);
      const [, white, black, next] = await moves.evaluateAll((all) =>
        all.map((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return { left, right, top, bottom };
        }),
      );
      expect(black!.top).toBe(white!.top);
      expect(black!.left).toBeGreaterThanOrEqual(white!.right);
      expect(next!.left).toBe(white!.left);
      expect(next!.top).toBeGreaterThanOrEqual(white!.bottom);
      expect(await marked(page, '.last')).toEqual(['b5', 'f1']);
      expect(await marked(page, '.check')).toEqual(['e8']);
      expect(await page.getByRole('img', { name: 'Ann took pawn' }).textContent()).toMatch(/♟\S*\s+\+1/);
      expect(await page.getByRole('img', { name: 'Bob took nothing' }).textContent()).not.toMatch(/\S/);
      await moves.nth(2).getByRole('button').click();
      await expect.poll(() => marked(page, '.last')).toEqual(['d5', 'd7']);
      expect(await marked(page, '.check')).toEqual([]);
      await page.getByRole('button', { name: 'Last step' }).click();
      await expect.poll(() => marked(page, '.check')).toEqual(['e8']);
    }
    match.end(undefined, 'test', 'test');
    expect(complaints).toEqual([]);
  });

  test('chess has coordinates, turns round, is analysed on lichess, and saved as PGN when it is over', async () => {
    const match = await check();
    const { page, complaints } = await site.visit();
    await page.goto(`/match/${match.id}`);
    const flip = page.getByRole('button', { name: 'Flip the board' });
    const coordinates = async () => (await page.locator('.board svg text').allTextContents()).join('');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      expect(await coordinates()).toBe('87654321abcdefgh');
      await flip.click();
      await expect.poll(coordinates).toBe('12345678hgfedcba');
      expect(await marked(page, '.last')).toEqual(['c8', 'g4']);
      await flip.click();
      await expect.poll(coordinates).toBe('87654321abcdefgh');
      const elsewhere = await page.getByRole('link', { name: 'Analyse on lichess' }).getAttribute('href');
      expect(elsewhere).toMatch(
        /^https:\/\/lichess\.org\/analysis\/standard\/rnbqkb1r\/ppp1pppp\/5n2\/1B1P4\/.*_b_KQkq/,
      );
    }
    match.forfeit([1], 'resigned');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'PGN' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`${match.id}.pgn`);
      const text = await readFile(await file.path(), 'utf8');
      expect(text).toContain('[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]');
      expect(text).toContain('\n\n1. e4 d5 2. exd5 Nf6 3. Bb5+ 1-0\n');
    }
    expect(complaints).toEqual([]);
  });

  test('the board has the room, all else stands beside or below it, and the seed’s hash is folded away', async () => {
    const match = await check();
    const { page } = await site.visit();
    await page.goto(`/match/${match.id}`);
    const boxOf = async (part: string) => (await page.locator(part).first().boundingBox())!;
    for (const [width, least] of [
      [WIDE, 600],
      [NARROW, 340],
    ] as const) {
      await page.setViewportSize({ width, height: HEIGHT });
      const [board, ...others] = await Promise.all(
        ['.board-frame', '.seats', '[aria-label="Moves"]', '[aria-label="About this match"]'].map(boxOf),
      );
      expect(board!.width).toBeGreaterThan(least);
      const [players, moves, about] = others;
      if (width === WIDE) for (const { x } of others) expect(x).toBeGreaterThan(board!.x + board!.width);
      else for (const { y } of [moves!, about!]) expect(y).toBeGreaterThan(board!.y + board!.height);
      expect(players!.y).toBeLessThan(moves!.y);
      expect(moves!.y).toBeLessThan(about!.y);
      const hash = page.getByText(match.record.seedHash);
      expect(await hash.isVisible()).toBe(false);
      await page.getByText('Fair play').click();
      await hash.waitFor();
      await page.getByText('Fair play').click();
      await hash.waitFor({ state: 'hidden' });
    }
    match.end(undefined, 'test', 'test');
  });

  test('go counts what was captured, marks the last stone and numbers the moves', async () => {
    const points = ['A8', 'A9', 'B9', 'D5'].map((point) => ({ point }));
    const match = await played('go', points);
    const { page, complaints } = await site.visit();
    await page.goto(`/match/${match.id}`);
    const numbers = page.getByRole('button', { name: 'Move numbers' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.getByText('Ann: captured 1').waitFor();
      await page.getByText('Bob: captured 0').waitFor();
      expect(await page.locator('.board-last-stone').count()).toBe(1);
      await numbers.click();
      await expect.poll(() => page.locator('.board .number').allTextContents()).toEqual(['3', '1', '4']);
      await numbers.click();
      await page.locator('.board-last-stone').waitFor();
      expect(await page.locator('.board .number').count()).toBe(0);
    }
    match.end(undefined, 'test', 'test');
    expect(complaints).toEqual([]);
  });

  test('a motto and a speech stand beside the move that they came with', async () => {
    const dance = await site.begin(
      'dance-battle',
      ['Ann', 'Bob', 'Cy', 'Di'].map((name) => holder(name)),
    );
    const { beatSequence } = dance.game.view(dance.position.state, 'spectator') as DanceView;
    for (const seat of [0, 1, 2, 3]) {
      const commands = beatSequence.rounds[0]!.beats.map(({ beatIndex, kind }) =>
        kind === 'move'
          ? { beatIndex, kind, direction: 'hold' }
          : { beatIndex, kind: 'action', action: 'rock', motto: `Seat ${seat} <i>rocks</i>` },
      );
      await submit(dance, seat, { commands });
    }
    const debate = await played('regular_debate', [{ text: 'Tabs, <b>always</b>.' }, { text: 'Spaces.' }]);
    const { page, complaints } = await site.visit();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.goto(`/match/${dance.id}`);
      const mottos = [0, 1, 2, 3].map((seat) => `Seat ${seat} <i>rocks</i>`);
      await moveList(page).getByText('Round 1').waitFor();
      for (const part of ['[aria-label="Moves"] q', '.seats q', '.board q'])
        expect(await page.locator(part).allTextContents()).toEqual(mottos);
      await page.goto(`/match/${debate.id}`);
      await moveList(page).getByText('Spaces.').waitFor();
      await moveList(page).getByText('Tabs, <b>always</b>.').waitFor();
      expect(await page.getByRole('list', { name: 'What was said' }).getByRole('listitem').allInnerTexts()).toEqual([
        expect.stringMatching(/Ann\s+Tabs, <b>always<\/b>\.$/),
        expect.stringMatching(/Bob\s+Spaces\.$/),
      ]);
    }
    for (const match of [dance, debate]) match.end(undefined, 'test', 'test');
    expect(complaints).toEqual([]);
  });

  test('what a small board shows is whole on a phone', async () => {
    // The first is shown large, and stays so.
    const featured = await played('chess');
    const allocation = [2, 2, 2, 2, 2];
    const echo = await played(
      'echo',
      [10, 9, 9, 10, 10, 9, 9, 10].map((number) => ({ number })),
    );
    const blotto = await played('blotto', Array(6).fill({ allocation }));
    const bazaar = await played('trade_deal', [{ text: 'Iron for wood?' }]);
    const { page } = await site.visit(NARROW);
    await page.goto('/');
    const boardOf = ({ id }: Match) => page.locator(`a.match[href="match/${id}"] .board`);
    /** By how much what is in the board of a card goes beyond it. */
    const beyond = async (match: Match, part: string) => {
      const board = boardOf(match);
      await board.scrollIntoViewIfNeeded();
      await board.locator(part).first().waitFor();
      return board.evaluate((whole, inner) => {
        const boxes = [whole, ...whole.querySelectorAll(inner)].map((one) => one.getBoundingClientRect());
        const most = (edge: 'right' | 'bottom') => Math.max(...boxes.map((box) => box[edge])) - boxes[0]![edge];
        return [most('right'), most('bottom')];
      }, part);
    };
    expect(await beyond(echo, '.round')).toEqual([0, 0]);
    expect(await beyond(blotto, 'tr')).toEqual([0, 0]);
    expect(await beyond(bazaar, 'p')).toEqual([0, 0]);
    expect(await boardOf(bazaar).getByText('Ann', { exact: true }).count()).toBe(0);
    for (const match of [featured, echo, blotto, bazaar]) match.end(undefined, 'test', 'test');
  });

  test('one of a thing is not told in the plural', async () => {
    const match = await played('skill-gomoku', [
      { type: 'place', row: 1, col: 1 },
      { type: 'place', row: 1, col: 2 },
      { type: 'skill', skill: 'sandstorm', target: { row: 1, col: 2 } },
    ]);
    const { page } = await site.visit();
    await page.goto(`/match/${match.id}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await moveList(page).getByText('Black: sandstorm C2, 1 cell changed', { exact: true }).waitFor();
    }
    match.end(undefined, 'test', 'test');
  });

  test('where the host opens spectators, everything of a game with secrets is shown live', async () => {
    const [rush, bazaar] = [await played('resource-rush'), await played('trade_deal')];
    const { page, complaints } = await site.visit();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.goto(`/match/${rush.id}`);
      await page.getByRole('img', { name: /Ann at column \d+, row \d+.*Bob at column \d+, row \d+/ }).waitFor();
      expect(await page.getByText(/first shown|ticks ago/).count()).toBe(0);
      await page.goto(`/match/${bazaar.id}`);
      await expect.poll(() => page.getByText(/^of \d+, the goal$/).count()).toBe(2);
      await page.goto('/');
      await page.getByRole('link', { name: /Resource Rush/ }).waitFor();
      expect(await page.getByText('in the fog').count()).toBe(0);
    }
    for (const match of [rush, bazaar]) match.end(undefined, 'test', 'test');
    expect(complaints).toEqual([]);
  });

  test('on a phone a name of one word stands in one line under the map', async () => {
    const match = await site.begin('resource-rush', [holder('quill', 'Quillfeathers'), holder('bob', 'Bob')]);
    const { page } = await site.visit(NARROW);
    await page.goto(`/match/${match.id}`);
    const name = page.locator('.scores').getByText('Quillfeathers');
    const lines = await name.evaluate(
      (one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight),
    );
    expect(Math.round(lines)).toBe(1);
    match.end(undefined, 'test', 'test');
  });
});
