import { agentgames } from './agentgames.ts';
import { agon } from './agon.ts';
import { clawpoly } from './clawpoly.ts';
import { http } from './http.ts';
import { league } from './league.ts';
import { loa } from './loa.ts';
import { mcp } from './mcp.ts';
import type { Wire } from './wire.ts';

export const wires: { [protocol: string]: Wire } = { agentgames, loa, agon, clawpoly, league, http, mcp };
