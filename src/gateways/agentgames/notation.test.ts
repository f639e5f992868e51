import { expect, it } from 'vitest';
import { games } from '../../games/index.ts';
import { isPlayable } from './notation.ts';

it('1.7 offered is every game for two in which one decides after the other and moves can be listed as text', () => {
  const offered = games.filter((game) => isPlayable(game, {})).map(({ id }) => id);
  expect(offered.sort()).toEqual(['c4', 'chess', 'go', 'skill-gomoku', 'ttt']);
});
