import { agentgames } from './agentgames/gateway.ts';
import { agon } from './agon/gateway.ts';
import { clawpoly } from './clawpoly/gateway.ts';
import type { Protocol } from './gateway.ts';
import { league } from './league/gateway.ts';
import { loa } from './loa/gateway.ts';
import { web } from './web/gateway.ts';

/** Every protocol, one line each. */
export const protocols: readonly Protocol[] = [agentgames, loa, agon, clawpoly, league, web];
