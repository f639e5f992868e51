import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../core/record.ts';
import type { Storage } from '../../core/storage.ts';
import { sampleRecord, won } from './samples.ts';

const over = (ranks: number[]): Outcome => ({ kind: 'over', ranks, scores: ranks, reason: 'line' });

/** A database as an earlier version left it. */
export interface OldDatabase {
  // biome-ignore lint/suspicious/noExplicitAny: its tables are not those of today
  at(migration: string, fill: (db: Kysely<any>) => Promise<void>): Promise<void>;
  open(): Promise<Storage>;
}

export function migrationsSuite(name: string, fresh: () => Promise<OldDatabase>): void {
  describe(name, () => {
    it('lists the matches of an earlier version, with whom each agent met', async () => {
      const database = await fresh();
      await database.at('004-origins', async (db) => {
        const played = async (id: string, agents: string[], outcome: Outcome | null, game = 'ttt') => {
          const at = Number(id.slice(1));
          const seats = agents.map((agent) => ({ agent, name: agent, kind: 'agent', via: 'test' }));
          const { version, options, terms, seed, seedHash } = sampleRecord(id);
          const [writtenSeats, writtenOptions, writtenTerms] = [seats, options, terms].map((one) =>
            JSON.stringify(one),
          );
          await sql`insert into matches (id, game, version, at, seats, options, terms, seed, seed_hash, outcome, ended_at, steps)
            values (${id}, ${game}, ${version}, ${at}, ${writtenSeats}, ${writtenOptions}, ${writtenTerms}, ${seed}, ${seedHash},
              ${outcome && JSON.stringify(outcome)}, ${outcome && at}, ${outcome && 0})`.execute(db);
          for (const agent of new Set(agents)) {
            await sql`insert into match_agents (agent, at, match) values (${agent}, ${at}, ${id})`.execute(db);
          }
        };
        // More than are moved at once.
        for (let n = 1; n <= 1100; n++) await played(`m${n}`, ['ann', 'bob'], over(n % 2 ? [1, 2] : [2, 1]));
        await played('m2000', ['bob', 'ann'], over([1, 1]), 'c4');
        await played('m2001', ['ann', 'bob', 'cid'], over([2, 1, 1]));
        await played('m2002', ['ann', 'cid'], { kind: 'void', reason: 'error' });
        await played('m2003', ['cid', 'ann'], null);
      });
      const storage = await database.open();
      const { matches } = storage;
      const ids = async (filter: Parameters<typeof matches.list>[0]) =>
        (await matches.list(filter)).map(({ id }) => id);
      expect(await ids({ limit: 5 })).toEqual(['m2003', 'm2002', 'm2001', 'm2000', 'm1100']);
      expect(await ids({ agent: 'ann', over: false, limit: 5 })).toEqual(['m2003']);
      expect(await ids({ agent: 'cid', limit: 5 })).toEqual(['m2003', 'm2002', 'm2001']);
      expect(await ids({ agent: 'ann', game: 'c4', limit: 5 })).toEqual(['m2000']);
      expect(await ids({ agent: 'bob', limit: 5000 })).toHaveLength(1102);
      expect(await matches.against('ann', 'bob', 'ttt')).toEqual({ won: 99, drawn: 0, lost: 99 });
      expect(await matches.against('ann', 'bob', 'c4')).toEqual({ won: 0, drawn: 1, lost: 0 });
      expect(await matches.opponents('cid')).toEqual([]);
      await matches.append({
        match: 'm2003',
        step: 0,
        entry: { at: 1, kind: 'end', reason: '', source: '' },
        close: won,
      });
      expect(await matches.opponents('cid')).toEqual([{ agent: 'ann', name: 'ann', won: 1, drawn: 0, lost: 0 }]);
      expect(await ids({ agent: 'ann', over: false, limit: 5 })).toEqual([]);
      await storage.close();
    });
  });
}
