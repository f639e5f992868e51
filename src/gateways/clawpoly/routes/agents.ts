import type { FastifyInstance, FastifyReply } from 'fastify';
import { unfitForGuest } from '../../../accounts/guest-names.ts';
import type { GatewayParts } from '../../gateway.ts';
import type { Known, Profiles } from '../profiles.ts';
import { count, fieldsOf, readName } from './body.ts';

export interface AgentRoutesParts extends Pick<GatewayParts, 'addressOf' | 'accounts'> {
  profiles: Profiles;
}

type Paged = { Querystring: { [name: string]: string } };

const AGENT_ID = /^[\w.:@-]{1,64}$/;
/** Words that stand for something else where an id would be. */
const RESERVED = ['me', 'register', 'leaderboard', 'session-token'];
const LONGEST_NAME = 32;
const PAGE = 50;
const LONGEST_PAGE = 100;
const DEEPEST = 1_000_000;

/** Profiles and figures. Registration of accounts, and who one is, belong to other protocols. */
export function addAgentRoutes(scope: FastifyInstance, { profiles, accounts, addressOf }: AgentRoutesParts): void {
  const page = (query: Paged['Querystring']) =>
    [count(query.limit, PAGE, LONGEST_PAGE), count(query.offset, 0, DEEPEST)] as const;

  scope.get<Paged>('/api/v1/agents', async ({ query }) => {
    const known = await profiles.list(...page(query));
    const stats = await profiles.stats(known);
    return { agents: known.map((one, i) => ({ ...agentJson(one), stats: stats[i] })) };
  });

  scope.post('/api/v1/agents/register', async (request, reply) => {
    if (!accounts.limits.registrations.take(addressOf(request))) {
      return reply.code(429).send({ error: 'Too many registrations. Try again in a minute' });
    }
    const { agentId, name: given, agentName, description } = fieldsOf(request);
    const name = readName(given, LONGEST_NAME) ?? readName(agentName, LONGEST_NAME);
    if (agentId === undefined) return reply.code(400).send({ error: 'agentId is required' });
    if (typeof agentId !== 'string' || !AGENT_ID.test(agentId) || RESERVED.includes(agentId)) {
      return reply.code(400).send({ error: 'agentId must be 1 to 64 letters, digits or any of . _ : @ -' });
    }
    if (name === undefined) return reply.code(400).send({ error: 'name is required' });
    const unfit = await unfitForGuest(accounts, name);
    if (unfit) return reply.code(unfit.status).send({ error: unfit.error });
    if (await accounts.byId(agentId)) return reply.code(409).send({ error: 'agentId is taken' });
    const { profile, fresh } = await profiles.register(agentId, name, description);
    const known = await profiles.find(profile.agentId);
    const [stats] = await profiles.stats([known!]);
    return reply
      .code(fresh ? 201 : 200)
      .send({ agentId: profile.agentId, name: profile.name, registered: true, stats });
  });

  const leaderboard = async ({ query }: { query: Paged['Querystring'] }) => {
    const [limit, offset] = page(query);
    const known = await profiles.leaders(limit, offset);
    const stats = await profiles.stats(known);
    return {
      leaderboard: known.map(({ agentId, name }, i) => ({ rank: offset + i + 1, agentId, name, ...stats[i] })),
    };
  };
  scope.get<Paged>('/api/v1/leaderboard', leaderboard);
  scope.get<Paged>('/api/v1/agents/leaderboard', leaderboard);

  scope.get<{ Params: { agentId: string } }>('/api/v1/agents/:agentId', async ({ params }, reply: FastifyReply) => {
    const known = await profiles.find(params.agentId);
    if (!known) return reply.code(404).send({ error: 'Agent not found' });
    const [[stats], record] = await Promise.all([profiles.stats([known]), profiles.record(known)]);
    return { ...agentJson(known), stats, ...record };
  });
}

const agentJson = ({ agentId, name, description, at }: Known) => ({
  agentId,
  name,
  description,
  registered: true,
  createdAt: new Date(at).toISOString(),
});
