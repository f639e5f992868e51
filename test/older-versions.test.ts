import { expect, test } from 'vitest';
import { verifyText } from '../src/cli/verify.ts';
import type { AnyGame } from '../src/core/game.ts';
import type { Match } from '../src/core/match.ts';
import type { ExportedRecord } from '../src/core/record.ts';
import { loadGames } from '../src/games/load.ts';
import { versionOf } from '../src/games/manifests.ts';
import { type GameManifest, HOMELESS } from '../src/games/shared/manifest.ts';
import { homeOf, type TestArena, testArena } from './arena.ts';
import { sums } from './toys.ts';

/** In its second version the lowest sum wins. */
const lowest: AnyGame = {
  ...sums,
  version: 2,
  status(state) {
    const now = sums.status(state);
    return now.kind === 'over' ? { ...now, ranks: now.ranks.map((rank) => 3 - rank) } : now;
  },
};

const first: GameManifest = {
  id: 'sums',
  title: 'Sums',
  about: 'Secret numbers.',
  home: 'loa',
  rules: async () => sums,
  bots: async () => [],
  words: async () => ({ told: () => [], summary: () => '' }),
  board: async () => ({ default: () => ({}) }),
};
const second: GameManifest = { ...first, rules: async () => lowest, older: { 1: async () => sums } };

const seats = ['ann', 'bob'].map((name) => ({ agent: name, name, kind: 'agent' as const, via: 'test' }));

async function arenaOf(manifest: GameManifest, before?: TestArena): Promise<TestArena> {
  const { games, oldGames } = await loadGames([manifest]);
  const kept = before && { storage: before.storage, clock: before.clock };
  return testArena(games, {
    ...kept,
    oldGames,
    homes: { sums: homeOf(sums, { away: { pause: 0, tell: 0, restart: 1e9 } }) },
  });
}

const submit = (match: Match, seat: number, add: number, turn: number): Promise<unknown> =>
  new Promise((done) => match.submit({ seat, move: { add } }, turn, done));

async function play(match: Match, rounds: number[]): Promise<void> {
  for (const round of rounds) {
    expect(await submit(match, 0, 5, round)).toBeUndefined();
    expect(await submit(match, 1, 1, round)).toBeUndefined();
  }
}

const exported = ({ record, outcome }: Match): string =>
  JSON.stringify({ ...record, outcome: outcome! } satisfies ExportedRecord);

test('a match goes on by the rules under which it began, and the next one is played by the new ones', async () => {
  const before = await arenaOf(first);
  const begun = await before.local.begin({ game: 'sums', seats });
  await play(begun, [1, 2]);
  before.local.stop();
  const { local: arena, faults } = await arenaOf(second, before);
  expect(await arena.restore()).toBe(1);
  const old = arena.match(begun.id)!;
  await play(old, [3]);
  expect(old.outcome).toMatchObject({ ranks: [1, 2], scores: [15, 3] });
  const next = await (await arenaOf(second)).local.begin({ game: 'sums', seats });
  await play(next, [1, 2, 3]);
  expect(next.record.version).toBe(2);
  expect(next.outcome).toMatchObject({ ranks: [2, 1], scores: [15, 3] });
  expect(faults).toEqual([]);
});

test('a finished match of an older version is listed, found, replayed and verified', async () => {
  const before = await arenaOf(first);
  const match = await before.local.begin({ game: 'sums', seats });
  await play(match, [1, 2, 3]);
  const { local: arena } = await arenaOf(second, before);
  expect(await arena.list({ game: 'sums', over: true, limit: 10 })).toMatchObject([{ id: match.id, version: 1 }]);
  const found = (await arena.find(match.id))!;
  expect(found.outcome).toMatchObject({ ranks: [1, 2] });
  expect(found.game.version).toBe(1);
  const verdictBy = async (manifest: GameManifest, later = 0) => {
    const rules = (_: string, version: number) => versionOf(manifest, version + later);
    const { checks } = await verifyText(exported(found), { keys: 'None.' }, rules);
    return checks.find(({ name }) => name === 'rules');
  };
  expect(await verdictBy(second)).toMatchObject({ verdict: 'held' });
  expect(await verdictBy(first, 1)).toMatchObject({ verdict: 'not checked' });
});

test('a game that is at home nowhere is not offered, and its matches end by its rules', async () => {
  const before = await arenaOf(first);
  const begun = await before.local.begin({ game: 'sums', seats });
  before.local.stop();
  const { local: arena } = await arenaOf({ ...first, home: HOMELESS }, before);
  expect(arena.games).toEqual([]);
  expect(arena.game('sums')).toBeUndefined();
  await arena.restore();
  await play(arena.match(begun.id)!, [1, 2, 3]);
  expect((await arena.result(begun.id))?.outcome).toMatchObject({ ranks: [1, 2] });
});

test('without its rules a match under way ends void', async () => {
  const before = await arenaOf(first);
  const begun = await before.local.begin({ game: 'sums', seats });
  before.local.stop();
  const { local: arena, faults } = await arenaOf({ ...first, rules: async () => lowest }, before);
  await arena.restore();
  expect((await arena.result(begun.id))?.outcome).toEqual({ kind: 'void', reason: 'error' });
  expect(faults).toMatchObject([{ message: 'no rules for sums version 1' }]);
});
