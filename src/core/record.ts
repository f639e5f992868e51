import type { AnyGame, Over, Seat, SeatMove, Status, Turn, Void, Why } from './game.ts';
import { AUDIENCE } from './game.ts';
import { knownMoves } from './known-fields.ts';
import { stepRandom } from './random.ts';
import type { Terms } from './terms.ts';

export type SeatKind = 'agent' | 'guest' | 'human' | 'bot';

export interface SeatHolder {
  /** The account's id; for guests, people and bots an id of their own that no account has. */
  agent: string;
  name: string;
  kind: SeatKind;
  /** The gateway that took the seat; only through it the seat is resumed. */
  via: string;
}

export type Entry = { at: number } /** `ref`: the mover's own name for it, by which a repetition is known. */ & (
  | { kind: 'move'; moves: SeatMove[]; ref?: string }
  /** What was played for seats that missed their deadline, or that of an ask. No moves: the clock starts again. */
  | { kind: 'late'; seats: Seat[]; moves: SeatMove[]; away?: true; ask?: string }
  | { kind: 'forfeit'; seats: Seat[]; why: Why; words?: string }
  /** Decided outside the rules. No `over`: void. */
  | { kind: 'end'; over?: Over; reason: string; source: string }
  /** Kept with the match, unknown to the rules. The topics of CONDUCT change how the match is run. */
  | { kind: 'note'; topic: string; data: unknown }
);

/** Notes that the match itself obeys: 'pause' and 'resume' stop and start every clock, 'pace' sets terms.pace. */
export const CONDUCT = ['pause', 'resume', 'pace'] as const;

export interface MatchRecord {
  id: string;
  game: string;
  version: number;
  options: unknown;
  terms: Terms;
  seats: SeatHolder[];
  /** Who sat down, in order: ids of agents. Absent in matches from before it was kept. */
  arrival?: string[];
  /** The table where they sat down. */
  table?: string;
  /** The last match of these two at this game, where they take turns in who sits first. */
  previous?: string;
  /** 32 bytes in hex; secret until the match is over. */
  seed: string;
  seedHash: string;
  at: number;
  entries: Entry[];
}

/** All that a restart needs, and all that live play and replay share. */
export interface Position {
  /** How many entries led here. */
  step: number;
  state: unknown;
  status: Status;
  /** Accepted moves of a sealed turn that still waits for others. */
  held: SeatMove[];
  /** The moves that the last step played; of a sealed turn all at once. */
  played: SeatMove[];
  /** Deadlines missed in a row, by seat. */
  strikes: number[];
  /** Whether a seat has had its first decision, by seat. */
  opened: boolean[];
  paused: boolean;
  pace: number;
}

const NONE: SeatMove[] = [];

export type Beginning = Pick<MatchRecord, 'options' | 'terms' | 'seats' | 'seed'>;

export function begin(game: AnyGame, record: Beginning): Position {
  const count = record.seats.length;
  const state = game.start(record.options, count, stepRandom(record.seed, 0));
  return {
    step: 0,
    state,
    status: game.status(state),
    held: [],
    played: NONE,
    strikes: Array(count).fill(0),
    opened: Array(count).fill(false),
    paused: false,
    pace: record.terms.pace ?? 0,
  };
}

/** The one step that live play and replay share. */
export function advance(game: AnyGame, record: Beginning, position: Position, entry: Entry): Position {
  if (position.status.kind !== 'turn') throw new Error(`entry ${position.step} follows the end of the match`);
  // Nobody else has it yet, so the steps below may write to it.
  const next: Position = { ...position, step: position.step + 1, played: NONE };
  switch (entry.kind) {
    case 'move': {
      // Old records may hold more than their game knows.
      const played = playOrHold(game, record, next, knownMoves(game, entry.moves));
      return isDecision(position.status, played.status)
        ? answered(played, position.status, seatsOf(entry.moves), false)
        : played;
    }
    case 'late': {
      const played = entry.moves.length ? playOrHold(game, record, next, entry.moves) : next;
      const counted = entry.away || entry.ask !== undefined ? [] : entry.seats;
      return answered(played, position.status, counted, true);
    }
    case 'forfeit':
      return forfeit(game, record, next, entry.seats, entry.why);
    case 'end':
      return { ...next, held: [], status: entry.over ?? { kind: 'void', reason: entry.reason } };
    case 'note':
      return conduct(next, entry);
  }
}

/** An offer or another optional action leaves the turn open; a sealed move answers it. */
const isDecision = (turn: Turn, after: Status): boolean =>
  turn.sealed === true || after.kind !== 'turn' || after.number !== turn.number;

