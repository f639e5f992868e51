import type { Gateway, GatewayParts } from '../gateway.ts';
import { addRoutes } from './routes.ts';

/** What people's pages and scripts read: ladders, matches, records. */
export function webGateway(parts: GatewayParts): Gateway {
  addRoutes(parts);
  return { name: 'web', stop: async () => {} };
}
