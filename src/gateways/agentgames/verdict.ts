import type { Seat, Why } from '../../core/game.ts';
import type { Outcome } from '../../core/record.ts';
import type { Result } from './protocol.ts';

const FORFEITS: { [why in Why]: string } = {
  illegal: 'forfeit: illegal move',
  late: 'forfeit: move timeout',
  away: 'forfeit: connection closed',
  left: 'forfeit: left the match',
  resigned: 'forfeit: resigned',
  removed: 'forfeit: removed',
};

/** How a match ended, as this seat is told. */
export function verdict(outcome: Outcome, seat: Seat): Omit<Result, 'rating'> {
  if (outcome.kind === 'void') return { winner: -1, outcome: 'draw', reason: `void: ${outcome.reason}` };
  const { forfeit } = outcome;
  const winner = winnerOf(outcome.ranks);
  return {
    winner,
    outcome: winner === -1 ? 'draw' : winner === seat ? 'win' : 'loss',
    ...(forfeit && { reason: FORFEITS[forfeit.why] }),
  };
}

/** The seat alone at the top; -1 where several share it. */
export function winnerOf(ranks: number[]): Seat {
  const best = Math.min(...ranks);
  const first = ranks.indexOf(best);
  return first === ranks.lastIndexOf(best) ? first : -1;
}
