// Longer than most files: the arena as a whole: what begins, goes on, is found and ends.
import type { TSchema } from 'typebox';
import type { GameHome, MatchEvent, MatchHandle, Sitter } from './arena.ts';
import type { Clock } from './clock.ts';
import { exportRecord } from './export.ts';
import type { AnyGame } from './game.ts';
import { KnownMatches } from './known-matches.ts';
import { type LadderPlace, readLadder } from './ladder.ts';
import { Callers } from './lobby/callers.ts';
import { KeptTables } from './lobby/kept-tables.ts';
import { LocalLobby } from './lobby/lobby.ts';
import { arrivalOf, type Table } from './lobby/table.ts';
import { Match, type MatchParts } from './match.ts';
import type { Notary } from './notary.ts';
import { type NoteRules, noteRules } from './notes.ts';
import { hashSeed, stepRandom } from './random.ts';
import { type ExportedRecord, type MatchRecord, type SeatHolder, takesTurns } from './record.ts';
import { Replays } from './replays.ts';
import { ratingBook } from './settle/elo.ts';
import { NEWCOMER, sureBook } from './settle/glicko.ts';
import { closing, type Settle } from './settle/settle.ts';
import type { SpectatorsSee } from './step.ts';
import type { Deed, MatchFilter, MatchResult, MatchSummary, PastMatch, PastPage, Score, Storage } from './storage.ts';
import { addSure, type KnownRow, readSureLadder, type SurePage, type SureWish } from './sure-ladder.ts';
import type { Terms } from './terms.ts';
import type { CountsFully } from './voters.ts';

export interface ArenaParts {
  games: AnyGame[];
  /** Rules of earlier versions, for their records. */
  oldGames?: AnyGame[];
  /** Other ids by which games are asked for, in lower case. */
  aliases?: { [id: string]: string };
  homes: { [game: string]: GameHome };
  storage: Storage;
  clock: Clock;
  settles: Settle[];
  /** What may be noted of matches beside their conduct. */
  notes?: NoteRules;
  newId(): string;
  /** 32 unpredictable bytes in hex. */
  newSeed(): string;
  /** Live spectators see everything. */
  openSpectators?: boolean;
  /** Milliseconds of match time after which spectators are shown what a game broadcasts; absent: a minute. */
  broadcastDelay?: number;
  validator(schema: TSchema): (value: unknown) => boolean;
  /** What a match is worth to the ratings; absent: what its terms say. */
  worth?(game: string, seats: SeatHolder[], terms: Terms): Promise<Terms>;
  /** Whose votes count fully; absent: everybody's. */
  countsFully?: CountsFully;
  /** Absent: matches are not signed. */
  notary?: Notary;
  moved?(ms: number): void;
  /** Where there are other nodes: begins the match on the one that suits its seats best; undefined: on this one. */
  beginElsewhere?(beginning: Beginning, sitters: Sitter[]): Promise<MatchHandle> | undefined;
  /** A move was not taken. */
  refused?(code: string): void;
  fault(error: unknown, match?: string): void;
}

export interface Beginning {
  game: string;
  options?: unknown;
  terms?: Terms;
  /** In order of arrival. */
  seats: SeatHolder[];
  /** Two that come seated by arrival take turns in who sits first. Absent: they sit as they are named. */
  inTurns?: true;
  table?: string;
  /** Absent: a new one. */
  id?: string;
}

const MINUTE = 60_000;

/** The arena of this process. What is outside the core holds it as the contract in arena.ts. */
export class LocalArena {
  readonly lobby: LocalLobby;
  /** How agents are brought into matches that were arranged for them. */
  readonly callers = new Callers();
  readonly #parts: ArenaParts;
  readonly #games = new Map<string, AnyGame>();
  readonly #versions = new Map<string, AnyGame>();
  readonly #validators = new Map<AnyGame, (move: unknown) => boolean>();
  readonly #matches = new KnownMatches();
  #stopped = false;
  readonly #listeners = new Set<(event: MatchEvent, match: Match) => void>();
  /** Those that are being found, so that many who ask at once cause one replay. */
  readonly #loading = new Map<string, Promise<Match | undefined>>();
  readonly #replays = new Replays();
  readonly #notes: NoteRules;
  readonly #spectatorsSee: SpectatorsSee;

  constructor(parts: ArenaParts) {
    this.#parts = parts;
    this.#notes = noteRules(parts.notes);
    this.#spectatorsSee = parts.openSpectators ? 'replay' : 'spectator';
    for (const game of [...(parts.oldGames ?? []), ...parts.games]) {
      this.#versions.set(`${game.id}/${game.version}`, game);
      this.#validators.set(game, parts.validator(game.move));
    }
    for (const game of parts.games) this.#games.set(game.id, game);
    this.lobby = new LocalLobby({
      clock: parts.clock,
      newId: parts.newId,
      homeOf: (game) => this.home(game),
      playing: (agent) => this.#matches.of(agent).length,
      fewest: (game) => this.#games.get(game)?.seats.min ?? 1,
      kept: new KeptTables(parts.storage.documents),
      hasBegun: async (table) => (await parts.storage.matches.byTable(table)) !== undefined,
      fault: parts.fault,
      begin: (table) => this.#beginTable(table),
    });
  }

