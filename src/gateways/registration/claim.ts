import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Claims, claimPath } from '../../accounts/claims.ts';
import type { GatewayParts } from '../gateway.ts';
import { originFor } from '../public-address.ts';
import { claimedPage, claimPage, PAGE_POLICY, unknownPage } from './claim-page.ts';
import { bearer, parseBody } from './routes.ts';

type Parts = Pick<GatewayParts, 'accounts' | 'addressOf' | 'config' | 'log'>;
type Asked = FastifyRequest<{ Params: { token: string } }>;

/** An agent hands its person a link; whoever opens it says whose the agent is. */
export function addClaimRoutes(http: FastifyInstance, claims: Claims, parts: Parts): void {
  const { accounts, addressOf, config, log } = parts;

  http.post('/api/v1/agents/me/claim', async (request, reply) => {
    const agent = await bearer(parts, request);
    if ('refused' in agent) return reply.code(agent.refused).send({ error: agent.error });
    const token = await claims.issue(agent);
    if (token === undefined) return reply.code(409).send({ error: 'This agent has an owner; the host can change it.' });
    return reply.code(201).send({ claimLink: `${originFor(config.publicUrl, request).http}${claimPath(token)}` });
  });

  /** Guessing is paid for. */
  const unknown = (request: Asked, reply: FastifyReply): 404 | 429 => {
    const { failuresOfAddress } = accounts.limits;
    const address = addressOf(request);
    if (failuresOfAddress.take(address)) return 404;
    reply.header('retry-after', failuresOfAddress.wait(address));
    return 429;
  };

  http.get('/claim/:token', async (request: Asked, reply) => {
    const agent = await claims.find(request.params.token);
    if (!agent) return html(reply.code(unknown(request, reply)), unknownPage());
    return html(reply, claimPage(agent.name, request.params.token));
  });

  http.post('/api/v1/claims/:token', { config: { anyBody: true } }, async (request: Asked, reply) => {
    const isForm = String(request.headers['content-type']).startsWith('application/x-www-form-urlencoded');
    const fields = isForm ? Object.fromEntries(new URLSearchParams(String(request.body))) : parseBody(request.body);
    if (!fields) return reply.code(400).send({ error: 'Invalid JSON body.' });
    const claimed = await claims.claim(request.params.token, fields);
    if (!claimed) {
      const status = unknown(request, reply);
      return isForm
        ? html(reply.code(status), unknownPage())
        : reply.code(status).send({ error: 'No such link any more.' });
    }
    if ('error' in claimed) {
      const { error, status } = claimed;
      if (!isForm) return reply.code(status).send({ error });
      const agent = await claims.find(request.params.token);
      return html(reply.code(status), agent ? claimPage(agent.name, request.params.token, error) : unknownPage());
    }
    const { id, name, owner } = claimed;
    log.info({ agent: id, owner }, 'claimed');
    return isForm ? html(reply, claimedPage(name, owner!)) : { agentId: id, name, owner };
  });
}

const html = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .header('content-security-policy', PAGE_POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page);
