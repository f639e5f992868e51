import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keyIdOf } from '../../accounts/keys.ts';
import type { AgentRow, KeyInfo } from '../../core/storage.ts';
import type { GatewayParts } from '../gateway.ts';
import { bearer, parseBody } from './routes.ts';

const MOST_KEYS = 20;

/** What an agent can do with its own account: change keys and name, and go. */
export function addAccountRoutes(
  http: FastifyInstance,
  parts: Pick<GatewayParts, 'accounts' | 'shutOut' | 'endTakenBack'>,
): void {
  const { accounts, shutOut, endTakenBack } = parts;
  const mine =
    (work: (agent: AgentRow, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const agent = await bearer(parts, request);
      if ('refused' in agent) return reply.code(agent.refused).send({ error: agent.error });
      return work(agent, request, reply);
    };

  http.get(
    '/api/v1/agents/me/keys',
    mine(async ({ id }) => ({ keys: (await accounts.keys(id)).map(keyJson) })),
  );

  http.post(
    '/api/v1/agents/me/keys',
    mine(async ({ id }, _request, reply) => {
      if ((await accounts.keys(id)).length >= MOST_KEYS) {
        return reply.code(409).send({ error: `An agent has at most ${MOST_KEYS} keys. Revoke one first.` });
      }
      const apiKey = await accounts.mintKey(id);
      return reply.code(201).send({ id: keyIdOf(apiKey), apiKey });
    }),
  );

  http.delete(
    '/api/v1/agents/me/keys/:key',
    mine(async ({ id }, { params }, reply) => {
      const { key } = params as { key: string };
      const keys = await accounts.keys(id);
      if (keys.length === 1 && keys[0]!.id === key) {
        return reply.code(409).send({ error: 'This is the last key. Make another one first.' });
      }
      if (!(await accounts.revoke(id, key))) return reply.code(404).send({ error: 'No such key.' });
      await endTakenBack();
      return { revoked: key };
    }),
  );

  http.post(
    '/api/v1/agents/me/name',
    mine(async ({ id }, { body }, reply) => {
      const fields = parseBody(body);
      if (fields === undefined) return reply.code(400).send({ error: 'Invalid JSON body.' });
      const renamed = await accounts.rename(id, fields.name);
      return 'error' in renamed ? reply.code(renamed.status).send({ error: renamed.error }) : renamed;
    }),
  );

  http.delete(
    '/api/v1/agents/me',
    mine(async ({ id }, _request, reply) => {
      const kept = await accounts.remove(id);
      if (kept) return reply.code(kept.status).send({ error: kept.error });
      shutOut(id);
      return { deleted: id };
    }),
  );
}

const keyJson = ({ id, at, usedAt }: KeyInfo) => ({
  id,
  createdAt: new Date(at).toISOString(),
  lastUsedAt: usedAt === undefined ? null : new Date(usedAt).toISOString(),
});
