import { expect, test } from 'vitest';
import { games } from '../../test/all-games.ts';
import { finalScores } from './final-scores.ts';

const over = (ranks: number[], scores: number[]) => ({ kind: 'over' as const, ranks, scores, reason: 'x' });

test('a game with scores of its own keeps them, whoever won', () => {
  expect(finalScores(over([1, 2], [30, 51]), { scored: true })).toEqual([30, 51]);
});

test('any other is 1 for winning, ½ for a draw, 0 for losing, however it ended', () => {
  expect(finalScores(over([2, 1], [0, 0]), { scored: false })).toEqual([0, 1]);
  expect(finalScores(over([1, 1], [0, 0]), { scored: false })).toEqual([0.5, 0.5]);
  expect(finalScores(over([1, 3, 1], [0, 0, 0]), { scored: false })).toEqual([0.5, 0, 0.5]);
});

test('these games know winning, drawing and losing alone', () => {
  const plain = games.filter(({ scores }) => scores === undefined).map(({ id }) => id);
  expect(plain.sort()).toEqual(['c4', 'chess', 'skill-gomoku', 'ttt']);
});
