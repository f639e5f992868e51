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

test('a match that waits for an agent hears when it comes, and lets it go to a queue when it waits no more', async () => {
  const { arena } = await testArena([ticTacToe]);
  const { callers } = arena;
  const heard: string[] = [];
  callers.add('one', {
    canSeat: () => false,
    seat: () => {},
    release: (agent, game) => heard.push(`${agent} is free for ${game}`),
  });
  expect(await callers.arrive('lola', 'ttt')).toBe(false);
  const expected = { agent: 'lola', game: 'ttt', table: 'cup.R1M1.1' };
  const [first, second] = ['cup.R1M1.1', null].map((table) =>
    callers.expect({ ...expected, table }, () => heard.push(`${table} hears`)),
  );
  expect(await callers.expecting('lola')).toEqual([expected, { ...expected, table: null }]);
  expect(await callers.arrive('lola', 'chess')).toBe(false);
  expect(await callers.arrive('lola')).toBe(true);
  expect(heard.splice(0)).toEqual(['cup.R1M1.1 hears', 'null hears']);
  first!();
  first!();
  expect(heard).toEqual([]);
  expect(await callers.arrive('lola', 'ttt')).toBe(true);
  second!();
  expect(heard).toEqual(['null hears', 'lola is free for ttt']);
  expect(await callers.expecting('lola')).toEqual([]);
});

test('who is always there is called only where nobody else can be', async () => {
  const { arena } = await testArena([ticTacToe]);
  arena.callers.add('endpoint', { canSeat: () => true, seat: () => {}, lastResort: true });
  arena.callers.add('socket', { canSeat: (agent) => agent === 'lola', seat: () => {} });
  expect(await arena.callers.reach('lola', 'ttt')).toBe('socket');
  expect(await arena.callers.reach('abel', 'ttt')).toBe('endpoint');
});
