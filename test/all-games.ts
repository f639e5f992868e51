import { loadGames } from '../src/games/load.ts';
import { manifests } from '../src/games/manifests.ts';

/** Every game with its bots. */
export const { games, bots } = await loadGames(manifests);
