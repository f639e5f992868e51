import { expect, test } from 'vitest';
import { testArena } from '../../../test/arena.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';

test('an agent is brought into a match by the gateway at which it can be reached', async () => {
  const { local: arena } = await testArena([ticTacToe]);
  const seated: string[] = [];
  for (const via of ['one', 'two']) {
    arena.callers.add(via, {
      canSeat: (agent, game) => agent === `agent of ${via}` && game === 'ttt',
      seat: (agent, match, seat) => seated.push(`${via}: ${agent} in seat ${seat} of ${match.header.game}`),
    });
  }
  expect(await arena.callers.reach('agent of two', 'ttt')).toBe('two');
  expect(await arena.callers.reach('agent of two', 'chess')).toBeUndefined();
  expect(await arena.callers.reach('nobody', 'ttt')).toBeUndefined();
  const seats = ['one', 'two'].map((via) => ({ agent: `agent of ${via}`, name: via, kind: 'agent' as const, via }));
  const match = await arena.begin({ game: 'ttt', seats });
  for (const [seat, { agent, via }] of match.record.seats.entries()) arena.callers.seat(via, agent, match, seat);
  arena.callers.seat('three', 'nobody', match, 0);
  expect(seated).toEqual(['one: agent of one in seat 0 of ttt', 'two: agent of two in seat 1 of ttt']);
});
