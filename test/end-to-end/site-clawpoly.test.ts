import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Match } from '../../src/core/match.ts';
import { positions } from '../../src/core/record.ts';
import { BOARD } from '../../src/games/clawpoly/board.ts';
import { clawpoly } from '../../src/games/clawpoly/rules.ts';
import type { State } from '../../src/games/clawpoly/state.ts';
import type { View } from '../../src/games/clawpoly/view.ts';
import { chromiumPath, flaws, type Visit } from '../browser.ts';
import { goldenRecords } from '../golden.ts';
import { isInSight, NARROW, testSite, WIDE, WIDTHS } from '../site.ts';

const records = goldenRecords().filter(({ record }) => record.game === 'clawpoly');
const recordOf = (file: string) => records.find((one) => one.file === `${file}.json`)!.record;
const FOUR = recordOf('four-players-last-standing');
const SIX = recordOf('six-players-turn-limit');

const site = testSite({ records: [FOUR, SIX] });
const matchOfPage = site.matchOf;
const visitSite = (width: number): Promise<Visit> => site.visit(width, 900);
const isOver = (match: Match): boolean => match.outcome !== undefined;

async function sitDown(page: Page): Promise<Match> {
  await page.goto('/challenge?game=clawpoly');
  await page.getByText('House bots stand in order, the weakest first.').waitFor();
  await page.getByLabel('House bot, Builder').check();
  await page.getByLabel('Your name').fill('Grace');
  await page.getByRole('button', { name: 'Sit down' }).click();
  await page.waitForURL('**/match/*');
  await page.getByRole('button', { name: 'Roll the dice' }).waitFor({ timeout: 60_000 });
  return matchOfPage(page);
}

const viewsOfFour = (): View[] =>
  [...positions(clawpoly, FOUR)].map(({ state }) => clawpoly.view(state as State, 'replay'));
const squares = (page: Page) => page.locator('.ring').getByRole('button');
const square = (page: Page, name: string) =>
  page.locator('.ring').getByRole('button', { name: new RegExp(`^${name}\\b`) });
const card = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;
const boxOf = async (part: Locator): Promise<Box> => (await part.boundingBox())!;
const isWithin = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

