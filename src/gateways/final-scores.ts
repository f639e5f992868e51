import type { GameInfo } from '../core/arena.ts';
import type { Over } from '../core/game.ts';

/** The scores of a match that is over, the same on every wire: the game's own, else 1 for winning, ½ for a draw, 0 for losing. */
export function finalScores({ ranks, scores }: Over, { scored }: Pick<GameInfo, 'scored'>): number[] {
  if (scored) return scores;
  const first = ranks.filter((rank) => rank === 1).length;
  return ranks.map((rank) => (rank > 1 ? 0 : first > 1 ? 0.5 : 1));
}
