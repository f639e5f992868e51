import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createAccounts } from '../../accounts/accounts.ts';
import type { Gateway } from '../gateway.ts';
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
  const gateway = loaGateway({
    arena,
    accounts: createAccounts({ storage, clock }),
    documents: storage.documents,
    figures: storage.figures,
    reads: storage.beside,
    clock,
    log: pino({ level: 'silent' }),
    http,
    sockets,
  });
  http.setErrorHandler(async (error: { statusCode?: number; message: string }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ error: error.message }),
  );
  return { ...world, http, gateway, sockets };
}
