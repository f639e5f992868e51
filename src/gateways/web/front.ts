import type { Cancel, Clock } from '../../core/clock.ts';
import type { Table } from '../../core/lobby/table.ts';
import type { LocalArena as Arena } from '../../core/local-arena.ts';
import type { Match } from '../../core/match.ts';
import type { MatchSummary } from '../../core/storage.ts';
import { encode } from './protocol.ts';
import { seatsJson, summaryJson } from './routes.ts';

const GATHER = 500;
const WALL = 12;
const RESULTS = 12;
const TABLES = 60;

/** What is going on, for the front page: sent when a page asks, and again when it changed, at most twice a second. */
export class Front {
  readonly #arena: Arena;
  readonly #clock: Clock;
  readonly #readers = new Set<(text: string) => void>();
  readonly #stops: (() => void)[];
  #results: MatchSummary[] = [];
  #text: string | undefined;
  #timer: Cancel | undefined;

  constructor(arena: Arena, clock: Clock) {
    this.#arena = arena;
    this.#clock = clock;
    this.#stops = [
      arena.watch((event, match) => {
        if (event === 'over') this.#remember(match);
        this.#changed();
      }),
      arena.lobby.watch(() => this.#changed()),
    ];
  }

  /** Reads the latest results of earlier days. */
  async start(): Promise<void> {
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
    return () => this.#readers.delete(tell);
  }

  forget(match: string): void {
    this.#results = this.#results.filter(({ id }) => id !== match);
    this.#changed();
  }

  #remember(match: Match): void {
    const { record, outcome } = match;
    if (!outcome) return;
    const { id, game, version, seats, at, entries } = record;
    const result = { outcome, at: entries.at(-1)?.at ?? at, steps: entries.length };
    this.#results = [{ id, game, version, seats, at, result }, ...this.#results].slice(0, RESULTS);
  }

  #changed(): void {
    this.#text = undefined;
    if (this.#readers.size === 0) return;
    this.#timer ??= this.#clock.after(GATHER, () => {
      this.#timer = undefined;
      const text = this.#now();
      for (const tell of [...this.#readers]) tell(text);
    });
  }

  #now(): string {
    this.#text ??= encode({
      type: 'front',
      live: this.#arena.live.length,
      matches: variety(this.#arena.live, WALL).map(({ record: { id, game, seats, at } }) => ({
        id,
        game,
        seats: seatsJson(seats),
        startedAt: new Date(at).toISOString(),
      })),
      results: this.#results.map(summaryJson),
      tables: openTables(this.#arena.lobby.tables()),
    });
    return this.#text;
  }
}

/** The newest matches, one of each game before a second of any. */
function variety(matches: Match[], count: number): Match[] {
  const byGame = new Map<string, Match[]>();
  for (const match of matches) {
    const same = byGame.get(match.record.game);
    if (same) same.unshift(match);
    else byGame.set(match.record.game, [match]);
  }
  const chosen: Match[] = [];
  for (let round = 0; chosen.length < count; round++) {
    const next = [...byGame.values()].flatMap((same) => same[round] ?? []);
    if (next.length === 0) break;
    chosen.push(...next);
  }
  return chosen.slice(0, count);
}

const openTables = (tables: Table[]) =>
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
