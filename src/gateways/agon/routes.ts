import type { FastifyReply, FastifyRequest } from 'fastify';
import { StorageBusy } from '../../core/storage.ts';
import { COST } from '../budget.ts';
import type { GatewayParts } from '../gateway.ts';
import { bearerOf } from '../sockets.ts';
import { arenaSpec } from './rooms/arena-spec.ts';
import type { Hall } from './rooms/hall.ts';

type Parts = Pick<GatewayParts, 'addressOf' | 'accounts' | 'arena' | 'http' | 'purse'>;

const BODY_LIMIT = 16 * 1024;
const REPLAY = { config: { cost: COST.replay } };

export function addRoutes(parts: Parts, hall: Hall): void {
  const { arena, http, purse } = parts;
  // A scope of its own: an agent may send no body, or one without saying what it is.
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/api/v1/agents/session-token', { config: { anyBody: true } }, (request, reply) =>
      issueToken(parts, request, reply),
    );
  });

  http.get('/api/v1/arenas', async () => ({
    arenas: hall.summaries().map(({ room: slug, ...presence }) => {
      const room = hall.rooms.of(slug)!;
      const { description, status } = arenaSpec(room, arena, purse !== undefined);
      return { slug: room.address, room: slug, name: room.name, status, description, ...presence };
    }),
  }));

  http.get<{ Params: { slug: string } }>('/api/v1/arenas/:slug/spec', async ({ params }, reply) => {
    const room = hall.rooms.named(params.slug);
    if (!room) return reply.code(404).send({ error: 'Arena not found.' });
    return arenaSpec(room, arena, purse !== undefined);
  });

  http.get<{ Params: { id: string } }>('/api/v1/matches/:id/result', REPLAY, async ({ params }, reply) => {
    const match = await arena.find(params.id).catch((error) => {
      if (error instanceof StorageBusy) throw error;
      // A record that the rules no longer follow has no result to show.
      return undefined;
    });
    const result = match && (await hall.resultNow(match));
    return result ?? reply.code(404).send({ error: 'No result of such a match.' });
  });
}

async function issueToken({ accounts, addressOf }: Parts, request: FastifyRequest, reply: FastifyReply) {
  const { failuresOfAddress } = accounts.limits;
  const key = bearerOf(request) ?? keyIn(request.body);
  if (key === undefined) return reply.code(401).send({ error: 'An API key is required.' });
  const agent = await accounts.authenticate(key);
  if (!agent) {
    const address = addressOf(request);
    if (failuresOfAddress.take(address)) return reply.code(401).send({ error: 'Invalid API key.' });
    const wait = failuresOfAddress.wait(address);
    return reply.code(429).header('retry-after', wait).send({ error: 'Too many failed attempts.' });
  }
  if (agent.bannedAt !== undefined) return reply.code(403).send({ error: 'This account is banned.' });
  const { token, expiresAt } = await accounts.issueSession(agent, key);
  return { token, expires_at: new Date(expiresAt).toISOString(), agent_id: agent.id };
}

function keyIn(body: unknown): string | undefined {
  try {
    const key: unknown = JSON.parse(String(body ?? '')).api_key;
    return typeof key === 'string' ? key : undefined;
  } catch {
    return undefined;
  }
}
