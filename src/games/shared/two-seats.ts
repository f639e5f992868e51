import type { Over, Seat, Turn } from '../../core/game.ts';

/** More is better; the same is a draw. */
export const ranksOf = ([first, second]: readonly number[]): [number, number] => [
  first! < second! ? 2 : 1,
  second! < first! ? 2 : 1,
];

export const scored = (scores: readonly number[], reason: string): Over => ({
  kind: 'over',
  ranks: ranksOf(scores),
  scores: [...scores],
  reason,
});

export const won = (winner: Seat, reason: string): Over => scored(winner === 0 ? [1, 0] : [0, 1], reason);

export const drawn = (reason: string): Over => scored([0.5, 0.5], reason);

/** So many rounds in which both decide in secret; then the scores do. */
export const sealedRounds = (played: number, rounds: number, scores: readonly number[], reason: string): Turn | Over =>
  played < rounds ? { kind: 'turn', number: played + 1, must: [0, 1], sealed: true } : scored(scores, reason);
