import type { AnyGame, Bots } from '../core/game.ts';
import { bots } from '../games/bots.ts';
import { games } from '../games/index.ts';

/** The one place where duels learn which games and bots there are. */
export const findGame = (id: string): AnyGame | undefined => games.find((game) => game.id === id);

export const gameIds = (): string[] => games.map(({ id }) => id);

export const botsOf = (game: string): Bots => bots[game] ?? [];
