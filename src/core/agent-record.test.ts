import { expect, test } from 'vitest';
import { testArena } from '../../test/arena.ts';
import { ticTacToe } from '../games/tic-tac-toe/rules.ts';
import { agentRecord } from './agent-record.ts';
import type { SeatHolder } from './record.ts';

const agent = (name: string): SeatHolder => ({ agent: `id-${name}`, name, kind: 'agent', via: 'test' });

test('an agent’s record has its ratings, whom it met with what result, and how the ratings moved', async () => {
  const { local: arena, storage, clock } = await testArena([ticTacToe]);
  const plays = async (first: string, second: string, leaver: number) => {
    const match = await arena.begin({ game: 'ttt', seats: [agent(first), agent(second)] });
    match.forfeit([leaver], 'left');
    await clock.pass(1000);
    return match.id;
  };
  const matches = [await plays('ann', 'ben', 1), await plays('cat', 'ann', 0), await plays('ben', 'ann', 1)];
  const { ratings, opponents, rating_history } = await agentRecord(storage, 'id-ann');
  expect(opponents).toEqual([
    { id: 'id-ben', name: 'ben', wins: 1, losses: 1, draws: 0 },
    { id: 'id-cat', name: 'cat', wins: 1, losses: 0, draws: 0 },
  ]);
  expect(rating_history.map(({ game, match_id }) => [game, match_id])).toEqual(matches.map((id) => ['ttt', id]));
  expect(rating_history[0]).toMatchObject({ rating: 1516, change: 16, at: expect.any(Number) });
  expect(ratings).toEqual({ ttt: rating_history.at(-1)!.rating });
});

test('an agent that never played has an empty record', async () => {
  const { storage } = await testArena([ticTacToe]);
  expect(await agentRecord(storage, 'nobody')).toEqual({
    ratings: {},
    opponents: [],
    rating_history: [],
  });
});