describe.runIf(chromiumPath)('Clawpoly on the site', () => {
  test.for(WIDTHS)(
    'at %i keys lead along the ring, whose squares show their cards, and on to the dice',
    async (width) => {
      const { page, complaints } = await visitSite(width);
      const match = await sitDown(page);
      const roll = page.getByRole('button', { name: 'Roll the dice' });
      const [ring, button] = await Promise.all([page.locator('.ring'), roll].map(boxOf));
      if (width === WIDE) expect(isWithin(button!, ring!)).toBe(true);
      else expect(button!.y).toBeGreaterThan(ring!.y + ring!.height);
      expect(await isInSight(roll)).toBe(true);
      expect(await page.locator('.ring [tabindex="0"]').count()).toBe(1);
      await square(page, 'Mangrove Shallows').click();
      await card(page, 'Mangrove Shallows').getByText('$450').waitFor();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      expect(await focused(page)).toMatch(/^Tidal Pool Flats/);
      await card(page, 'Tidal Pool Flats').getByText('$250').waitFor();
      for (const one of [card(page, 'Tidal Pool Flats'), roll]) expect(await one.isVisible()).toBe(true);
      await page.keyboard.press('Tab');
      await expect.poll(() => roll.evaluate((button) => button === document.activeElement)).toBe(true);
      if (width === NARROW) expect(await flaws(page)).toEqual([]);
      await page.setViewportSize({ width, height: 900 });
      await page.keyboard.press('Shift+Tab');
      expect(await focused(page)).toMatch(/^Tidal Pool Flats/);
      await page.keyboard.press('Escape');
      await card(page, 'Tidal Pool Flats').waitFor({ state: 'detached' });
      expect(await focused(page)).toMatch(/^Tidal Pool Flats/);
      await page.keyboard.press('Enter');
      await card(page, 'Tidal Pool Flats').getByRole('button', { name: 'Close' }).press('Enter');
      await card(page, 'Tidal Pool Flats').waitFor({ state: 'detached' });
      expect(await focused(page)).toMatch(/^Tidal Pool Flats/);
      const before = match.position.step;
      await roll.click();
      await expect.poll(() => match.position.step).toBeGreaterThan(before);
      match.end(undefined, 'test', 'test');
      await expect.poll(() => isOver(match)).toBe(true);
      expect(complaints).toEqual([]);
    },
  );

  test('the square that has the focus and the one whose card is open are marked', async () => {
    const { page } = await visitSite(WIDE);
    await page.goto(`/match/${FOUR.id}#60`);
    const one = square(page, 'Palau Sanctuary');
    const look = async () => (await one.screenshot()).toString('base64');
    const plain = await look();
    await square(page, 'Sargasso Sea').click();
    await page.keyboard.press('ArrowRight');
    const withFocus = await look();
    await page.getByRole('button', { name: 'Step on' }).focus();
    const opened = await look();
    expect(new Set([plain, withFocus, opened]).size).toBe(3);
  });

  test('every square says what it is, to those who look and to those who listen, on desktop and phone', async () => {
    const { page, complaints } = await visitSite(WIDE);
    await page.goto(`/match/${FOUR.id}#440`);
    const { board, players } = viewsOfFour()[440]!;
    expect(await squares(page).count()).toBe(40);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const [ring, dice] = await Promise.all(['.ring', '.dice'].map((part) => boxOf(page.locator(part))));
      expect(await page.locator('.dice span').count()).toBe(2);
      expect(isWithin(dice!, ring!)).toBe(true);
      for (const { index, name, price, rent, outpostCost, mortgageValue } of BOARD) {
        const label = (await squares(page).nth(index).getAttribute('aria-label'))!;
        await squares(page).nth(index).click();
        const told = (await card(page, name).textContent())!.replace('Close', '');
        expect(told.length).toBeGreaterThan(name.length + 20);
        const { owner, mortgaged, outposts, fortress } = board[index]!;
        const figures = [price, ...rent, outpostCost, mortgageValue].filter((figure) => figure !== null);
        for (const figure of figures) expect(told).toContain(`$${figure}`);
        const isOwned = price !== null && owner !== null;
        expect(told.includes(`Owner${isOwned ? `Bot ${owner}` : 'nobody'}`)).toBe(price !== null);
        expect(told.includes(', mortgaged')).toBe(mortgaged);
        expect(told.includes('Built')).toBe(outposts > 0 || fortress);
        expect(label.startsWith(name)).toBe(true);
        if (price !== null) expect(label).toContain(`$${price}`);
        if (price !== null) expect(label).toContain(owner === null ? 'for sale' : `of Bot ${owner}`);
        expect(label.includes('mortgaged')).toBe(mortgaged);
        expect(label.includes('outpost')).toBe(outposts > 0);
        expect(label.includes('fortress')).toBe(fortress);
        const here = players.filter(({ position, bankrupt }) => !bankrupt && position === index);
        for (const { seat } of here) expect(label).toMatch(new RegExp(`Here: .*Bot ${seat}`));
        expect(label.includes('Here: ')).toBe(here.length > 0);
      }
      for (const [name, told] of [
        ['Fishing Tax', 'pays $200'],
        ['Pearl Tax', 'pays $100'],
        ['Set Sail', '$200'],
      ] as const) {
        await square(page, name).click();
        await card(page, name).getByText(told).waitFor();
      }
    }
    expect(await flaws(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a phone shows where the current player stands large, its neighbours beside it, and the ring small', async () => {
    const { page, complaints } = await visitSite(NARROW);
    await page.goto(`/match/${FOUR.id}#60`);
    const around = page.getByRole('list', { name: /^Around/ }).getByRole('button');
    expect(await around.count()).toBe(3);
    const [before, current, ring] = [around.first(), around.nth(1), page.locator('.ring')];
    const [small, large, all] = await Promise.all([before, current, ring].map((one) => one.boundingBox()));
    expect(all!.width).toBeLessThan(200);
    expect(large!.width).toBeGreaterThan(130);
    expect(large!.height).toBeGreaterThan(100);
    expect(large!.width).toBeGreaterThan(small!.width);
    const sizeOf = (text: string) =>
      page
        .locator(text)
        .first()
        .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
    expect(await sizeOf('.around .here .name')).toBeGreaterThanOrEqual(15);
    expect(await sizeOf('.around .name')).toBeGreaterThanOrEqual(12);
    expect(await sizeOf('.around .here .tokens i')).toBeGreaterThanOrEqual(18);
    expect(await sizeOf('.ring .tokens i')).toBeGreaterThanOrEqual(11);
    const name = (await current.getAttribute('aria-label'))!.split(/,| –/)[0]!;
    await current.click();
    await card(page, name).waitFor();
    expect(await isInSight(card(page, name))).toBe(true);
    await around.last().click();
    await card(page, name).waitFor({ state: 'detached' });
    expect(await flaws(page)).toEqual([]);
    await page.setViewportSize({ width: WIDE, height: 900 });
    expect(await sizeOf('.ring .name')).toBeGreaterThanOrEqual(11);
    expect(complaints).toEqual([]);
  });

  test('players are listed once with what they have, their names whole, and the current row is in sight, on desktop and phone', async () => {
    const { page, complaints } = await visitSite(WIDE);
    const match = await sitDown(page);
    const row = page.locator('ol[aria-label="Moves"] [aria-current="step"]');
    const listed = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /\$\d+ · (1 square\b|(0|[2-9]|\d\d) squares)/ });
    const areWhole = async (names: string[]): Promise<boolean> => {
      const places = names.map((name, seat) => page.locator('.seats > li').nth(seat).getByText(name, { exact: true }));
      const cut = places.map((one) => one.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));
      return !(await Promise.all(cut)).includes(true);
    };
    const namesOf = ({ seats }: { seats: { name: string }[] }): string[] => seats.map(({ name }) => name);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await listed.count()).toBe(match.record.seats.length);
      expect(await areWhole(namesOf(match.record))).toBe(true);
      if (width === WIDE) expect(await isInSight(row)).toBe(true);
    }
    match.end(undefined, 'test', 'test');
    await expect.poll(() => isOver(match)).toBe(true);
    const firstDeed = viewsOfFour().findIndex(({ players }) =>
      players.some(({ properties }) => properties.length === 1),
    );
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const record of [FOUR, SIX]) {
        await page.goto(`/match/${record.id}`);
        await page.getByRole('button', { name: 'Verify in this browser' }).waitFor();
        if (width === WIDE) await expect.poll(() => isInSight(row)).toBe(true);
        expect(await areWhole(namesOf(record))).toBe(true);
        const [ring, money] = await Promise.all(
          [page.locator('.ring'), page.getByRole('region', { name: 'Money' })].map(boxOf),
        );
        if (width === WIDE) expect(money!.x).toBeGreaterThan(ring!.x + ring!.width);
        else expect(money!.y).toBeGreaterThan(ring!.y + ring!.height);
      }
      await page.goto(`/match/${FOUR.id}#${firstDeed}`);
      await listed
        .getByText(/· 1 square\b/)
        .first()
        .waitFor();
      expect(await listed.count()).toBe(4);
    }
    expect(complaints).toEqual([]);
  });
});
