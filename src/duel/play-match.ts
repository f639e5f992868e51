import { inspect } from 'node:util';
import { type AnyGame, type Ask, AUDIENCE, type Seat, type SeatMove, type Turn } from '../core/game.ts';
import { judge } from '../core/judge.ts';
import { missedAsk, missedDeadline } from '../core/overdue.ts';
import {
  advance,
  begin,
  type Entry,
  type MatchRecord,
  type Outcome,
  type Position,
  waitingFor,
} from '../core/record.ts';
import { readMove } from '../core/submission.ts';
import { type ClockRule, Clocks } from './clock.ts';
import { type Answer, type Fault, Faulty, type Player, type Question } from './players/player.ts';

export interface Setup {
  game: AnyGame;
  validMove: (move: unknown) => boolean;
  /** Without entries; they are added as they are made. */
  record: MatchRecord;
  clock: ClockRule;
  /** Played before anybody is asked. */
  opening: unknown[];
  /** By seat, for each player's own chance. */
  seeds: string[];
}

export interface Failure {
  seat: Seat;
  fault: Fault;
  /** A sentence for the player's author. */
  words: string;
  lastWords: string[];
}

export interface Played {
  outcome: Outcome;
  failures: Failure[];
  /** Milliseconds of each decision, by seat. */
  times: number[][];
  /** Decisions that the clock made, by seat. */
  missed: number[];
}

/** More time for the first answer of a player that was just started: it may still be loading. */
const LOADING_MS = 10_000;
const MOST_SHOWN = 200;
/** No match of any game needs more. */
const MOST_ENTRIES = 100_000;

/**
 * One match without a server: the rules, turns, judge and overdue rules of the core, one entry after another. Players in
 * this thread are asked without a wait; the others are waited for. `at` counts entries, so that equal play is equal bytes.
 */
export async function playMatch(setup: Setup, players: Player[]): Promise<Played> {
  const table = new MatchTable(setup, players);
  await table.begin();
  while (table.turn) {
    const going = table.step(table.turn);
    if (going) await going;
  }
  return table.finish();
}

type Reply = { move: SeatMove } | { resigned: true } | { fault: Faulty };

class MatchTable {
  readonly #setup: Setup;
  readonly #players: Player[];
  readonly #clocks: Clocks;
  readonly #asked = new Set<string>();
  readonly #broken: (Faulty | undefined)[] = [];
  readonly #failures: Failure[] = [];
  readonly #times: number[][];
  readonly #missed: number[];
  #position: Position;

  constructor(setup: Setup, players: Player[]) {
    this.#setup = setup;
    this.#players = players;
    this.#clocks = new Clocks(setup.clock, players.length);
    this.#times = players.map(() => []);
    this.#missed = players.map(() => 0);
    this.#position = begin(setup.game, setup.record);
    for (const move of setup.opening) this.#playOpening(move);
  }

  get turn(): Turn | undefined {
    const { status } = this.#position;
    return status.kind === 'turn' ? status : undefined;
  }

