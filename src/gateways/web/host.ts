import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayParts } from '../gateway.ts';
import { bearerOf } from '../sockets.ts';
import type { Front } from './front.ts';
import { isHostToken } from './host-token.ts';
import type { WebParts } from './server.ts';

const AUDIT = 'audit';
const AGENTS_A_PAGE = 100;
const LATEST_DEEDS = 200;
const GATEWAYS = ['agentgames', 'loa', 'agon', 'clawpoly', 'league', 'web'];

export type HostParts = GatewayParts & Pick<WebParts, 'shutOut'>;

/** The host's page: figures, agents, matches, and a log of what was done with them. Every route needs the host's token. */
export function addHostRoutes(parts: HostParts, front: Front): void {
  const { http, arena, accounts, documents, reads, sockets, clock, shutOut } = parts;
  const since = clock.now();

  const forHost = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { failuresOfAddress } = accounts.limits;
    if (!failuresOfAddress.allows(request.ip))
      return reply.code(429).send({ error: 'Too many failures. Please wait.' });
    if (await isHostToken(documents, bearerOf(request))) return undefined;
    failuresOfAddress.take(request.ip);
    return reply.code(401).send({ error: 'This needs the host’s token.' });
  };
  const guarded = { preHandler: forHost };

  const note = async (deed: string, subject: string, words: string): Promise<void> => {
    const at = clock.now();
    await documents.put(AUDIT, `${at}-${randomUUID()}`, 0, { at, deed, subject, words });
  };

  http.get('/api/v1/host', guarded, async () => ({
    since,
    memory: process.memoryUsage().rss,
    live: arena.live.length,
    games: arena.games.map(({ id, title }) => ({
      id,
      title,
      live: arena.live.filter(({ record }) => record.game === id).length,
      waiting: arena.lobby.waiting(id).length,
    })),
    sockets: GATEWAYS.map((gateway) => ({ gateway, open: sockets.count(gateway) })),
  }));

  http.get<{ Querystring: { after?: string } }>('/api/v1/host/agents', guarded, async ({ query }) => {
    const agents = await reads.agents.list(AGENTS_A_PAGE, query.after);
    return {
      agents: agents.map(({ id, name, at, bannedAt }) => ({ id, name, at, banned: bannedAt !== undefined })),
      next: agents.length === AGENTS_A_PAGE ? agents.at(-1)!.id : null,
    };
  });

  http.post<{ Params: { id: string; deed: string } }>(
    '/api/v1/host/agents/:id/:deed',
    guarded,
    async ({ params: { id, deed } }, reply) => {
      const agent = await accounts.byId(id);
      if (!agent) return reply.code(404).send({ error: 'No such agent.' });
      switch (deed) {
        case 'ban':
          await accounts.ban(id);
          shutOut(id);
          break;
        case 'unban':
          await accounts.unban(id);
          break;
        case 'rotate': {
          const apiKey = await accounts.rotate(id);
          await note(deed, id, agent.name);
          return { apiKey };
        }
        default:
          return reply.code(404).send({ error: 'Not found.' });
      }
      await note(deed, id, agent.name);
      return { done: deed };
    },
  );

  http.post<{ Params: { id: string } }>('/api/v1/host/matches/:id/stop', guarded, async ({ params: { id } }, reply) => {
    const match = arena.match(id);
    if (!match) return reply.code(404).send({ error: 'No match of this id is under way.' });
    const reason = await new Promise<string | undefined>((resolve) =>
      match.end(undefined, 'stopped by the host', 'host', (refused) => resolve(refused?.reason)),
    );
    if (reason !== undefined) return reply.code(409).send({ error: reason });
    await note('stop', id, match.record.game);
    return { done: 'stop' };
  });

  http.post<{ Params: { id: string } }>('/api/v1/host/matches/:id/void', guarded, async ({ params: { id } }, reply) => {
    if (!(await arena.undo(id, 'voided by the host'))) {
      return reply.code(409).send({ error: 'This match is not over, or void already.' });
    }
    front.forget(id);
    await note('void', id, '');
    return { done: 'void' };
  });

  http.get('/api/v1/host/audit', guarded, async () => ({
    deeds: (await documents.list(AUDIT, LATEST_DEEDS)).reverse().map(({ body }) => body),
  }));
}
