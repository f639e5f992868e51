import type { Cancel } from '../../core/clock.ts';
import { type Due, dueOf, findPairing, openPairings, type PairingState, pairingsOf, type State } from '../state.ts';
import { type ConductorParts, type TableState, tableOf } from './contract.ts';

/** A table that the conductor has called agents to. */
export interface Called {
  table: string;
  pairing: string;
  game: number;
  seats: string[];
  /** Until the time to come is over. */
  timer: Cancel | undefined;
  over: boolean;
  match: string | undefined;
}

export type Finished = Called & { result: TableState & { kind: 'over' } };

/** Tables of one competition that wait or play side by side. */
const SIDE_BY_SIDE = 256;
/** How soon a table that vanished is opened again. */
const TRY_AGAIN = 5000;

type CalledParts = Pick<ConductorParts, 'competition' | 'tables' | 'clock'>;

/** Keeps the tables of a competition: opens what is due, takes away what is not, and notices who does not come. */
export class CalledTables {
  readonly #parts: CalledParts;
  readonly #timeIsUp: (called: Called) => void;
  readonly #called = new Map<string, Called>();
  /** Tables at which a match may have begun that nothing is known of. */
  #unknown = new Set<string>();
  /** The state that the tables fit, unless one has gone since. */
  #fits: State | undefined;
  /** What is due of a pairing as it is, so that each is worked out once. */
  readonly #dueOf = new WeakMap<PairingState, Due & { table: string }>();

  /** @param timeIsUp called when all should have come to a table, or when it is to be looked for again */
  constructor(parts: CalledParts, timeIsUp: (called: Called) => void) {
    this.#parts = parts;
    this.#timeIsUp = timeIsUp;
  }