  // ── games ──

  get games(): AnyGame[] {
    return this.#parts.games;
  }

  /** By id or alias, in any case. */
  game(id: string): AnyGame | undefined {
    const lower = id.toLowerCase();
    return this.#games.get(this.#parts.aliases?.[lower] ?? lower);
  }

  /** Whether something is a move of the game at all. */
  validMove(game: AnyGame): (move: unknown) => boolean {
    return this.#validators.get(game)!;
  }

  home(game: string): GameHome {
    const home = this.#parts.homes[game];
    if (!home) throw new Error(`no default terms for ${game}`);
    return home;
  }

  // ── matches ──

  get live(): Match[] {
    return this.#matches.live;
  }

  match(id: string): Match | undefined {
    return this.#matches.running(id);
  }

  /** Live or finished. */
  async find(id: string): Promise<Match | undefined> {
    const known = this.#matches.get(id);
    if (known) return known;
    const loading = this.#loading.get(id) ?? this.#load(id).finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  async #load(id: string): Promise<Match | undefined> {
    const { matches } = this.#parts.storage.beside;
    const record = await matches.load(id);
    const game = record && this.#versions.get(`${record.game}/${record.version}`);
    if (!game) return undefined;
    const result = await matches.result(id);
    const last = await this.#replays.lastStep(game, record, this.#spectatorsSee);
    // A match that was declared void later still has its entries.
    const step = result ? last.endedAs(result.outcome) : last;
    const loaded = new Match(this.#matchParts(game), record, step, result?.effects);
    // One that was just being made is among the live ones by now.
    if (!loaded.outcome) return this.#matches.running(id);
    this.#matches.keep(loaded);
    return loaded;
  }

  /** The match that began at this table; of several the latest. */
  async byTable(table: string): Promise<Match | undefined> {
    const id = await this.#parts.storage.matches.byTable(table);
    return id === undefined ? undefined : this.find(id);
  }

  /** A finished match with all that verifying it takes but the server's key. 'live': it opens when the match is over. */
  exported(id: string): Promise<ExportedRecord | 'live' | undefined> {
    const known = this.#matches.get(id);
    const { storage, notary } = this.#parts;
    return exportRecord(id, storage.beside.matches, notary, known?.outcome && known.record);
  }

  /** As it is stored: of a match that was voided later, that it is void. */
  result(id: string): Promise<MatchResult | undefined> {
    return this.#parts.storage.beside.matches.result(id);
  }

  /** The matches in which this agent still has a seat. */
  unfinished(agent: string): Match[] {
    return this.#matches.of(agent);
  }

  /**
   * @param seated called with the match before its clocks care who is here
   * @param arriveWithin the seats arrive later; the clocks wait for them, but no longer than for seats after a restart
   */
  async begin(beginning: Beginning, seated?: (match: Match) => void, arriveWithin?: number): Promise<Match> {
    const { clock, storage, newSeed, newId } = this.#parts;
    const game = this.#games.get(beginning.game);
    if (!game) throw new Error(`no game ${beginning.game}`);
    const home = this.home(game.id);
    const seed = newSeed();
    const record: MatchRecord = {
      id: beginning.id ?? newId(),
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
    if (beginning.inTurns && takesTurns(record)) await this.#takeTurns(record);
    const match = new Match(this.#matchParts(game), record);
    await storage.matches.create(record);
    this.#matches.begin(match);
    match.start();
    // Its seats return where it is taken up.
    if (this.#stopped) match.stop();
    else if (arriveWithin !== undefined) match.awaitReturn(arriveWithin);
    seated?.(match);
    if (arriveWithin === undefined && !this.#stopped) match.open();
    this.#announce('begun', match);
    return match;
  }

  /** Whoever sat second when the two last met sits first now. */
  async #takeTurns(record: MatchRecord): Promise<void> {
    const [one, other] = record.seats as [SeatHolder, SeatHolder];
    const last = await this.#parts.storage.matches.lastMeeting(record.game, [one.agent, other.agent]);
    if (!last) return;
    record.previous = last.id;
    if (last.agents[0] === one.agent) record.seats = [other, one];
  }

  async #beginTable(table: Table): Promise<MatchHandle> {
    const { game, options, sitters, seatsNamed } = table;
    const seats = sitters.map(({ agent, name, kind, via }) => ({ agent, name, kind, via }));
    const inTurns = seatsNamed ? {} : ({ inTurns: true } as const);
    const seated = (match: MatchHandle) => {
      table.match = match.id;
      this.lobby.close(table.id, 'begun');
      for (const sitter of sitters) sitter.begin(match, seatOf(match, sitter));
    };
    try {
      const terms = await this.#worth(table, seats);
      const beginning: Beginning = { game, options, terms, seats, table: table.id, ...inTurns };
      const elsewhere = this.#parts.beginElsewhere?.(beginning, sitters);
      if (!elsewhere) return await this.begin(beginning, seated, arrivalOf(sitters));
      const match = await elsewhere;
      seated(match);
      return match;
    } catch (error) {
      this.#parts.fault(error);
      this.lobby.close(table.id, 'error');
      for (const sitter of sitters) sitter.dismiss('error');
      throw error;
    }
  }

  /** Settled where the lobby is, wherever the match is played: who meets whom how often is known there. */
  async #worth({ game, terms }: Table, seats: SeatHolder[]): Promise<Terms> {
    const { worth } = this.#parts;
    return worth && (terms.rated || terms.practice) ? worth(game, seats, terms) : terms;
  }

  /** Takes up the matches that were under way when the server stopped, and the tables. */
  async restore(): Promise<number> {
    await this.takeUp(await this.#parts.storage.matches.live());
    await this.lobby.restore();
    return this.#matches.liveCount;
  }

  /** Goes on with matches that were under way elsewhere, or before. */
  async takeUp(records: MatchRecord[]): Promise<void> {
    for (const record of records) {
      const game = this.#versions.get(`${record.game}/${record.version}`);
      try {
        if (!game) throw new Error(`no rules for ${record.game} version ${record.version}`);
        const match = new Match(this.#matchParts(game), record);
        this.#matches.begin(match);
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
  }

  /** Nothing is paired or played any more. */
  stop(): void {
    this.#stopped = true;
    this.lobby.shut('stopping');
    for (const match of this.#matches.live) match.stop();
  }

  /** Calls back when a match begins or is over. */
  watch(listener: (event: MatchEvent, match: Match) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What is known of a finished match is not true any more. */
  forget(id: string): void {
    this.#matches.forget(id);
  }

  /** Declares a finished match void and posts the opposite of what it changed. */
  async undo(id: string, reason: string, deed?: Deed): Promise<boolean> {
    const at = this.#parts.clock.now();
    const undone = await this.#parts.storage.matches.undo(id, at, reason, deed && { at, ...deed });
    if (undone) {
      this.#matches.forget(id);
      void this.#parts.notary?.sign(id);
    }
    return undone;
  }

  // ── results and ratings ──

  past(page: PastPage): Promise<PastMatch[]> {
    return this.#parts.storage.beside.matches.past(page);
  }

  list(filter: MatchFilter): Promise<MatchSummary[]> {
    return this.#parts.storage.beside.matches.list(filter);
  }

  async rating(agent: string, game: string): Promise<number> {
    const [rating] = await this.#parts.storage.figures.read([{ agent, book: ratingBook(game) }]);
    return rating ?? this.home(game).rating.start;
  }

  async sureRating(agent: string, game: string): Promise<number> {
    const [rating] = await this.#parts.storage.figures.read([{ agent, book: sureBook('rating', game) }]);
    return Math.round(rating ?? NEWCOMER.rating);
  }

  /** How the first fared against the second in its latest matches of two at that game. */
  against(first: string, second: string, game: string): Promise<Score> {
    return this.#parts.storage.matches.against(first, second, game);
  }

  async ladder(game: string, limit: number, after?: LadderPlace): Promise<KnownRow[]> {
    const { beside } = this.#parts.storage;
    return addSure(beside.figures, game, await readLadder(beside, game, limit, after));
  }

  sureLadder(game: string, wish: SureWish): Promise<SurePage> {
    return readSureLadder(this.#parts.storage.beside, game, wish);
  }

  // ── inside ──

  #matchParts(game: AnyGame): MatchParts {
    const { storage, clock, settles, fault, moved, refused, notary, countsFully } = this.#parts;
    return {
      game,
      store: storage.matches,
      clock,
      settles,
      notes: this.#notes,
      replays: this.#replays,
      countsFully,
      spectatorsSee: this.#spectatorsSee,
      broadcastDelay: this.#parts.broadcastDelay ?? MINUTE,
      validMove: this.#validators.get(game)!,
      moved({ record }, ms) {
        moved?.(ms);
        notary?.stored(record);
      },
      refused: (code) => refused?.(code),
      over: (match) => {
        this.#matches.end(match);
        notary?.ended(match.record, match.outcome!);
        this.#announce('over', match);
      },
      fault: (match, error) => fault(error, match.id),
    };
  }

  #announce(event: MatchEvent, match: Match): void {
    for (const listener of [...this.#listeners]) listener(event, match);
  }
}

const seatOf = (match: MatchHandle, sitter: Sitter): number =>
  match.header.seats.findIndex((seat) => seat.agent === sitter.agent);
