// Longer than most files: one connection through all of its stages.
import type { Arena, GameInfo, MatchHandle } from '../../core/arena.ts';
import type { Cancel, Clock } from '../../core/clock.ts';
import type { Seat } from '../../core/game.ts';
import type { Refused } from '../../core/judge.ts';
import type { Outcome } from '../../core/record.ts';
import { ratingBook } from '../../core/settle/elo.ts';
import type { Update } from '../../core/update.ts';
import { nowOf } from '../now.ts';
import type { Observations } from './notation.ts';
import { decode, encodeError, encodeHello, encodeQueued, encodeResult, encodeState } from './protocol.ts';
import { verdict } from './verdict.ts';

export const VIA = 'agentgames';
const JOIN_WITHIN = 30_000;
/** Moves sent early; further ones are dropped. */
const MOST_WAITING = 64;
/** No game writes a move with more characters; a longer one is kept as one that no game knows. */
const LONGEST_MOVE = 64;
const LONGEST_NAME_QUOTED = 64;

/** An account that showed its token or key. */
export interface Player {
  id: string;
  name: string;
}

/** The connection as a session sees it. */
export interface Line {
  send(frame: string): void;
  /** Closes from our side; not called after `close` came in. */
  end(well: boolean): void;
}

export interface SessionParts {
  arena: Arena;
  clock: Clock;
  /** The games offered here, by id. */
  games: Map<string, GameInfo>;
  observations: Observations;
  queueWait: number;
  /** Matches that a player of ours has left: never resumed. */
  left: WeakSet<MatchHandle>;
  /** The sessions that are not over. */
  open: Set<Session>;
  fault(error: unknown): void;
}

/** Refusals after which the terms let the agent try again, so it is asked again. */
const TRY_AGAIN: readonly Refused['code'][] = ['illegal', 'malformed', 'error'];

type Stage = 'joining' | 'queued' | 'playing' | 'over';

/** One connected agent, from its join to the result of its one match. */
export class Session {
  readonly #parts: SessionParts;
  readonly #player: Player;
  readonly #line: Line;
  readonly #waiting: string[] = [];
  #stage: Stage = 'joining';
  #timeout: Cancel | undefined;
  #table: string | undefined;
  /** It waits for a match that was arranged for it, outside the queue. */
  #kept = false;
  #game: string | undefined;
  #match: MatchHandle | undefined;
  #seat: Seat = 0;
  #update: Update | undefined;
  #unwatch: (() => void) | undefined;
  /** The turn that the last `state` showed. */
  #shown: number | undefined;
  #submitting = false;
  #inputEnded = false;
  /** False while a resumed match still waits for the other to return. */
  #bothHere = true;

  /** @param game named out of band; otherwise the agent has to join */
  constructor(parts: SessionParts, player: Player, line: Line, game?: string) {
    this.#parts = parts;
    this.#player = player;
    this.#line = line;
    parts.open.add(this);
    if (game?.trim()) this.#join(game);
    else this.#timeout = parts.clock.after(JOIN_WITHIN, () => this.#fail('no join within 30 s'));
  }

