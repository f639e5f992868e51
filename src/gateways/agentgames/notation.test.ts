import { expect, it } from 'vitest';
import { games } from '../../../test/all-games.ts';
import { testArena } from '../../../test/arena.ts';
import { isPlayable } from './notation.ts';

it('1.7 offered is every game for two in which one decides after the other and moves can be listed as text', async () => {
  const { arena } = await testArena(games);
  const offered = arena.games.filter(isPlayable).map(({ id }) => id);
  expect(offered.sort()).toEqual(['c4', 'chess', 'go', 'skill-gomoku', 'ttt']);
});
