import { type AnyGame, type Ask, AUDIENCE, type Seat, type SeatMove, type Turn } from './game.ts';
import { advance, type Entry, type MatchRecord, type Position, waitingFor } from './record.ts';

/** What the clocks do to a match, as entries. Pure: the match decides when to ask. */
export interface Overdue {
  game: AnyGame;
  record: MatchRecord;
  position: Position;
  here(seat: Seat): boolean;
  /** The seats that are away and still matter. */
  missing: Seat[];
  at: number;
}

/** The open decision's time is over. */
export function missedDeadline(context: Overdue, turn: Turn): Entry {
  const { game, record, position, here, at } = context;
  const { terms } = record;
  const seats = waitingFor(turn, position.held);
  if (seats.includes(AUDIENCE)) return playFor(context, seats);
  const away = seats.every((seat) => !here(seat));
  const struckOut = away ? [] : seats.filter((seat) => position.strikes[seat]! + 1 >= (terms.strikes?.out ?? Infinity));
  if (struckOut.length) return { at, kind: 'forfeit', seats: struckOut, why: 'late' };
  const late = away ? { away: true as const } : {};
  if (terms.late === 'again') return { at, kind: 'late', seats, moves: [], ...late };
  if (terms.late === 'forfeit' || !game.fallback) return { at, kind: 'forfeit', seats, why: 'late' };
  return { ...playFor(context, seats), ...late };
}

/** An ask's own time is over. Nothing happens if it is open no more, or the game knows no answer to it. */
export function missedAsk(context: Overdue, turn: Turn, ask: Ask): Entry | undefined {
  const open = turn.asks?.some(({ id }) => id === ask.id);
  if (open && context.game.fallback) return { ...playFor(context, [ask.seat], ask), ask: ask.id };
}

function playFor({ game, position, at }: Overdue, seats: Seat[], ask?: Ask): Entry & { kind: 'late' } {
  const moves = seats.map((seat): SeatMove => ({ seat, move: game.fallback!(position.state, seat, ask), late: true }));
  return { at, kind: 'late', seats, moves };
}

/** A seat was away for too long, if it still is. If that ends the match, whoever else is away forfeits with it. */
export function awayTooLong({ game, record, position, missing, at }: Overdue, seat: Seat): Entry | undefined {
  if (!missing.includes(seat) || position.paused) return undefined;
  const alone: Entry = { at, kind: 'forfeit', seats: [seat], why: 'away' };
  const ends = advance(game, record, position, alone).status.kind !== 'turn';
  return ends ? { ...alone, seats: missing } : alone;
}

/** These did not return after the server was down. If nobody did, there is no match any more. */
export function neverReturned({ record, at }: Overdue, turn: Turn, seats: Seat[]): Entry | undefined {
  if (seats.length === 0) return undefined;
  const nobody = seats.length + (turn.out?.length ?? 0) >= record.seats.length;
  return nobody
    ? { at, kind: 'end', reason: 'abandoned', source: 'server' }
    : { at, kind: 'forfeit', seats, why: 'away' };
}
