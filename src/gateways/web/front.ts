import type { Arena, MatchHandle, MatchHeader, TableInfo } from '../../core/arena.ts';
import type { Cancel, Clock } from '../../core/clock.ts';
import type { MatchSummary } from '../../core/storage.ts';
import { nowOf } from '../now.ts';
import { Featured } from './featured.ts';
import { encode } from './protocol.ts';
import { liveJson, summaryJson } from './routes.ts';

const GATHER = 500;
/** What is shown large is chosen anew at most so often. */
const CHOICE = 5000;
const WALL = 12;
const RESULTS = 12;
const TABLES = 60;

/** What is going on, for the front page: sent when a page asks, and again when it changed, at most twice a second. */
export class Front {
  readonly #arena: Arena;
  readonly #clock: Clock;
  readonly #fault: (error: unknown) => void;
  readonly #exhibit: () => Promise<void>;
  readonly #choice: Featured;
  readonly #live = new Map<string, MatchHeader>();
  readonly #tables = new Map<string, TableInfo>();
  readonly #readers = new Set<(text: string) => void>();
  readonly #stops: (() => void)[];
  #results: MatchSummary[] = [];
  #text: string | undefined;
  #timer: Cancel | undefined;
  #featured: string | undefined;
  #chosenAt = Number.NEGATIVE_INFINITY;

  /** @param exhibit called while somebody looks; resolves when what begins for them has begun */
  constructor(arena: Arena, clock: Clock, fault: (error: unknown) => void, exhibit: () => Promise<void>) {
    this.#arena = arena;
    this.#exhibit = exhibit;
    this.#choice = new Featured(arena);
    this.#clock = clock;
    this.#fault = fault;
    this.#stops = [
      arena.watch((event, match) => {
        if (event === 'begun') this.#live.set(match.id, match.header);
        else if (this.#live.delete(match.id)) this.#remember(match).catch(this.#fault);
        this.#changed();
      }),
      arena.lobby.watch((event, table) => {
        if (event === 'closed') this.#tables.delete(table.id);
        else this.#tables.set(table.id, table);
        this.#changed();
      }),
    ];
  }

  /** Reads what is under way, and the latest results of earlier days. */
  async start(): Promise<void> {
    for (const header of await this.#arena.live()) this.#live.set(header.id, header);
    for (const table of await this.#arena.lobby.tables()) this.#tables.set(table.id, table);
    this.#results = [...this.#results, ...(await this.#arena.list({ over: true, limit: RESULTS }))].slice(0, RESULTS);
    this.#text = undefined;
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#timer?.();
    this.#readers.clear();
  }

  read(tell: (text: string) => void): () => void {
    this.#readers.add(tell);
    tell(this.#now());
    void this.#exhibit();
    this.#choose().catch(this.#fault);
    return () => this.#readers.delete(tell);
  }

  /** Somebody comes for the document, perhaps without ever reading on: a wall that is empty is filled before it is written. */
  async receive(): Promise<void> {
    const begun = this.#exhibit();
    if (this.#live.size === 0) await begun;
  }

  /** What a page is told first, the matches that it shows (first the one that is shown large), and the game of that one. */
  get present(): { text: string; wall: string[]; game: string | undefined } {
    const text = this.#now();
    const wall = this.#wall().sort((a, b) => Number(b.id === this.#featured) - Number(a.id === this.#featured));
    return { text, wall: wall.map(({ id }) => id), game: wall[0]?.game };
  }

  forget(match: string): void {
    this.#results = this.#results.filter(({ id }) => id !== match);
    this.#changed();
  }

  /** Every match that ends comes by here, so nothing is read for it. */
  async #remember(match: MatchHandle): Promise<void> {
    const { id, game, version, seats, at } = match.header;
    const { status, at: endedAt, step } = await nowOf(match);
    if (status.kind === 'turn') return;
    const result = { outcome: status, at: endedAt, steps: step };
    this.#results = [{ id, game, version, seats, at, result }, ...this.#results].slice(0, RESULTS);
    this.#changed();
  }

  #changed(): void {
    this.#text = undefined;
    if (this.#readers.size === 0) return;
    this.#timer ??= this.#clock.after(GATHER, () => {
      this.#timer = undefined;
      const text = this.#now();
      for (const tell of [...this.#readers]) tell(text);
      void this.#exhibit();
      this.#choose().catch(this.#fault);
    });
  }

  async #choose(): Promise<void> {
    const now = this.#clock.now();
    if (now - this.#chosenAt < CHOICE) return;
    this.#chosenAt = now;
    const chosen = await this.#choice.choose([...this.#live.values()], this.#featured, now);
    if (chosen === this.#featured) return;
    this.#featured = chosen;
    this.#changed();
  }

  /** The wall, with the one that is shown large among them. */
  #wall(): MatchHeader[] {
    const wall = variety([...this.#live.values()], WALL);
    const featured = this.#featured === undefined ? undefined : this.#live.get(this.#featured);
    this.#featured = (featured ?? wall[0])?.id;
    return !featured || wall.includes(featured) ? wall : [featured, ...wall.slice(0, WALL - 1)];
  }

  #now(): string {
    this.#text ??= encode({
      type: 'front',
      live: this.#live.size,
      matches: this.#wall().map(liveJson),
      featured: this.#featured ?? null,
      results: this.#results.map(summaryJson),
      tables: openTables([...this.#tables.values()]),
    });
    return this.#text;
  }
}

/** The newest matches, one of each game before a second of any. */
function variety(matches: MatchHeader[], count: number): MatchHeader[] {
  const byGame = new Map<string, MatchHeader[]>();
  for (const match of matches) {
    const same = byGame.get(match.game);
    if (same) same.unshift(match);
    else byGame.set(match.game, [match]);
  }
  const chosen: MatchHeader[] = [];
  for (let round = 0; chosen.length < count; round++) {
    const next = [...byGame.values()].flatMap((same) => same[round] ?? []);
    if (next.length === 0) break;
    chosen.push(...next);
  }
  return chosen.slice(0, count);
}

const openTables = (tables: TableInfo[]) =>
  tables
    .filter((table) => table.status === 'open' && !table.reserved)
    .sort((a, b) => b.sitters.length - a.sitters.length)
    .slice(0, TABLES)
    .map(({ id, game, size, sitters, terms, standard, options }) => ({
      id,
      game,
      size,
      standard,
      topic: topicOf(options),
      each: terms.clock.each,
      seats: sitters.map(({ name, kind, via }) => ({ name, kind, via })),
    }));

/** The question of a debate, or what a Bazaar is about, where the table has one. */
function topicOf(options: unknown): string | null {
  const title = (options as { prompt?: { title?: unknown } } | undefined)?.prompt?.title;
  return typeof title === 'string' ? title : null;
}
