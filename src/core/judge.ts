import { type AnyGame, AUDIENCE, type Refusal, type SeatMove } from './game.ts';
import type { Position } from './record.ts';

export interface Refused {
  code:
    | 'over'
    | 'not-begun'
    | 'paused'
    | 'not-your-turn'
    | 'already-moved'
    | 'stale'
    | 'repeated'
    | 'malformed'
    | 'illegal'
    | 'error';
  /** A sentence for the agent's author. */
  reason: string;
  /** Which rule of the game forbids it, where the rules were asked. */
  rule?: Omit<Refusal, 'reason'>;
  /** It was one illegal move too many: the seat has forfeited with it. */
  forfeited?: true;
}

export interface Judged {
  game: AnyGame;
  position: Position;
  begun: boolean;
  validMove: (move: unknown) => boolean;
}

/** Whoever reads or writes nested JSON calls itself once per level, so a move that is all brackets would exhaust the stack. */
const MOST_LEVELS = 100;

/** Why a move cannot be taken now, or nothing. */
export function judge(
  { game, position, begun, validMove }: Judged,
  move: SeatMove,
  number: number,
): Refused | undefined {
  const { status: turn, held, state, paused } = position;
  const { seat } = move;
  if (turn.kind !== 'turn') return { code: 'over', reason: 'The match is over.' };
  if (!begun) return { code: 'not-begun', reason: 'The match has not begun yet.' };
  if (paused) return { code: 'paused', reason: 'The match is paused.' };
  const must = turn.must.includes(seat);
  const other = turn.may?.includes(seat) || turn.asks?.some((ask) => ask.seat === seat);
  if (!must && !other) return { code: 'not-your-turn', reason: 'It is not your turn.' };
  if (turn.sealed && held.some((one) => one.seat === seat)) {
    return { code: 'already-moved', reason: 'You have moved already; the others are still to move.' };
  }
  if ((turn.sealed || (must && !other)) && seat !== AUDIENCE && number !== turn.number) {
    return { code: 'stale', reason: 'This answers an earlier turn.' };
  }
  if (isDeeper(move.move, MOST_LEVELS) || !validMove(move.move)) {
    return { code: 'malformed', reason: `This is not a move of ${game.id}.` };
  }
  const refusal = game.check(state, move);
  if (!refusal) return undefined;
  const { reason, ...rule } = refusal;
  return { code: 'illegal', reason, rule };
}

export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const name in value) if (isDeeper(value[name as keyof typeof value], levels - 1)) return true;
  return false;
}