  get tables(): string[] {
    return [...this.#called.keys()];
  }

  /** The match that is played now, by pairing. */
  get live(): Map<string, string> {
    return new Map([...this.#called.values()].flatMap(({ pairing, match }) => (match ? [[pairing, match]] : [])));
  }

  has(table: string): boolean {
    return this.#called.has(table);
  }

  /** The state was read from the log: what is due in it may have been opened before. */
  takeUp(state: State): void {
    for (const pairing of openPairings(state)) this.#unknown.add(this.#due(pairing).table);
  }

  /** Makes the tables fit the state. @returns those whose match is over already, and what failed */
  async tend(state: State): Promise<{ finished: Finished[]; failed: unknown[] }> {
    if (state === this.#fits) return { finished: [], failed: [] };
    const due = new Map(
      openPairings(state)
        .map((pairing) => this.#due(pairing))
        .map((one) => [one.table, one]),
    );
    await this.#retire(state, due);
    const missing = [...due].filter(([table]) => !this.#called.has(table));
    const free = state.status === 'running' ? Math.max(0, SIDE_BY_SIDE - this.#called.size) : 0;
    this.#fits = missing.length <= free || state.status !== 'running' ? state : undefined;
    const opened = await Promise.allSettled(
      missing.slice(0, free).map(([table, one]) => this.#open(table, one, state)),
    );
    return {
      finished: opened.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : [])),
      failed: opened.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])),
    };
  }

  /** Looks at a table where something happened. */
  async look(table: string): Promise<Finished | undefined> {
    const called = this.#called.get(table);
    return called && this.#seen(called, await this.#parts.tables.look(table));
  }

  /** Takes a table away to which not all have come. @returns who has not; undefined: there is no such table any more */
  async giveUp(called: Called): Promise<string[] | undefined> {
    const { table, seats } = called;
    if (this.#called.get(table) !== called) return undefined;
    called.timer = undefined;
    const here = await this.#parts.tables.close(table, 'no-show');
    if (!here) return undefined;
    this.#forget(called);
    return seats.filter((agent) => !here.includes(agent));
  }

  /** Matches that an entry gave up before the server stopped, perhaps before they were told. */
  async abandonOrphans(state: State): Promise<void> {
    const orphans = pairingsOf(state).flatMap((pairing) => {
      if (!pairing.corrected && !pairing.absent.some(({ why }) => why === 'withdrew')) return [];
      const games = pairing.outcome ? [pairing.tries, pairing.tries + 1] : pairing.corrected ? [pairing.tries] : [];
      return games.filter((game) => game > 0).map((game) => this.#abandon(this.#tableOf(pairing.id, game), pairing));
    });
    await Promise.all(orphans);
  }

  stop(): void {
    for (const called of [...this.#called.values()]) this.#forget(called);
  }

  #tableOf(pairing: string, game: number): string {
    return tableOf(this.#parts.competition.id, pairing, game);
  }

  async #open(table: string, { pairing, game, seats }: Due, { entrants }: State): Promise<Finished | undefined> {
    const { competition, tables } = this.#parts;
    const called: Called = { table, pairing: pairing.id, game, seats, timer: undefined, over: false, match: undefined };
    this.#called.set(table, called);
    const isNew = !this.#unknown.delete(table);
    try {
      const { id, game: played, options } = competition;
      const names = seats.map((agent) => entrants.find((entrant) => entrant.agent === agent)!.name);
      const order = { table, competition: id, pairing: pairing.id, game: played, options, seats, names, isNew };
      return this.#seen(called, await tables.open(order));
    } catch (error) {
      this.#unknown.add(table);
      this.#forget(called);
      throw error;
    }
  }

  #seen(called: Called, state: TableState): Finished | undefined {
    const { clock, competition } = this.#parts;
    if (this.#called.get(called.table) !== called) return undefined;
    if (state.kind === 'waiting') {
      called.timer ??= clock.after(competition.rules.noShow, () => this.#timeIsUp(called));
      return undefined;
    }
    called.timer?.();
    called.timer = undefined;
    called.over = state.kind === 'over';
    called.match = state.kind === 'playing' ? state.match : undefined;
    if (state.kind === 'over') return { ...called, result: state };
    if (state.kind === 'none') {
      // It is gone, though nobody took it away: it is opened anew.
      this.#unknown.add(called.table);
      this.#forget(called);
      clock.after(TRY_AGAIN, () => this.#timeIsUp(called));
    }
    return undefined;
  }

  #due(pairing: PairingState): Due & { table: string } {
    const known = this.#dueOf.get(pairing);
    if (known) return known;
    const due = dueOf(pairing);
    const made = { ...due, table: this.#tableOf(pairing.id, due.game) };
    this.#dueOf.set(pairing, made);
    return made;
  }

  #forget(called: Called): void {
    called.timer?.();
    this.#fits = undefined;
    if (this.#called.get(called.table) === called) this.#called.delete(called.table);
  }

  /** Lets go of what is due no more; while it is paused, of all that only waits. */
  async #retire(state: State, wanted: ReadonlyMap<string, Due>): Promise<void> {
    for (const called of [...this.#called.values()]) {
      const still = state.status === 'over' ? undefined : wanted.get(called.table);
      if (!still) {
        if (!called.over) await this.#abandon(called.table, findPairing(state, called.pairing)!);
        this.#forget(called);
      } else if (state.status === 'paused') {
        if (await this.#parts.tables.close(called.table, 'paused')) this.#forget(called);
      } else if (still.seats.length < called.seats.length) {
        await this.#shrink(called, still.pairing);
      }
    }
  }

  /** Somebody of several left: a table that waits is opened anew without it, in a match under way it forfeits. */
  async #shrink(called: Called, pairing: PairingState): Promise<void> {
    if (await this.#parts.tables.close(called.table, 'withdrew')) return this.#forget(called);
    await this.#abandon(called.table, pairing);
    called.seats = called.seats.filter((agent) => pairing.absent.every((one) => one.agent !== agent));
  }

  /** Who withdrew forfeits; where nobody did, a host ended or corrected it, and the match is void. */
  #abandon(table: string, { absent, corrected }: PairingState): Promise<void> {
    const gone = corrected ? [] : absent.filter(({ why }) => why === 'withdrew').map(({ agent }) => agent);
    return this.#parts.tables.abandon(table, gone, gone.length ? 'withdrew' : 'by its host');
  }
}
