import type { Config } from './config.ts';
import type { GameHome } from './core/arena.ts';
import type { AnyGame } from './core/game.ts';
import { type GameManifest, HOMELESS } from './games/shared/manifest.ts';
import { homes } from './gateways/homes.ts';

/** A game that says it is at home where nobody has terms for it. */
export class NoHome extends Error {
  override name = 'NoHome';
}

/** The default conduct of every game, from the protocol that is its home. */
export function findHomes(
  games: readonly AnyGame[],
  manifests: readonly GameManifest[],
  config: Config,
): { [game: string]: GameHome } {
  const names = Object.keys(homes);
  return Object.fromEntries(
    games.map((game) => {
      const named = manifests.find(({ id }) => id === game.id)?.home ?? '';
      // Matches of a game that is offered no more are rated all the same.
      const candidates = named === HOMELESS ? names : names.filter((name) => name === named);
      const home = candidates.map((name) => homes[name]!(game, config)).find((one) => one !== undefined);
      if (home) return [game.id, home];
      throw new NoHome(
        `${game.id} has no home: its manifest names "${named}", which has no terms for it. Name one of ` +
          `${[...names, HOMELESS].join(', ')}; nobody is offered a game whose home is ${HOMELESS}.`,
      );
    }),
  );
}
