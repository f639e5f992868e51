import type { GameHome } from '../../core/arena.ts';
import type { AnyGame } from '../../core/game.ts';

export interface AgentgamesTimes {
  /** Milliseconds per move. */
  moveTimeout: number;
  /** Milliseconds that a lone agent waits for an opponent. */
  queueWait: number;
}

/** The default conduct of a game that is at home here. */
export const homeOf = ({ seats }: Pick<AnyGame, 'seats'>, { moveTimeout, queueWait }: AgentgamesTimes): GameHome => ({
  options: {},
  size: seats.max,
  rating: { start: 1500, k: 32 },
  terms: {
    clock: { each: moveTimeout },
    illegal: 1,
    late: 'forfeit',
    away: { pause: 0, tell: 0, forfeit: 0, restart: queueWait },
    seating: 'arrival',
    rated: true,
  },
});
