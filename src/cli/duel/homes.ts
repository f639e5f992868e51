import type { GameHome } from '../../core/arena.ts';
import { homes as agentgamesHomes } from '../../gateways/agentgames/terms.ts';
import { homes as agonHomes } from '../../gateways/agon/terms.ts';
import { homes as clawpolyHomes } from '../../gateways/clawpoly/terms.ts';
import { homes as leagueHomes } from '../../gateways/league/terms.ts';
import { homes as loaHomes } from '../../gateways/loa/terms.ts';

/** How each game is played where it is at home. */
export const homes: { [game: string]: GameHome } = {
  ...agentgamesHomes({ moveTimeout: 15_000, queueWait: 120_000 }),
  ...loaHomes,
  ...agonHomes,
  ...clawpolyHomes,
  ...leagueHomes,
};
