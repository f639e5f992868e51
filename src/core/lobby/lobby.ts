import type { Home, MatchHandle, Opening, Sitter, TableEvent, TableInfo } from '../arena.ts';
import type { Clock } from '../clock.ts';
import type { SeatHolder } from '../record.ts';
import type { KeptTables } from './kept-tables.ts';
import { type Seated, type Table, takesQueue } from './table.ts';

export interface LobbyParts {
  clock: Clock;
  newId(): string;
  homeOf(game: string): Home;
  /** In how many matches an agent has a seat. */
  playing(agent: string): number;
  /** How few can play a game. */
  fewest(game: string): number;
  kept: KeptTables;
  /** Whether a match began at this table. */
  hasBegun(table: string): Promise<boolean>;
  fault(error: unknown): void;
  /** Begins the match of a table that is full or told to start; rejects if it cannot. */
  begin(table: Table): Promise<MatchHandle>;
}

/** An account has at most so many seats, at tables and in matches. */
export const MOST_SEATS = 64;

/** All tables. A queue sits you at the first fitting one or opens one; so every way in meets every other. */
export class LocalLobby {
  readonly #parts: LobbyParts;
  readonly #tables = new Map<string, Table>();
  readonly #listeners = new Set<(event: TableEvent, table: Table) => void>();
  /** Those who sat at a table before the server was there, until their gateway takes them up. */
  readonly #unclaimed = new WeakSet<Sitter>();
  #closed = false;

  constructor(parts: LobbyParts) {
    this.#parts = parts;
  }

  open(opening: Opening): Table {
    const home = this.#parts.homeOf(opening.game);
    const table: Table = {
      id: opening.id ?? this.#parts.newId(),
      game: opening.game,
      options: opening.options ?? home.options,
      terms: opening.terms ?? home.terms,
      size: opening.size ?? home.size,
      sitters: [],
      standard:
        !opening.reserved && opening.options === undefined && opening.terms === undefined && opening.size === undefined,
      reserved: opening.reserved ?? false,
      durable: opening.durable ?? false,
      label: opening.label ?? null,
      since: undefined,
      status: 'open',
    };
    this.#tables.set(table.id, table);
    this.#announce('opened', table);
    return table;
  }

  table(id: string): Table | undefined {
    return this.#tables.get(id);
  }

