import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '../src/cli/config.ts';
import type { Seat } from '../src/core/game.ts';
import type { Match } from '../src/core/match.ts';
import type { ExportedRecord, SeatHolder } from '../src/core/record.ts';
import type { Storage } from '../src/core/storage.ts';
import { type RunningServer, startServer } from '../src/server.ts';
import { openStorage } from '../src/storage/open.ts';
import { chromiumPath, openBrowser, overhear, type Visit, visit } from './browser.ts';
import { goldenRecords } from './golden.ts';
import { storeRecord } from './store-record.ts';

/** Of a desktop and of a phone. */
export const [WIDE, NARROW] = [1280, 390];
export const WIDTHS = [WIDE, NARROW];

/** Longer than any test. */
const LONG = 600_000;

export interface TestSite {
  readonly server: RunningServer;
  readonly browser: Browser;
  /** A page without memory of others, whose talk with the server is held against the schemas. */
  visit(width?: number, height?: number): Promise<Visit>;
  /** The match that the page shows. */
  matchOf(page: Page): Match;
  /** A match whose seats are here and play when the test says so. */
  begin(game: string, seats: SeatHolder[], options?: unknown): Promise<Match>;
}

interface Wishes {
  settings?: { [name: string]: string };
  /** Finished matches that are there from the beginning. */
  records?: Iterable<ExportedRecord>;
  prepare?(storage: Storage): Promise<void>;
}

/** A server with the site and one browser for all tests of a file, since starting one is dear. */
export function testSite({ settings, records = [], prepare }: Wishes = {}): TestSite {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-site-'));
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    if (!chromiumPath) return;
    const storage = await openStorage({ data: folder, databaseUrl: undefined, exclusive: true });
    for (const record of records) await storeRecord(storage, record);
    await prepare?.(storage);
    await storage.close();
    server = await startServer(
      readConfig([], {
        PORT: '0',
        CROSSPLAY_SSH_PORT: '0',
        CROSSPLAY_DATA: folder,
        CROSSPLAY_LOG: 'silent',
        CROSSPLAY_HOUSE_BOTS: 'off',
        ...settings,
      }),
    );
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },
    async visit(width = 1280, height = 844) {
      const visited = await visit(browser, server.url, { width, height });
      overhear(visited.page);
      return visited;
    },
    matchOf: (page) => server.local.match(new URL(page.url()).pathname.split('/').at(-1)!)!,
    async begin(game, seats, options) {
      const { countdown: _none, ...usual } = server.arena.home(game).terms;
      const terms = { ...usual, clock: { each: LONG, vote: LONG }, seating: 'arrival' as const };
      return server.local.begin({ game, seats, terms, ...(options !== undefined && { options }) }, (match) => {
        for (const seat of seats.keys()) match.watch(seat, () => {});
      });
    },
  };
}

export const holder = (agent: string, name = agent): SeatHolder => ({ agent, name, kind: 'agent', via: 'loa' });

export function submit(match: Match, seat: Seat, move: unknown): Promise<void> {
  const { status } = match.position;
  const turn = status.kind === 'turn' ? status.number : 0;
  return new Promise((resolve, reject) =>
    match.submit({ seat, move }, turn, (refused) => (refused ? reject(new Error(refused.reason)) : resolve())),
  );
}

/** Whether all of it is in the window, or in the frame that it is in. */
export const isInSight = (part: Locator): Promise<boolean> =>
  part.first().evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight + 0.5 && right <= innerWidth + 0.5;
  });

/** What a button takes to the clipboard. */
export async function copied(page: Page, button: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('button', { name: /copied$/ }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

const idOf = (i: number): string => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;

/** One finished match of every game. */
export const finishedMatches = (): Map<string, ExportedRecord> =>
  new Map(goldenRecords().map(({ record }, i) => [record.game, { ...record, id: idOf(i) }]));
