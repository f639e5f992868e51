import type { TSchema } from 'typebox';
import type { Clock } from './clock.ts';
import type { AnyGame } from './game.ts';
import { type LadderPlace, type LadderRow, readLadder } from './ladder.ts';
import { Callers } from './lobby/callers.ts';
import { type Home, Lobby } from './lobby/lobby.ts';
import type { Sitter, Table } from './lobby/table.ts';
import { Match, type MatchParts, newMatch } from './match.ts';
import { hashSeed, stepRandom } from './random.ts';
import { type MatchRecord, replay, type SeatHolder } from './record.ts';
import { type RatingScale, ratingBook } from './settle/elo.ts';
import { closing, type Settle } from './settle/settle.ts';
import type { MatchFilter, MatchResult, MatchSummary, Score, Storage } from './storage.ts';
import type { Terms } from './terms.ts';

export interface GameHome extends Home {
  rating: RatingScale;
}

export interface ArenaParts {
  games: AnyGame[];
  /** Rules of earlier versions, for their records. */
  oldGames?: AnyGame[];
  homes: { [game: string]: GameHome };
  storage: Storage;
  clock: Clock;
  settles: Settle[];
  newId(): string;
  /** 32 unpredictable bytes in hex. */
  newSeed(): string;
  /** Live spectators see everything. */
  openSpectators?: boolean;
  validator(schema: TSchema): (value: unknown) => boolean;
  moved?(ms: number): void;
  fault(error: unknown, match?: string): void;
}

export interface Beginning {
  game: string;
  options?: unknown;
  terms?: Terms;
  /** In order of arrival. */
  seats: SeatHolder[];
  table?: string;
}

export type MatchEvent = 'begun' | 'over';

/** Other ids by which games are asked for. */
export const ALIASES: { [id: string]: string } = { 'tic-tac-toe': 'ttt', 'connect-four': 'c4' };
const FINISHED_KEPT = 200;

/** All that a gateway may ask for: lobby, matches, records, ratings. */
export class Arena {
  readonly lobby: Lobby;
  /** How agents are brought into matches that were arranged for them. */
  readonly callers = new Callers();
  readonly #parts: ArenaParts;
  readonly #games = new Map<string, AnyGame>();
  readonly #versions = new Map<string, AnyGame>();
  readonly #validators = new Map<AnyGame, (move: unknown) => boolean>();
  readonly #live = new Map<string, Match>();
  readonly #finished = new Map<string, Match>();
  readonly #byAgent = new Map<string, Set<Match>>();
  readonly #listeners = new Set<(event: MatchEvent, match: Match) => void>();

  constructor(parts: ArenaParts) {
    this.#parts = parts;
    for (const game of [...(parts.oldGames ?? []), ...parts.games]) {
      this.#versions.set(`${game.id}/${game.version}`, game);
      this.#validators.set(game, parts.validator(game.move));
    }
    for (const game of parts.games) this.#games.set(game.id, game);
    this.lobby = new Lobby({
      clock: parts.clock,
      newId: parts.newId,
      homeOf: (game) => this.home(game),
      begin: (table) => void this.#beginTable(table),
    });
  }

  // ── games ──

  get games(): AnyGame[] {
    return this.#parts.games;
  }

  /** By id or alias, in any case. */
  game(id: string): AnyGame | undefined {
    const lower = id.toLowerCase();
    return this.#games.get(ALIASES[lower] ?? lower);
  }

  home(game: string): GameHome {
    const home = this.#parts.homes[game];
    if (!home) throw new Error(`no default terms for ${game}`);
    return home;
  }

  // ── matches ──

