import { expect, it } from 'vitest';
import { loadGames } from '../../games/load.ts';
import { manifests } from '../../games/manifests.ts';
import { isPlayable } from './notation.ts';

const { games } = await loadGames(manifests);

it('1.7 offered is every game for two in which one decides after the other and moves can be listed as text', () => {
  const offered = games.filter((game) => isPlayable(game, {})).map(({ id }) => id);
  expect(offered.sort()).toEqual(['c4', 'chess', 'go', 'skill-gomoku', 'ttt']);
});
