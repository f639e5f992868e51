import type { GameHome } from './core/arena.ts';
import type { AnyGame } from './core/game.ts';
import { type GameManifest, HOMELESS } from './games/shared/manifest.ts';
import * as agentgames from './gateways/agentgames/terms.ts';
import { homes as agon } from './gateways/agon/terms.ts';
import { homes as clawpoly } from './gateways/clawpoly/terms.ts';
import * as league from './gateways/league/terms.ts';
import * as loa from './gateways/loa/terms.ts';

/** A game that says it is at home where nobody has terms for it. */
export class NoHome extends Error {
  override name = 'NoHome';
}

/** The default conduct of every game, from the protocol that is its home. */
export function findHomes(
  games: readonly AnyGame[],
  manifests: readonly GameManifest[],
  times: agentgames.AgentgamesTimes,
): { [game: string]: GameHome } {
  const protocols: { [name: string]: (game: AnyGame) => GameHome | undefined } = {
    agentgames: (game) => agentgames.homeOf(game, times),
    loa: loa.homeOf,
    agon: ({ id }) => agon[id],
    clawpoly: ({ id }) => clawpoly[id],
    league: league.homeOf,
    // Matches from when it was offered are still rated.
    [HOMELESS]: loa.homeOf,
  };
  return Object.fromEntries(
    games.map((game) => {
      const named = manifests.find(({ id }) => id === game.id)?.home ?? '';
      const home = Object.hasOwn(protocols, named) ? protocols[named]!(game) : undefined;
      if (home) return [game.id, home];
      throw new NoHome(
        `${game.id} has no home: its manifest names "${named}", which has no terms for it. ` +
          `Name one of ${Object.keys(protocols).join(', ')}; nobody is offered a game whose home is ${HOMELESS}.`,
      );
    }),
  );
}
