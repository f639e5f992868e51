/** Every protocol, one line each. `protocols.ts` reads them. */
export { agentgames } from './agentgames/gateway.ts';
export { agon } from './agon/gateway.ts';
export { clawpoly } from './clawpoly/gateway.ts';
export { docs } from './docs/gateway.ts';
export { http } from './http/gateway.ts';
export { league } from './league/gateway.ts';
export { loa } from './loa/gateway.ts';
export { mcp } from './mcp/gateway.ts';
export { registration } from './registration/gateway.ts';
export { web } from './web/gateway.ts';