  tables(game?: string): Table[] {
    const all = [...this.#tables.values()];
    return game === undefined ? all : all.filter((table) => table.game === game);
  }

  /** How many agents wait, and at which place this one is, from 1. */
  waiting(game: string): Sitter[] {
    return this.tables(game).flatMap((table) => (table.status === 'open' && takesQueue(table) ? table.sitters : []));
  }

  /** Whether a queue seats somebody at this table from now on, be it standard or not. */
  welcome(id: string, welcomes: boolean): void {
    const table = this.#tables.get(id);
    if (table) table.welcomes = welcomes;
  }

  /** @param place among those who sit there: at the end, unless a gateway has numbered its own */
  sit(id: string, sitter: Sitter, place?: number): Seated {
    const table = this.#tables.get(id);
    if (this.#closed) return { refused: 'closed' };
    if (!table) return { refused: 'unknown' };
    if (table.status !== 'open') return { refused: 'begun' };
    if (table.sitters.some(({ agent }) => agent === sitter.agent)) return { refused: 'already' };
    if (table.sitters.length >= table.size) return { refused: 'full' };
    if (this.#isBusy(sitter)) return { refused: 'busy' };
    if (place !== undefined) table.seatsNamed = true;
    table.sitters.splice(place ?? table.sitters.length, 0, sitter);
    table.since ??= this.#parts.clock.ticks();
    this.#announce('changed', table);
    if (table.sitters.length === table.size) this.start(table.id);
    return { table };
  }

  /** Sits at the first table for queues where someone else waits, else at an empty one, else opens one. */
  queue(game: string, sitter: Sitter): Seated {
    if (this.#closed) return { refused: 'closed' };
    const beingMade = sitter.single && this.#joinBeingMade(sitter, sitter.single.after);
    if (beingMade) return { table: beingMade };
    if (this.#isBusy(sitter)) return { refused: 'busy' };
    const fitting = this.tables(game).filter(
      (table) =>
        table.status === 'open' && takesQueue(table) && table.sitters.every(({ agent }) => agent !== sitter.agent),
    );
    const byWaiting = fitting.sort(
      (a, b) => (a.since ?? Infinity) - (b.since ?? Infinity) || b.sitters.length - a.sitters.length,
    );
    const table = byWaiting[0] ?? this.open({ game });
    return this.sit(table.id, sitter);
  }

  /** It has a seat there already; by which of its sessions it comes is not known before the match begins. */
  #joinBeingMade(sitter: Sitter, after: string[]): Table | undefined {
    for (const table of this.#tables.values()) {
      if (table.status !== 'begun' || after.includes(table.id)) continue;
      const at = table.sitters.findIndex(({ agent, via }) => agent === sitter.agent && via === sitter.via);
      if (at < 0) continue;
      table.sitters[at] = both(table.sitters[at]!, sitter);
      return table;
    }
    return undefined;
  }

  #isBusy({ agent, kind }: Sitter): boolean {
    if (kind === 'bot') return false;
    let seats = this.#parts.playing(agent);
    // A table whose match is being made is still there; a match under way has none.
    for (const { sitters } of this.#tables.values()) if (sitters.some((sitter) => sitter.agent === agent)) seats++;
    return seats >= MOST_SEATS;
  }

  /** Takes up a place at a table that was there before the server was. False: no such place. */
  attach(id: string, sitter: Sitter): boolean {
    const table = this.#tables.get(id);
    const at = table?.sitters.findIndex(({ agent, via }) => agent === sitter.agent && via === sitter.via) ?? -1;
    if (!table || at < 0) return false;
    table.sitters[at] = sitter;
    return true;
  }

  /** False: not at that table, or it has begun. */
  stand(id: string, agent: string): boolean {
    const table = this.#tables.get(id);
    const at = table?.status === 'open' ? table.sitters.findIndex((sitter) => sitter.agent === agent) : -1;
    if (!table || at < 0) return false;
    table.sitters.splice(at, 1);
    if (table.sitters.length === 0) table.since = undefined;
    this.#announce('changed', table);
    return true;
  }

  /** Begins with those who sit there now. False: no such table is open, or the game needs more. */
  start(id: string): boolean {
    const table = this.#tables.get(id);
    if (table?.status !== 'open' || this.#closed || table.sitters.length < this.#parts.fewest(table.game)) return false;
    // Whoever sits there is told if it cannot begin.
    this.#begin(table).catch(() => {});
    return true;
  }

  /** Opens a table whose seats are all named and begins its match. */
  async begin(opening: Opening, sitters: Sitter[]): Promise<MatchHandle> {
    if (this.#closed) throw new Error('the server is stopping');
    const table = this.open({ ...opening, size: sitters.length, reserved: true });
    table.sitters.push(...sitters);
    table.seatsNamed = true;
    return this.#begin(table);
  }

  #begin(table: Table): Promise<MatchHandle> {
    table.status = 'begun';
    const beginning = this.#parts.begin(table);
    this.#announce('begun', table);
    return beginning;
  }

  /** Takes the table away; whoever sits there is dismissed. */
  close(id: string, reason: string): void {
    const table = this.#tables.get(id);
    if (!table) return;
    this.#tables.delete(id);
    if (table.durable && !this.#closed) this.#parts.kept.remove(id).catch(this.#parts.fault);
    // Whoever sits here from another node may find the table elsewhere when this one stops.
    const dismissed = this.#closed ? table.sitters.filter(({ node }) => node === undefined) : table.sitters;
    if (table.status === 'open') for (const sitter of dismissed) sitter.dismiss(reason);
    this.#announce('closed', table);
  }

  /** No more pairing. */
  shut(reason: string): void {
    this.#closed = true;
    for (const table of this.tables()) this.close(table.id, reason);
  }

  // ── tables that outlive the server ──

  /** Stores a durable table as it is now. */
  async save(id: string): Promise<void> {
    const table = this.#tables.get(id);
    if (table?.durable && !this.#closed) await this.#parts.kept.save(table);
  }

  /**
   * Puts up the tables that were there when the server stopped.
   * @param game only those
   */
  async restore(game?: string): Promise<void> {
    const { kept, hasBegun, clock } = this.#parts;
    for (const { id, kept: stored } of await kept.load()) {
      if (this.#tables.has(id) || (game !== undefined && stored.game !== game)) continue;
      if (await hasBegun(id)) await kept.remove(id);
      else {
        const { seats, ...rest } = stored;
        const sitters = seats.map((holder) => this.#absent(holder));
        this.#tables.set(id, { ...rest, id, sitters, durable: true, since: clock.ticks(), status: 'open' });
      }
    }
  }

  /** Puts up a table as it was elsewhere, without those who sat there. */
  adopt({ sitters: _absent, match: _none, welcomes, ...info }: TableInfo): void {
    if (this.#closed || this.#tables.has(info.id)) return;
    const table: Table = { ...info, sitters: [], since: undefined, status: 'open' };
    if (welcomes !== info.standard) table.welcomes = welcomes;
    this.#tables.set(info.id, table);
  }

  /** A node is gone, and with it those who sat down there. */
  lose(node: string): void {
    for (const table of this.tables()) {
      const gone = table.status === 'open' ? table.sitters.filter((sitter) => sitter.node === node) : [];
      for (const { agent } of gone) this.stand(table.id, agent);
      if (gone.length > 0) this.save(table.id).catch(this.#parts.fault);
    }
  }

  /**
   * All gateways are there: places that none of them took up are free again, and tables that are full begin. Nobody is
   * led to an empty one that is reserved.
   * @param game only its tables
   */
  async reopen(game?: string): Promise<void> {
    for (const table of this.tables(game)) {
      const gone = table.status === 'open' ? table.sitters.filter((sitter) => this.#unclaimed.has(sitter)) : [];
      for (const { agent } of gone) this.stand(table.id, agent);
      if (gone.length > 0) await this.save(table.id);
      if (gone.length > 0 && table.reserved && table.sitters.length === 0) this.close(table.id, 'left');
      if (table.sitters.length === table.size) this.start(table.id);
    }
  }

  #absent(holder: SeatHolder): Sitter {
    const sitter: Sitter = { ...holder, begin: () => {}, dismiss: () => {} };
    this.#unclaimed.add(sitter);
    return sitter;
  }

  watch(listener: (event: TableEvent, table: Table) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #announce(event: TableEvent, table: Table): void {
    for (const listener of [...this.#listeners]) listener(event, table);
  }
}

/** One seat that two sessions of its agent are told of. */
const both = (one: Sitter, other: Sitter): Sitter => ({
  ...other,
  begin(match, seat) {
    one.begin(match, seat);
    other.begin(match, seat);
  },
  dismiss(reason) {
    one.dismiss(reason);
    other.dismiss(reason);
  },
});