/** Strikes and first decisions, for the seats that had to decide. */
function answered(position: Position, { must }: Turn, seats: Seat[], late: boolean): Position {
  const isDeciding = (seat: Seat): boolean => seat !== AUDIENCE && must.includes(seat);
  const isNews = (seat: Seat): boolean => late || !position.opened[seat] || position.strikes[seat] !== 0;
  if (!seats.some((seat) => isDeciding(seat) && isNews(seat))) return position;
  const deciding = seats.filter(isDeciding);
  const strikes = [...position.strikes];
  const opened = [...position.opened];
  for (const seat of deciding) {
    strikes[seat] = late ? strikes[seat]! + 1 : 0;
    opened[seat] = true;
  }
  return { ...position, strikes, opened };
}

function playOrHold(game: AnyGame, record: Beginning, position: Position, moves: SeatMove[]): Position {
  const turn = position.status as Turn;
  if (!turn.sealed) return played(game, record, position, moves);
  return release(game, record, { ...position, held: [...position.held, ...moves] });
}

/** Plays the held moves once nobody is waited for. */
function release(game: AnyGame, record: Beginning, position: Position): Position {
  const turn = position.status as Turn;
  if (position.held.length === 0 || waitingFor(turn, position.held).length > 0) return position;
  const held = [...position.held].sort((a, b) => a.seat - b.seat);
  return played(game, record, { ...position, held: [] }, held);
}

/** @param position a copy, which becomes the next one */
function played(game: AnyGame, record: Beginning, position: Position, moves: SeatMove[]): Position {
  if (!isSome(moves)) throw new Error('an entry without a move');
  position.state = game.play(position.state, moves, stepRandom(record.seed, position.step));
  position.status = game.status(position.state);
  position.played = moves;
  return position;
}

const isSome = (moves: SeatMove[]): moves is [SeatMove, ...SeatMove[]] => moves.length > 0;

function forfeit(game: AnyGame, record: Beginning, position: Position, seats: Seat[], why: Why): Position {
  const state = game.leave?.(position.state, seats, why);
  if (state === undefined) {
    return { ...position, held: [], status: forfeited(game, position.state, record.seats.length, seats, why) };
  }
  const status = game.status(state);
  if (status.kind === 'over') return { ...position, state, held: [], status: { forfeit: { seats, why }, ...status } };
  const held = status.sealed ? position.held.filter((move) => !seats.includes(move.seat)) : [];
  const left = { ...position, state, status, held };
  if (!status.sealed) return left;
  const next = release(game, record, left);
  return next.status.kind === 'over' ? { ...next, status: { forfeit: { seats, why }, ...next.status } } : next;
}

function forfeited(game: AnyGame, state: unknown, count: number, seats: Seat[], why: Why): Over {
  const everyone = seats.length === count;
  return {
    kind: 'over',
    ranks: Array.from({ length: count }, (_, seat) =>
      everyone || !seats.includes(seat) ? 1 : count - seats.length + 1,
    ),
    scores: game.scores?.(state) ?? Array(count).fill(0),
    reason: 'forfeit',
    forfeit: { seats, why },
  };
}

function conduct(position: Position, note: Entry & { kind: 'note' }): Position {
  if (note.topic === 'pause') return { ...position, paused: true };
  if (note.topic === 'resume') return { ...position, paused: false };
  if (note.topic === 'pace') return { ...position, pace: Number(note.data) };
  return position;
}

const seatsOf = (moves: SeatMove[]): Seat[] => moves.map((move) => move.seat);

/** Those who take turns in who sits first whenever they meet: two who come back under the same ids, seated as they come. */
export const takesTurns = ({ terms, seats }: Pick<MatchRecord, 'terms' | 'seats'>): boolean =>
  terms.seating === 'arrival' && seats.length === 2 && seats.every(({ kind }) => kind !== 'guest');

/** The seats that the turn still waits for. */
export const waitingFor = (turn: Turn, held: SeatMove[]): Seat[] =>
  held.length ? turn.must.filter((seat) => !held.some((move) => move.seat === seat)) : turn.must;

/** The position after each entry, the beginning first. Throws where the record does not fit the rules. */
export function* positions(game: AnyGame, record: MatchRecord): Generator<Position> {
  let position = begin(game, record);
  yield position;
  for (const entry of record.entries) {
    position = advance(game, record, position, entry);
    yield position;
  }
}

export function replay(game: AnyGame, record: MatchRecord): Position {
  let last: Position | undefined;
  for (const position of positions(game, record)) last = position;
  return last!;
}

export type Outcome = Over | Void;

/**
 * A finished match as it is exported, and as a game's golden records are kept. `signature` is the server's word for it, a
 * compact JWS; matches from before they were signed have none.
 */
export type ExportedRecord = MatchRecord & { outcome: Outcome; signature?: string };
