import { blotto } from './blotto.ts';
import { danceBattle } from './dance-battle.ts';
import { echo } from './echo.ts';
import { generic } from './generic.ts';
import type { Notation } from './notation.ts';
import { resourceRush } from './resource-rush.ts';
import { skillGomoku } from './skill-gomoku.ts';

// biome-ignore lint/suspicious/noExplicitAny: each notation types the view of its own game
const notations: { [game: string]: Notation<any> } = {
  echo,
  blotto,
  'skill-gomoku': skillGomoku,
  'resource-rush': resourceRush,
  'dance-battle': danceBattle,
};

// biome-ignore lint/suspicious/noExplicitAny: as above
export const notationOf = (game: string): Notation<any> => notations[game] ?? generic;