  /** @param text undefined: a frame that is not text */
  receive(text: string | undefined): void {
    if (this.#stage === 'over' || text === undefined) return;
    const message = decode(text);
    if (!message) return;
    if (message.type === 'join') {
      if (this.#stage === 'joining') this.#join(message.game);
    } else if (this.#stage !== 'joining' && this.#waiting.length < MOST_WAITING) {
      this.#waiting.push(message.move.length > LONGEST_MOVE ? '' : message.move);
      this.#playWaiting();
    }
  }

  /** Nothing more will come, though the agent may still listen: a disconnect once no early move waits. */
  inputEnd(): void {
    this.#inputEnded = true;
    this.#leaveWhenIdle();
  }

  /** The connection is gone. */
  close(): void {
    const stage = this.#stage;
    this.#enter('over');
    if (stage === 'queued') void this.#leaveQueue();
    if (stage === 'playing') this.#leaveMatch();
    this.#unwatch?.();
  }

  /** The account was banned. */
  shutOut(player: string): void {
    if (this.#player.id !== player) return;
    void this.#leaveQueue();
    this.#fail('account banned');
  }

  /** The server stops: the match goes on after the restart. */
  stop(): void {
    this.#enter('over');
    this.#unwatch?.();
  }

  // ── finding a match ──

  #join(named: string): void {
    const { arena, games, clock, queueWait } = this.#parts;
    const game = games.get(arena.game(named.trim())?.id ?? '');
    if (!game) {
      const name = named.slice(0, LONGEST_NAME_QUOTED);
      return this.#fail(`unknown game "${name}"; the games are ${[...games.keys()].sort().join(', ')}`);
    }
    this.#game = game.id;
    this.#enter('queued');
    this.#line.send(encodeQueued(game.id));
    this.#timeout = clock.after(queueWait, () => {
      void this.#leaveQueue().then((left) => left && this.#fail(`no opponent within ${queueWait / 1000} s`));
    });
    this.#findMatch(game).catch((error) => {
      this.#parts.fault(error);
      this.#fail('the match could not begin');
    });
  }

  async #findMatch(game: GameInfo): Promise<void> {
    const unfinished = await this.#unfinished(game);
    if (this.#stage !== 'queued') return;
    if (unfinished) {
      this.#bothHere = false;
      return this.#begin(unfinished.match, unfinished.seat);
    }
    // Told before it is known, so that it can be called at once.
    this.#kept = true;
    this.#kept = await this.#parts.arena.callers.arrive(this.#player.id, game.id);
    if (this.#stage !== 'queued') return;
    if (this.#kept) this.#leaveWhenIdle();
    else await this.#queue(game);
  }

  async #queue(game: GameInfo): Promise<void> {
    const { id: agent, name } = this.#player;
    const seated = await this.#parts.arena.lobby.queue(game.id, {
      agent,
      name,
      kind: 'agent',
      via: VIA,
      begin: (match, seat) => this.#begin(match, seat),
      dismiss: (reason) => this.#fail(reason === 'stopping' ? 'the server is stopping' : 'the match could not begin'),
    });
    if ('refused' in seated) {
      return this.#fail(seated.refused === 'busy' ? 'too many matches at once' : 'the server is stopping');
    }
    this.#table = seated.table.id;
    // The connection went while a seat was found.
    if (this.#isOver && !this.#match) await this.#leaveQueue();
    else this.#leaveWhenIdle();
  }

  /** A match of this game that the server took up again and whose seat this player has not taken yet. */
  async #unfinished(game: GameInfo): Promise<{ match: MatchHandle; seat: Seat } | undefined> {
    const { arena, left, open } = this.#parts;
    for (const { match, seat } of await arena.seatsOf(this.#player.id)) {
      const { header } = match;
      if (header.game !== game.id || header.seats[seat]!.via !== VIA || left.has(match)) continue;
      const { seats } = await nowOf(match);
      // Another connection of the same account may have come meanwhile.
      if (seats[seat]!.here || [...open].some((one) => one.#has(match, seat))) continue;
      this.#match = match;
      this.#seat = seat;
      return { match, seat };
    }
    return undefined;
  }

  #has(match: MatchHandle, seat: Seat): boolean {
    return this.#match === match && this.#seat === seat;
  }

  /** Whether that player waits here for a match of that game. */
  waitsFor(player: string, game: string): boolean {
    const waits = this.#stage === 'queued' && (this.#kept || this.#table !== undefined);
    return waits && this.#player.id === player && this.#game === game;
  }

  /** No match that was arranged waits for this player any more: it is queued like others. */
  release(player: string, game: string): void {
    if (!this.#kept || !this.waitsFor(player, game)) return;
    this.#kept = false;
    this.#queue(this.#parts.games.get(game)!).catch((error) => {
      this.#parts.fault(error);
      this.#fail('the match could not begin');
    });
  }

  /** Leaves the queue for a match that was arranged. False: an opponent came first. */
  async beCalled(match: MatchHandle, seat: Seat): Promise<boolean> {
    if (!(await this.#leaveQueue())) return false;
    this.#begin(match, seat);
    return true;
  }

  /** Whoever was to tell of a match that was arranged may be gone. */
  async lookAgain(): Promise<void> {
    if (this.#stage !== 'queued') return;
    const found = await this.#unfinished(this.#parts.games.get(this.#game!)!);
    if (!found || this.#stage !== 'queued') return;
    this.#bothHere = false;
    await this.beCalled(found.match, found.seat);
  }

  /** False: there is no table yet, or its match has begun. */
  async #leaveQueue(): Promise<boolean> {
    if (this.#kept) {
      this.#kept = false;
      return true;
    }
    return this.#table !== undefined && this.#parts.arena.lobby.stand(this.#table, this.#player.id);
  }

  // ── playing ──

  #begin(match: MatchHandle, seat: Seat): void {
    this.#match = match;
    this.#seat = seat;
    // The connection went while the match was being made.
    if (this.#stage !== 'queued') return this.#leaveMatch();
    this.#enter('playing');
    const opponent = match.header.seats[1 - seat]!.name;
    this.#line.send(encodeHello(seat, match.header.game, opponent));
    this.#unwatch = match.watch(seat, (update) => this.#follow(update), { legal: true });
  }

  #follow(update: Update): void {
    if (this.#stage !== 'playing') return;
    this.#update = update;
    this.#bothHere ||= update.seats.every(({ here }) => here);
    const { status } = update;
    if (status.kind !== 'turn') return this.#finish(status, update);
    if (status.number !== this.#shown) this.#showState();
    this.#playWaiting();
    this.#leaveWhenIdle();
  }

  #showState(): void {
    const update = this.#update!;
    const { status } = update;
    if (status.kind !== 'turn') return;
    this.#shown = status.number;
    const toMove = status.must[0]!;
    const observation = this.#parts.observations.of(this.#match!, update, toMove, this.#seat);
    this.#line.send(encodeState(observation, toMove === this.#seat));
  }

  #playWaiting(): void {
    if (this.#stage !== 'playing' || this.#submitting || !this.#update) return;
    const { status, begun, paused } = this.#update;
    if (status.kind !== 'turn' || !begun || paused || !status.must.includes(this.#seat)) return;
    const token = this.#waiting.shift();
    if (token === undefined) return;
    this.#submitting = true;
    // What no game knows is handed in all the same: the terms say what an illegal move costs.
    this.#match!.submit({ seat: this.#seat, text: token }, status.number, (refused) => this.#submitted(refused));
  }

  #submitted(refused: Refused | undefined): void {
    this.#submitting = false;
    if (!refused || refused.forfeited || this.#stage !== 'playing') return;
    if (TRY_AGAIN.includes(refused.code)) this.#showState();
    this.#playWaiting();
    this.#leaveWhenIdle();
  }

  #finish(outcome: Outcome, { effects }: Update): void {
    this.#enter('over');
    queueMicrotask(() => this.#unwatch?.());
    const { arena } = this.#parts;
    const { game } = this.#match!.header;
    const told = verdict(outcome, this.#seat);
    const tell = (rating: number): void => {
      this.#line.send(encodeResult({ ...told, rating }));
      this.#line.end(true);
    };
    const posted = effects?.find(({ agent, book }) => agent === this.#player.id && book === ratingBook(game));
    if (posted) tell(posted.after);
    else arena.rating(this.#player.id, game).then(tell, () => tell(arena.home(game).rating.start));
  }

  // ── leaving ──

  #leaveWhenIdle(): void {
    if (!this.#inputEnded || this.#waiting.length > 0 || this.#submitting) return;
    if (this.#stage === 'joining') this.#fail('end of input');
    if (this.#stage === 'queued') void this.#leaveQueue().then((left) => left && this.#fail('end of input'));
    if (this.#stage === 'playing') this.#leaveMatch();
  }

  #leaveMatch(): void {
    const { left } = this.#parts;
    const match = this.#match!;
    if (!this.#bothHere || left.has(match)) return;
    left.add(match);
    match.forfeit([this.#seat], 'away');
  }

  #fail(error: string): void {
    if (this.#stage === 'over') return;
    this.#enter('over');
    this.#line.send(encodeError(error));
    this.#line.end(false);
  }

  get #isOver(): boolean {
    return this.#stage === 'over';
  }

  #enter(stage: Stage): void {
    this.#stage = stage;
    this.#timeout?.();
    this.#timeout = undefined;
    if (stage === 'over') this.#parts.open.delete(this);
  }
}
