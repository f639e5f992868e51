import { expect, test } from 'vitest';
import { together } from './head-to-head.ts';

const row = (agent: string, name: string, games: number, score: number, game = 'ttt') => ({
  agent,
  name,
  game,
  games,
  score,
  expected: games / 2,
  won: games,
  drawn: 0,
  lost: 0,
  seats: [],
});

test('house bots are one opponent by name, agents by account, over all games', () => {
  const rows = together([
    row('a1', 'Ann', 2, 1),
    row('bot:ttt:easy:1', 'House bot (easy)', 1, 1),
    row('bot:ttt:easy:2', 'House bot (easy)', 2, 0.5),
    row('bot:c4:easy:3', 'House bot (easy)', 1, 0, 'c4'),
    row('a2', 'Ann', 1, 0),
  ]);
  expect(rows.map(({ name, games, score, expected }) => [name, games, score, expected])).toEqual([
    ['House bot (easy)', 4, 1.5, 2],
    ['Ann', 2, 1, 1],
    ['Ann', 1, 0, 0.5],
  ]);
  expect(rows[0]!.at).toEqual([
    { game: 'ttt', games: 3, score: 1.5, expected: 1.5, won: 3, drawn: 0, lost: 0 },
    { game: 'c4', games: 1, score: 0, expected: 0.5, won: 1, drawn: 0, lost: 0 },
  ]);
});