  get live(): Match[] {
    return [...this.#live.values()];
  }

  match(id: string): Match | undefined {
    return this.#live.get(id);
  }

  /** Live or finished. */
  async find(id: string): Promise<Match | undefined> {
    const known = this.#live.get(id) ?? this.#finished.get(id);
    if (known) return known;
    const { matches } = this.#parts.storage.beside;
    const record = await matches.load(id);
    const game = record && this.#versions.get(`${record.game}/${record.version}`);
    if (!game) return undefined;
    const result = await matches.result(id);
    const replayed = replay(game, record);
    // A match that was declared void later still has its entries.
    const position = result ? { ...replayed, status: result.outcome } : replayed;
    const loaded = new Match(this.#matchParts(game), record, position, result?.effects);
    if (loaded.outcome) this.#keepFinished(loaded);
    return loaded;
  }

  /** As it is stored: of a match that was voided later, that it is void. */
  result(id: string): Promise<MatchResult | undefined> {
    return this.#parts.storage.beside.matches.result(id);
  }

  /** The matches in which this agent still has a seat. */
  unfinished(agent: string): Match[] {
    return [...(this.#byAgent.get(agent) ?? [])];
  }

  /** @param seated called with the match before its clocks care who is here */
  async begin(beginning: Beginning, seated?: (match: Match) => void): Promise<Match> {
    const { clock, storage, newSeed, newId } = this.#parts;
    const game = this.#games.get(beginning.game);
    if (!game) throw new Error(`no game ${beginning.game}`);
    const home = this.home(game.id);
    const seed = newSeed();
    const record: MatchRecord = {
      id: newId(),
      game: game.id,
      version: game.version,
      options: beginning.options ?? home.options,
      terms: beginning.terms ?? home.terms,
      seats: beginning.seats,
      arrival: beginning.seats.map(({ agent }) => agent),
      ...(beginning.table !== undefined && { table: beginning.table }),
      seed,
      seedHash: hashSeed(seed),
      at: clock.now(),
      entries: [],
    };
    if (record.terms.seating === 'drawn') record.seats = stepRandom(seed, 0, 'seating').shuffle(record.seats);
    const match = newMatch(this.#matchParts(game), record);
    await storage.matches.create(record);
    this.#add(match);
    match.start();
    seated?.(match);
    match.open();
    this.#announce('begun', match);
    return match;
  }

  async #beginTable(table: Table): Promise<void> {
    const { game, options, terms, sitters } = table;
    const seats = sitters.map(({ agent, name, kind, via }) => ({ agent, name, kind, via }));
    try {
      await this.begin({ game, options, terms, seats, table: table.id }, (match) => {
        table.match = match.id;
        this.lobby.close(table.id, 'begun');
        for (const sitter of sitters) sitter.begin(match, seatOf(match, sitter));
      });
    } catch (error) {
      this.#parts.fault(error);
      this.lobby.close(table.id, 'error');
      for (const sitter of sitters) sitter.dismiss('error');
    }
  }

  /** Takes up the matches that were under way when the server stopped. */
  async restore(): Promise<number> {
    const records = await this.#parts.storage.matches.live();
    for (const record of records) {
      const game = this.#versions.get(`${record.game}/${record.version}`);
      try {
        if (!game) throw new Error(`no rules for ${record.game} version ${record.version}`);
        const match = new Match(this.#matchParts(game), record, replay(game, record));
        this.#add(match);
        match.resume();
      } catch (error) {
        this.#parts.fault(error, record.id);
        const entry = { at: this.#parts.clock.now(), kind: 'end', reason: 'error', source: 'server' } as const;
        const close = { kind: 'void', reason: 'error' } as const;
        const settle = closing(this.#parts.settles, record, entry, close, undefined);
        await this.#parts.storage.matches.append({
          match: record.id,
          step: record.entries.length,
          entry,
          close,
          settle,
        });
      }
    }
    return this.#live.size;
  }

  /** Nothing is paired or played any more. */
  stop(): void {
    this.lobby.shut('stopping');
    for (const match of this.#live.values()) match.stop();
  }

  /** Calls back when a match begins or is over. */
  watch(listener: (event: MatchEvent, match: Match) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Declares a finished match void and posts the opposite of what it changed. */
  async undo(id: string, reason: string): Promise<boolean> {
    const undone = await this.#parts.storage.matches.undo(id, this.#parts.clock.now(), reason);
    if (undone) this.#finished.delete(id);
    return undone;
  }

  // ── results and ratings ──

  list(filter: MatchFilter): Promise<MatchSummary[]> {
    return this.#parts.storage.beside.matches.list(filter);
  }

  async rating(agent: string, game: string): Promise<number> {
    const [rating] = await this.#parts.storage.figures.read([{ agent, book: ratingBook(game) }]);
    return rating ?? this.home(game).rating.start;
  }

  /** How the first fared against the second in its latest matches of two at that game. */
  against(first: string, second: string, game: string): Promise<Score> {
    return this.#parts.storage.matches.against(first, second, game);
  }

  ladder(game: string, limit: number, after?: LadderPlace): Promise<LadderRow[]> {
    return readLadder(this.#parts.storage.beside, game, limit, after);
  }

  // ── inside ──

  #matchParts(game: AnyGame): MatchParts {
    const { storage, clock, settles, fault, moved, openSpectators } = this.#parts;
    return {
      game,
      store: storage.matches,
      clock,
      settles,
      spectatorsSee: openSpectators ? 'replay' : 'spectator',
      validMove: this.#validators.get(game)!,
      moved: (ms) => moved?.(ms),
      over: (match) => this.#remove(match),
      fault: (match, error) => fault(error, match.id),
    };
  }

  #add(match: Match): void {
    this.#live.set(match.id, match);
    for (const { agent } of match.record.seats) {
      const matches = this.#byAgent.get(agent);
      if (matches) matches.add(match);
      else this.#byAgent.set(agent, new Set([match]));
    }
  }

  #remove(match: Match): void {
    this.#live.delete(match.id);
    for (const { agent } of match.record.seats) {
      const matches = this.#byAgent.get(agent);
      matches?.delete(match);
      if (matches?.size === 0) this.#byAgent.delete(agent);
    }
    this.#keepFinished(match);
    this.#announce('over', match);
  }

  #keepFinished(match: Match): void {
    this.#finished.set(match.id, match);
    const oldest = this.#finished.keys().next().value;
    if (this.#finished.size > FINISHED_KEPT && oldest !== undefined) this.#finished.delete(oldest);
  }

  #announce(event: MatchEvent, match: Match): void {
    for (const listener of [...this.#listeners]) listener(event, match);
  }
}

const seatOf = (match: Match, sitter: Sitter): number =>
  match.record.seats.findIndex((seat) => seat.agent === sitter.agent);
