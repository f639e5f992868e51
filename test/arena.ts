import { createHash } from 'node:crypto';
import { Compile } from 'typebox/compile';
import type { Arena, GameHome } from '../src/core/arena.ts';
import type { AnyGame } from '../src/core/game.ts';
import { type ArenaParts, LocalArena } from '../src/core/local-arena.ts';
import { settleElo } from '../src/core/settle/elo.ts';
import type { Storage } from '../src/core/storage.ts';
import type { Terms } from '../src/core/terms.ts';
import { ALIASES } from '../src/games/manifests.ts';
import { openSqlite } from '../src/storage/sqlite.ts';
import { contractOf } from './afar.ts';
import { type FakeClock, fakeClock } from './clock.ts';

export interface TestArena {
  arena: Arena;
  /** The inside of it. */
  local: LocalArena;
  clock: FakeClock;
  storage: Storage;
  faults: unknown[];
}

export const plainTerms: Terms = {
  clock: { each: 15_000 },
  late: 'forfeit',
  away: { pause: 0, tell: 0, restart: 60_000 },
  seating: 'arrival',
  rated: true,
};

export const homeOf = (game: AnyGame, terms: Partial<Terms> = {}): GameHome => ({
  terms: { ...plainTerms, ...terms },
  options: {},
  size: game.seats.max,
  rating: { start: 1500, k: 32 },
});

/** An arena over real storage in memory, with a clock that the test moves and seeds that never change. */
export async function testArena(
  games: AnyGame[],
  more: Partial<
    Pick<ArenaParts, 'oldGames' | 'homes' | 'settles' | 'notes' | 'storage' | 'clock' | 'openSpectators' | 'notary'>
  > & {
    clock?: FakeClock;
    /** How many ids were given out before. */
    serial?: number;
    /** Tells the ids of a second arena over the same storage apart. */
    ids?: string;
  } = {},
): Promise<TestArena> {
  const clock = more.clock ?? fakeClock();
  const storage = more.storage ?? (await openSqlite(':memory:'));
  const faults: unknown[] = [];
  let serial = more.serial ?? 0;
  const homes = more.homes ?? Object.fromEntries(games.map((game) => [game.id, homeOf(game)]));
  const local = new LocalArena({
    games,
    aliases: ALIASES,
    ...(more.oldGames && { oldGames: more.oldGames }),
    homes,
    storage,
    clock,
    settles: more.settles ?? [settleElo((game) => homes[game]!.rating)],
    ...(more.notes && { notes: more.notes }),
    ...(more.openSpectators !== undefined && { openSpectators: more.openSpectators }),
    ...(more.notary && { notary: more.notary }),
    newId: () => `${more.ids ?? 'id'}-${++serial}`,
    newSeed: () => createHash('sha256').update(`seed ${++serial}`).digest('hex'),
    validator: (schema) => {
      const validator = Compile(schema);
      return (value) => validator.Check(value);
    },
    fault: (error) => faults.push(error),
  });
  const arena = contractOf(local, { storage, clock, fault: (error) => faults.push(error) });
  return { arena, local, clock, storage, faults };
}
