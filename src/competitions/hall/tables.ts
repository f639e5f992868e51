import type { Arena, MatchHandle, Sitter } from '../../core/arena.ts';
import type { Cancel, Clock } from '../../core/clock.ts';
import type { Outcome } from '../../core/record.ts';
import type { Order, TableState, Tables } from '../conductor/contract.ts';
import { type BotPlayers, botOf } from './bots.ts';

export interface ArenaTablesParts {
  arena: Arena;
  bots: BotPlayers;
  clock: Clock;
  fault(error: unknown): void;
}

/** An order whose agents have not all come. */
interface Waiting {
  order: Order;
  /** Ends what its agents are expected by. */
  expected: Cancel[];
  looking: boolean;
  lookAgain: boolean;
}

/** Gateways tell of most that come; this is for the others. */
const LOOK_EVERY = 2000;
/** The end of a match that another node has may go unheard. */
const CHECK_EVERY = 10_000;
const MOST_KNOWN = 5000;

/**
 * Has the matches of competitions played in the arena. Nobody sits down while a table waits: agents are looked for at the
 * gateways, and when all of them can be seated and are free the match begins with everyone called in. So a table that waits
 * is nothing but an order, and after a restart its conductor gives it again.
 */
export class ArenaTables implements Tables {
  readonly #parts: ArenaTablesParts;
  readonly #waiting = new Map<string, Waiting>();
  /** Those whose match is being made. */
  readonly #beginning = new Map<string, Promise<MatchHandle | undefined>>();
  /** Those whose match was over before it was known that it had begun. */
  readonly #overEarly = new Set<string>();
  /** How matches stand, until that was asked for when they were over. */
  readonly #known = new Map<string, TableState>();
  /** Agents that are being seated: they are not free any more. */
  readonly #seating = new Set<string>();
  readonly #watchers = new Set<(table: string) => void>();
  readonly #unwatch: () => void;
  #nextLook: Cancel | undefined;
  #nextCheck: Cancel | undefined;
  #stopped = false;

  constructor(parts: ArenaTablesParts) {
    this.#parts = parts;
    this.#unwatch = parts.arena.watch((event, match) => event === 'over' && this.#ended(match));
  }