  /** A player that cannot begin is noticed when it is first asked. */
  async begin(): Promise<void> {
    const { record, clock, seeds } = this.#setup;
    const names = record.seats.map(({ name }) => name);
    const beginnings = this.#players.map((player, seat) =>
      player.begin({ game: record.game, seat, players: names, options: record.options, clock, seed: seeds[seat]! }),
    );
    if (!beginnings.some(Boolean)) return;
    const late = (): Faulty => new Faulty('crash', `It did not start within ${LOADING_MS / 1000} seconds.`);
    const begun = beginnings.map((beginning, seat) => {
      if (!beginning) return undefined;
      return within(beginning, LOADING_MS, late).catch((error) => (this.#broken[seat] = asFaulty(error)));
    });
    await Promise.all(begun);
  }

  finish(): Played {
    const outcome = this.#position.status as Outcome;
    const failed = this.#failures.map(({ seat }) => seat);
    for (const [seat, player] of this.#players.entries()) {
      if (failed.includes(seat)) continue;
      if (this.#broken[seat]) player.drop();
      else player.end(outcome);
    }
    return { outcome, failures: this.#failures, times: this.#times, missed: this.#missed };
  }

  /** Asks whoever is to be asked now. A promise where somebody has to be waited for. */
  step(turn: Turn): Promise<void> | undefined {
    if (this.#position.step >= MOST_ENTRIES) {
      return this.#write({ at: this.#at, kind: 'end', reason: 'too long', source: 'duel' });
    }
    if (turn.must.includes(AUDIENCE)) return this.#write(missedDeadline(this.#overdue(), turn));
    const ask = turn.asks?.find(({ id }) => !this.#asked.has(id));
    if (ask) {
      this.#asked.add(ask.id);
      return this.#then(this.#ask(turn, ask.seat, ask), (reply) => this.#answered(turn, ask, reply));
    }
    this.#clocks.open(turn.number);
    const waiting = waitingFor(turn, this.#position.held);
    if (!turn.sealed)
      return this.#then(this.#ask(turn, waiting[0]!), (reply) => this.#decided(turn, waiting[0]!, reply));
    const replies = waiting.map((seat) => this.#ask(turn, seat));
    const all = replies.some((reply) => reply instanceof Promise) ? Promise.all(replies) : (replies as Reply[]);
    return this.#then(all, (known) => this.#decidedTogether(turn, waiting, known));
  }

  /** Those who are late come last, for the clock plays for all of them at once. */
  #decidedTogether(turn: Turn, seats: Seat[], replies: Reply[]): void {
    const decisions = seats.map((seat, i) => ({ seat, reply: replies[i]! }));
    const [late = [], inTime = []] = [true, false].map((is) => decisions.filter(({ reply }) => isLate(reply) === is));
    for (const { seat, reply } of [...inTime, ...late]) {
      if (this.#stillWaits(turn, seat)) this.#decided(turn, seat, reply);
    }
  }

  #stillWaits(turn: Turn, seat: Seat): boolean {
    const now = this.turn;
    return now?.number === turn.number && waitingFor(now, this.#position.held).includes(seat);
  }

  #then<T>(value: T | Promise<T>, work: (value: T) => void): Promise<void> | undefined {
    if (value instanceof Promise) return value.then(work);
    work(value);
  }

  #decided(turn: Turn, seat: Seat, reply: Reply): void {
    if ('move' in reply) {
      this.#write({ at: this.#at, kind: 'move', moves: [reply.move] });
      if (this.turn?.number !== turn.number || turn.sealed) this.#clocks.decided(seat);
    } else if ('resigned' in reply) {
      this.#write({ at: this.#at, kind: 'forfeit', seats: [seat], why: 'left', words: 'resigned' });
    } else if (isLate(reply)) {
      const entry = missedDeadline(this.#overdue(), turn);
      const seats = entry.kind === 'forfeit' || entry.kind === 'late' ? entry.seats : [];
      for (const one of seats) {
        if (entry.kind === 'forfeit') this.#fail(one, reply.fault);
        else this.#missed[one]!++;
      }
      this.#write(entry);
    } else {
      this.#forfeit(seat, reply.fault);
    }
  }

  /** An offer's receiver: a wrong answer or none is answered by the clock, where the game knows how. */
  #answered(turn: Turn, ask: Ask, reply: Reply): void {
    if ('move' in reply) this.#write({ at: this.#at, kind: 'move', moves: [reply.move] });
    else if ('resigned' in reply) this.#decided(turn, ask.seat, reply);
    else if (reply.fault.fault === 'crash') this.#forfeit(ask.seat, reply.fault);
    else {
      this.#missed[ask.seat]!++;
      const entry = missedAsk(this.#overdue(), turn, ask);
      if (entry) this.#write(entry);
    }
  }

  #forfeit(seat: Seat, fault: Faulty): void {
    this.#fail(seat, fault);
    const why = fault.fault === 'crash' ? 'left' : fault.fault;
    this.#write({ at: this.#at, kind: 'forfeit', seats: [seat], why, words: fault.message });
  }

  #fail(seat: Seat, { fault, message }: Faulty): void {
    const player = this.#players[seat]!;
    this.#failures.push({ seat, fault, words: message, lastWords: player.lastWords() });
    player.drop();
  }

  #ask(turn: Turn, seat: Seat, ask?: Ask): Reply | Promise<Reply> {
    const broken = this.#broken[seat];
    if (broken) return { fault: broken };
    const player = this.#players[seat]!;
    const loading = player.fresh ? LOADING_MS : 0;
    const left = this.#clocks.left(seat) + loading;
    const since = performance.now();
    const took = (answer: Answer): Reply => {
      const ms = performance.now() - since;
      this.#times[seat]!.push(ms);
      this.#clocks.spend(seat, Math.max(0, ms - loading));
      return ms > left ? { fault: tooLate(left) } : this.#judge(turn, seat, answer);
    };
    const failed = (error: unknown): Reply => ({ fault: asFaulty(error) });
    try {
      const answer = player.answer(this.#question(turn, seat, ask));
      return answer instanceof Promise ? within(answer, left, () => tooLate(left)).then(took, failed) : took(answer);
    } catch (error) {
      return failed(error);
    }
  }

  #judge(turn: Turn, seat: Seat, answer: Answer): Reply {
    if ('resign' in answer) return { resigned: true };
    const { game, validMove } = this.#setup;
    const move = readMove(game, this.#position.state, { seat, ...answer });
    const refused = judge({ game, position: this.#position, begun: true, validMove }, move, turn.number);
    if (!refused) return { move };
    const words = refused.code === 'malformed' ? `${refused.reason} It answered ${shown(answer)}.` : refused.reason;
    return { fault: new Faulty('illegal', words) };
  }

  #question(turn: Turn, seat: Seat, ask?: Ask): Question {
    const { game, record } = this.#setup;
    const { state, step } = this.#position;
    return {
      seat,
      step,
      turn,
      phase: ask ? ask.phase : turn.phase,
      ask: ask?.id,
      view: game.view(state, seat),
      left: (of) => this.#clocks.left(of),
      legal: () => game.moves?.(state, seat),
      played: () =>
        record.entries.flatMap((entry) => (entry.kind === 'move' || entry.kind === 'late' ? entry.moves : [])),
    };
  }

  #playOpening(move: unknown): void {
    const seat = this.turn?.must[0];
    if (seat === undefined) throw new Error('the opening goes on after the end of the game');
    this.#write({ at: this.#at, kind: 'move', moves: [{ seat, move }] });
  }

  #overdue() {
    const { game, record } = this.#setup;
    return { game, record, position: this.#position, here: () => true, missing: [], at: this.#at };
  }

  get #at(): number {
    return this.#position.step + 1;
  }

  #write(entry: Entry): undefined {
    const { game, record } = this.#setup;
    this.#position = advance(game, record, this.#position, entry);
    record.entries.push(entry);
  }
}

/** What a player said, for its author. */
const shown = (answer: { move: unknown } | { text: string }): string =>
  inspect('move' in answer ? answer.move : answer.text, { breakLength: Infinity }).slice(0, MOST_SHOWN);

const isLate = (reply: Reply): boolean => 'fault' in reply && reply.fault.fault === 'late';

const tooLate = (ms: number): Faulty =>
  new Faulty('late', `It did not answer within ${Math.round(ms) / 1000} seconds.`);

const asFaulty = (error: unknown): Faulty =>
  error instanceof Faulty ? error : new Faulty('crash', `It threw: ${(error as Error)?.message ?? error}`);

function within<T>(promise: Promise<T>, ms: number, late: () => Faulty): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
