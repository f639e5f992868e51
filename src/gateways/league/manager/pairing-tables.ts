import { type TableState, type Tables, tableOf } from '../../../competitions/conductor/contract.ts';
import type { League } from './league.ts';
import type { Pairing } from './schedule.ts';
import type { Result } from './standings.ts';

/**
 * A league's fixtures as tables of its competition. The league has each of them played: a table is under way until its
 * fixture has a result, and never void, since a void match is run anew. Nobody is called from here.
 */
export class PairingTables implements Tables {
  readonly #league: League;
  readonly #competition: string;

  constructor(league: League, competition: string) {
    this.#league = league;
    this.#competition = competition;
  }

  async open({ pairing }: { pairing: string }): Promise<TableState> {
    return this.#at(pairing);
  }

  async look(table: string): Promise<TableState> {
    return this.#at(/\.(R\d+M\d+)\.\d+$/.exec(table)![1]!);
  }

  async close(): Promise<undefined> {}

  async abandon(): Promise<void> {}

  watch(changed: (table: string) => void): () => void {
    return this.#league.watch((pairing) => changed(tableOf(this.#competition, pairing, 1)));
  }

  #at(id: string): TableState {
    const { result, referee, match } = this.#league.fixture(id);
    if (!result) return { kind: 'playing', match: match ?? '' };
    const pairing = this.#league.pairing(id)!;
    return {
      kind: 'over',
      match: match ?? `reported by ${referee}`,
      agents: [pairing.a, pairing.b],
      ranks: ranksOf(result, pairing),
      reason: result.status,
    };
  }
}

/** Both are second where both were absent. */
export function ranksOf({ status, winner }: Result, { a, b }: Pairing): number[] {
  if (status === 'DRAW') return [1, 1];
  return [a, b].map((player) => (player === winner ? 1 : 2));
}