  stop(): void {
    this.#stopped = true;
    this.#unwatch();
    this.#nextLook?.();
    this.#nextCheck?.();
    for (const waiting of [...this.#waiting.values()]) this.#drop(waiting);
  }

  async open(order: Order): Promise<TableState> {
    const known: TableState = order.isNew ? { kind: 'none' } : await this.look(order.table);
    const waiting = this.#waiting.get(order.table);
    if (known.kind !== 'none' && !waiting) return known;
    if (waiting && String(waiting.order.seats) === String(order.seats)) return known;
    if (waiting) this.#drop(waiting);
    this.#wait(order);
    return { kind: 'waiting', here: [] };
  }

  async look(table: string): Promise<TableState> {
    const waiting = this.#waiting.get(table);
    if (waiting) return { kind: 'waiting', here: await this.#here(waiting.order) };
    await this.#beginning.get(table);
    const known = this.#known.get(table);
    if (known?.kind === 'over') this.#known.delete(table);
    if (known) return known;
    const match = await this.#parts.arena.byTable(table);
    if (!match) return { kind: 'none' };
    const state = await this.#stateOf(match);
    if (state.kind === 'playing') this.#plays(table, state);
    return state;
  }

  async close(table: string, _why: string): Promise<string[] | undefined> {
    const waiting = this.#waiting.get(table);
    if (!waiting) return undefined;
    const here = await this.#here(waiting.order);
    // It may have begun while they were counted.
    if (this.#waiting.get(table) !== waiting) return undefined;
    this.#drop(waiting);
    return here;
  }

  async abandon(table: string, forfeit: string[], why: string): Promise<void> {
    const waiting = this.#waiting.get(table);
    if (waiting) return this.#drop(waiting);
    const { arena } = this.#parts;
    const match = await this.#matchAt(table);
    if (!match || !(await arena.running(match.id))) return;
    const seats = [...match.header.seats.entries()].flatMap(([seat, { agent }]) =>
      forfeit.includes(agent) ? seat : [],
    );
    await new Promise<unknown>((done) => {
      if (seats.length > 0) match.forfeit(seats, 'removed', why, done);
      else match.end(undefined, why, 'host', done);
    });
  }

  watch(changed: (table: string) => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  // ── waiting ──

  #wait(order: Order): void {
    const waiting: Waiting = { order, expected: [], looking: false, lookAgain: false };
    this.#waiting.set(order.table, waiting);
    const { callers } = this.#parts.arena;
    const arrived = () => this.#lookFor(waiting);
    for (const agent of order.seats.filter((one) => !botOf(one))) {
      waiting.expected.push(callers.expect({ agent, game: order.game, table: order.table }, arrived));
    }
    this.#lookFor(waiting);
    this.#nextLook ??= this.#parts.clock.after(LOOK_EVERY, () => this.#lookForAll());
  }

  #drop({ order, expected }: Waiting): void {
    this.#waiting.delete(order.table);
    for (const end of expected) end();
  }

  #lookForAll(): void {
    this.#nextLook = undefined;
    if (this.#stopped || this.#waiting.size === 0) return;
    for (const waiting of this.#waiting.values()) this.#lookFor(waiting);
    this.#nextLook = this.#parts.clock.after(LOOK_EVERY, () => this.#lookForAll());
  }

  /** Begins the match if all can be seated now. */
  #lookFor(waiting: Waiting): void {
    waiting.lookAgain = true;
    if (waiting.looking) return;
    waiting.looking = true;
    this.#look(waiting)
      .catch(this.#parts.fault)
      .finally(() => (waiting.looking = false));
  }

  async #look(waiting: Waiting): Promise<void> {
    while (waiting.lookAgain && this.#isWaiting(waiting)) {
      waiting.lookAgain = false;
      const { seats, game } = waiting.order;
      const ways = await Promise.all(seats.map((agent) => this.#wayTo(agent, game)));
      if (!this.#isWaiting(waiting) || seats.some((agent) => this.#seating.has(agent))) continue;
      if (ways.every((via) => via !== undefined)) return void this.#begin(waiting, ways as string[]);
    }
  }

  #isWaiting(waiting: Waiting): boolean {
    return !this.#stopped && this.#waiting.get(waiting.order.table) === waiting;
  }

  async #here({ seats, game }: Order): Promise<string[]> {
    const ways = await Promise.all(seats.map((agent) => this.#wayTo(agent, game)));
    return seats.filter((_, i) => ways[i] !== undefined);
  }

  /** By which gateway an agent that is free can be seated. */
  async #wayTo(agent: string, game: string): Promise<string | undefined> {
    const { arena } = this.#parts;
    if (botOf(agent)) return 'house';
    if (this.#seating.has(agent)) return undefined;
    const via = await arena.callers.reach(agent, game);
    return via === undefined || (await arena.seatsOf(agent)).length > 0 ? undefined : via;
  }

  // ── beginning ──

  #begin(waiting: Waiting, ways: string[]): void {
    const { arena, fault } = this.#parts;
    const { table, game, options, seats } = waiting.order;
    const { terms, rated } = this.#conduct(game, options);
    this.#waiting.delete(table);
    for (const agent of seats) if (!botOf(agent)) this.#seating.add(agent);
    const sitters = seats.map((agent, place) => this.#sitter(waiting.order, place, agent, ways[place]!));
    const opening = {
      id: table,
      game,
      options,
      terms: { ...terms, seating: 'arrival', rated },
      reserved: true,
    } as const;
    const beginning = arena.lobby.begin(opening, sitters).then(
      (match) => {
        if (!this.#overEarly.has(table)) this.#plays(table, { kind: 'playing', match: match.id });
        return match;
      },
      (error) => void fault(error),
    );
    this.#beginning.set(
      table,
      beginning.finally(() => {
        this.#beginning.delete(table);
        this.#overEarly.delete(table);
        for (const agent of seats) this.#seating.delete(agent);
        for (const end of waiting.expected) end();
        this.#tell(table);
      }),
    );
  }

  /** Seats are as the pairing says. Only a game as it is usually played counts for the ladder. */
  #conduct(game: string, options: unknown) {
    const home = this.#parts.arena.home(game);
    const usual = JSON.stringify(options) === JSON.stringify(home.options);
    return { terms: home.terms, rated: home.terms.rated && usual };
  }

  #sitter({ game, names }: Order, place: number, agent: string, via: string): Sitter {
    const { arena, bots } = this.#parts;
    const name = names[place]!;
    const bot = botOf(agent);
    if (bot) {
      const sitter = bots.sitter(game, bot);
      if (!sitter) throw new Error(`${game} has no bot ${bot}`);
      return { ...sitter, agent, name };
    }
    return {
      agent,
      name,
      kind: 'agent',
      via,
      called: true,
      begin: (match, seat) => arena.callers.seat(via, agent, match, seat),
      dismiss: () => {},
    };
  }

  // ── what happens there ──

  #ended(match: MatchHandle): void {
    const { table, seats } = match.header;
    // Whoever played is free for a match that waits for it.
    for (const { agent } of seats) void this.#parts.arena.callers.arrive(agent);
    if (table === undefined) return;
    if (this.#beginning.has(table)) this.#overEarly.add(table);
    if (this.#known.has(table) || this.#beginning.has(table)) this.#remember(table, match);
    this.#tell(table);
  }

  #plays(table: string, state: TableState & { kind: 'playing' }): void {
    if (this.#stopped) return;
    this.#known.set(table, state);
    this.#checkLater();
  }

  /** Tells of matches that are over though nobody said so. */
  async #check(): Promise<void> {
    for (const [table, state] of [...this.#known]) {
      if (state.kind !== 'playing' || (await this.#parts.arena.running(state.match))) continue;
      if (this.#known.get(table) !== state) continue;
      this.#known.delete(table);
      this.#tell(table);
    }
  }

  #checkLater(): void {
    const { clock, fault } = this.#parts;
    this.#nextCheck ??= clock.after(CHECK_EVERY, () => {
      this.#check()
        .catch(fault)
        .finally(() => {
          this.#nextCheck = undefined;
          const isAnyPlayed = [...this.#known.values()].some(({ kind }) => kind === 'playing');
          if (isAnyPlayed && !this.#stopped) this.#checkLater();
        });
    });
  }

  #remember(table: string, match: MatchHandle): void {
    this.#known.delete(table);
    const unwatch = match.watch(
      'spectator',
      ({ status }) => {
        if (status.kind !== 'turn') this.#known.set(table, overAs(match, status));
      },
      { unseen: true },
    );
    unwatch();
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_KNOWN) break;
      this.#known.delete(oldest);
    }
  }

  #tell(table: string): void {
    for (const watcher of [...this.#watchers]) watcher(table);
  }

  async #matchAt(table: string): Promise<MatchHandle | undefined> {
    return (await this.#beginning.get(table)) ?? this.#parts.arena.byTable(table);
  }

  async #stateOf(match: MatchHandle): Promise<TableState> {
    const { arena } = this.#parts;
    if (await arena.running(match.id)) return { kind: 'playing', match: match.id };
    const result = await arena.result(match.id);
    if (!result) throw new Error(`match ${match.id} is neither under way nor over`);
    return overAs(match, result.outcome);
  }
}

const overAs = ({ id, header }: MatchHandle, outcome: Outcome): TableState => ({
  kind: 'over',
  match: id,
  agents: header.seats.map(({ agent }) => agent),
  ranks: outcome.kind === 'over' ? outcome.ranks : null,
  reason: outcome.reason,
});
