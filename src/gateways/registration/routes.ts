import type { FastifyReply, FastifyRequest } from 'fastify';
import { createClaims } from '../../accounts/claims.ts';
import type { AgentRow } from '../../core/storage.ts';
import type { GatewayParts } from '../gateway.ts';
import { bearerOf } from '../sockets.ts';
import { addAccountRoutes } from './account.ts';
import { addClaimRoutes } from './claim.ts';

const BODY_LIMIT = 16 * 1024;
const RATING = 'rating:';

type Parts = Pick<
  GatewayParts,
  | 'accounts'
  | 'arena'
  | 'addressOf'
  | 'clock'
  | 'config'
  | 'documents'
  | 'log'
  | 'reads'
  | 'http'
  | 'shutOut'
  | 'endTakenBack'
>;

/** Registration, and who one is. */
export function addAgentRoutes(parts: Parts): void {
  const { http } = parts;
  // A scope of its own: here a body is read as JSON whatever it says it is, and a broken one has this protocol's answer.
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/api/v1/agents', { config: { anyBody: true } }, (request, reply) => register(parts, request, reply));
    addAccountRoutes(scope, parts);
    const { documents, accounts, clock } = parts;
    addClaimRoutes(
      scope,
      createClaims(documents, accounts, () => clock.now()),
      parts,
    );
  });
  http.get('/api/v1/agents/me', (request, reply) => me(parts, request, reply));
}

async function register({ accounts, addressOf }: Parts, request: FastifyRequest, reply: FastifyReply) {
  if (!accounts.limits.registrations.take(addressOf(request))) {
    return reply.code(429).header('retry-after', 60).send({ error: 'Too many registrations. Try again in a minute.' });
  }
  const body = parseBody(request.body);
  if (body === undefined) return reply.code(400).send({ error: 'Invalid JSON body.' });
  const { name, description } = body;
  const registered = await accounts.register(name, description);
  if ('error' in registered) return reply.code(registered.status).send({ error: registered.error });
  const { agent, apiKey } = registered;
  return reply.code(201).send({
    agentId: agent.id,
    apiKey,
    name: agent.name,
    createdAt: new Date(agent.at).toISOString(),
  });
}

/** The fields of a JSON body; none where there is no body, or it is JSON but no object. */
export function parseBody(body: unknown): { [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(String(body ?? '') || '{}');
    return typeof value === 'object' && value !== null ? (value as { [name: string]: unknown }) : {};
  } catch {
    return undefined;
  }
}

async function me(parts: Parts, request: FastifyRequest, reply: FastifyReply) {
  const agent = await bearer(parts, request);
  if ('refused' in agent) return reply.code(agent.refused).send({ error: agent.error });
  const [figures, seats] = await Promise.all([parts.reads.figures.of(agent.id), parts.arena.seatsOf(agent.id)]);
  const rated = Object.entries(figures).filter(([book]) => book.startsWith(RATING));
  return {
    agentId: agent.id,
    agent_id: agent.id,
    name: agent.name,
    description: agent.description,
    createdAt: new Date(agent.at).toISOString(),
    active_match_id: seats[0]?.match.id ?? null,
    points: figures.points ?? 0,
    ratings: Object.fromEntries(rated.map(([book, rating]) => [book.slice(RATING.length), rating])),
  };
}

/** Who asks, by API key or by session token. */
export async function bearer(
  { accounts }: Pick<Parts, 'accounts'>,
  request: FastifyRequest,
): Promise<AgentRow | { refused: 401 | 403; error: string }> {
  const token = bearerOf(request);
  const agent =
    token === undefined ? undefined : ((await accounts.authenticate(token)) ?? (await accounts.verifySession(token)));
  if (!agent) return { refused: 401, error: 'Invalid API key.' };
  return agent.bannedAt === undefined ? agent : { refused: 403, error: 'This account is banned.' };
}
