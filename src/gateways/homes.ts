import type { Config } from '../config.ts';
import type { GameHome } from '../core/arena.ts';
import type { AnyGame } from '../core/game.ts';
import { homeOf as agentgames } from './agentgames/terms.ts';
import { homes as agon } from './agon/terms.ts';
import { homes as clawpoly } from './clawpoly/terms.ts';
import { homeOf as league } from './league/terms.ts';
import { homeOf as loa } from './loa/terms.ts';

const SECOND = 1000;

/** The conduct of a game that is at home with a protocol; undefined: there are no terms for it. */
export type HomeOf = (game: AnyGame, config: Config) => GameHome | undefined;

/** The protocols that games can be at home with, by name. Apart from what serves them: duels want the terms alone. */
export const homes: { readonly [protocol: string]: HomeOf } = {
  agentgames: (game, { moveTimeout, queueWait }) =>
    agentgames(game, { moveTimeout: moveTimeout * SECOND, queueWait: queueWait * SECOND }),
  agon: ({ id }) => agon[id],
  clawpoly: ({ id }) => clawpoly[id],
  league,
  loa,
};
