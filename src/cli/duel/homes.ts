import type { GameHome } from '../../core/arena.ts';
import type { AnyGame } from '../../core/game.ts';
import { manifests } from '../../games/manifests.ts';
import { findHomes } from '../../homes.ts';
import { readConfig } from '../config.ts';

/** How a game is played where it is at home. */
export const homeOf = (game: AnyGame): GameHome => findHomes([game], manifests, readConfig([], {}))[game.id]!;
