import type { GameHome } from '../../core/arena.ts';

export interface AgentgamesTimes {
  /** Milliseconds per move. */
  moveTimeout: number;
  /** Milliseconds that a lone agent waits for an opponent. */
  queueWait: number;
}

/** The default conduct of the games that are at home here. */
export function homes({ moveTimeout, queueWait }: AgentgamesTimes): { [game: string]: GameHome } {
  const home: GameHome = {
    options: {},
    size: 2,
    rating: { start: 1500, k: 32 },
    terms: {
      clock: { each: moveTimeout },
      illegal: 1,
      late: 'forfeit',
      away: { pause: 0, tell: 0, forfeit: 0, restart: queueWait },
      seating: 'arrival',
      rated: true,
    },
  };
  return { ttt: home, c4: home };
}
