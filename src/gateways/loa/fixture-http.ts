import fastify, { type FastifyInstance } from 'fastify';
import { otherParts } from '../../../test/gateway-parts.ts';
import { createAccounts } from '../../accounts/accounts.ts';
import { arenaOf } from '../../core/arena-facade.ts';
import type { Gateway, GatewayParts } from '../gateway.ts';
import { addAgentRoutes } from '../registration/routes.ts';
import { Sockets } from '../sockets.ts';
import { makeWorld, type World } from './fixture.ts';
import { loaGateway } from './server.ts';

export interface HttpWorld extends World {
  http: FastifyInstance;
  gateway: Gateway;
  sockets: Sockets;
}

/** The gateway with its routes; nothing listens unless the test says so. */
export async function makeHttpWorld(): Promise<HttpWorld> {
  const world = await makeWorld();
  const { arena, clock, storage } = world;
  const http = fastify({ trustProxy: 'loopback' });
  const sockets = new Sockets();
  const parts: GatewayParts = {
    ...otherParts(),
    arena: arenaOf(arena),
    accounts: createAccounts({ storage, clock }),
    documents: storage.documents,
    figures: storage.figures,
    reads: storage.beside,
    clock,
    http,
    sockets,
  };
  addAgentRoutes(parts);
  const gateway = loaGateway(parts);
  http.setErrorHandler(async (error: { statusCode?: number; message: string }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ error: error.message }),
  );
  return { ...world, http, gateway, sockets };
}
