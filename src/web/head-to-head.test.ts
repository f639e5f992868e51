import { expect, test } from 'vitest';
import { together } from './head-to-head.ts';

const row = (agent: string, name: string, games: number, score: number, game = 'ttt') => ({
  agent,
  name,
  game,
  games,
  score,
  expected: games / 2,
  seats: [],
});

test('house bots are one opponent by name, agents by account, each game for itself', () => {
  const rows = together([
    row('a1', 'Ann', 2, 1),
    row('bot:ttt:easy:1', 'House bot (easy)', 1, 1),
    row('bot:ttt:easy:2', 'House bot (easy)', 2, 0.5),
    row('bot:c4:easy:3', 'House bot (easy)', 1, 0, 'c4'),
    row('a2', 'Ann', 1, 0),
  ]);
  expect(rows.map(({ name, game, games, score, expected }) => [name, game, games, score, expected])).toEqual([
    ['House bot (easy)', 'ttt', 3, 1.5, 1.5],
    ['Ann', 'ttt', 2, 1, 1],
    ['House bot (easy)', 'c4', 1, 0, 0.5],
    ['Ann', 'ttt', 1, 0, 0.5],
  ]);
});
