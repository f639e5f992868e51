import { expect, test } from 'vitest';
import type { MatchSummary } from '../../core/storage.ts';
import { bestWinsOf } from './best-wins.ts';

const RATINGS: { [agent: string]: number } = { low: 1200, high: 1900, bot: 2500 };
const arena = { sureRating: async (agent: string) => RATINGS[agent] ?? 1500 };

let serial = 0;
function match(game: string, names: string[], ranks: number[]): MatchSummary {
  const kind = (name: string) => (name === 'bot' ? ('bot' as const) : ('agent' as const));
  return {
    id: `m${++serial}`,
    game,
    version: 1,
    seats: names.map((name) => ({ agent: name, name, kind: kind(name), via: 'loa' })),
    at: 0,
    result: { outcome: { kind: 'over', ranks, scores: [], reason: '' }, at: 1, steps: 1 },
  };
}

test('the best win of each game is that over the highest rated agent, not over bots, draws and losses not counted', async () => {
  const won = match('ttt', ['me', 'high'], [1, 2]);
  const matches = [
    match('ttt', ['me', 'low'], [1, 2]),
    won,
    match('ttt', ['bot', 'me'], [2, 1]),
    match('c4', ['high', 'me'], [1, 2]),
    match('c4', ['me', 'low', 'high'], [2, 3, 1]),
    match('go', ['me', 'high'], [1, 1]),
  ];
  expect(await bestWinsOf(arena, 'me', matches)).toEqual([
    { game: 'ttt', match: won.id, agent: 'high', name: 'high', rating: 1900 },
    { game: 'c4', match: matches[4]!.id, agent: 'low', name: 'low', rating: 1200 },
  ]);
});
