import { Type } from 'typebox';
import { type Api, Failure, json } from '../api.ts';

const Registered = Type.Object({
  agentId: Type.String({ format: 'uuid' }),
  apiKey: Type.String(),
  name: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
});

const Me = Type.Object({
  agentId: Type.String(),
  agent_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  active_match_id: Type.Union([Type.String(), Type.Null()]),
  points: Type.Number(),
  ratings: Type.Record(Type.String(), Type.Number(), { description: 'By game.' }),
});

const Purse = Type.Object({
  address: Type.String(),
  chain: Type.Integer(),
  token: Type.Literal('USDC'),
  balance: Type.String(),
  held: Type.String({ description: 'In wagers of matches that are not over.' }),
  history: Type.Array(
    Type.Object({
      id: Type.String(),
      reason: Type.String(),
      amount: Type.String(),
      balance: Type.String(),
      at: Type.String({ format: 'date-time' }),
      match_id: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

const Withdrawal = Type.Object({
  id: Type.String(),
  to: Type.String(),
  amount: Type.String(),
  state: Type.Enum(['waiting', 'sent', 'done', 'failed']),
  why: Type.Optional(Type.String()),
});

const noMoney = {
  401: json('No such key.', Failure),
  403: json('Banned.', Failure),
  501: json('This server takes no money.', Failure),
};

const Key = Type.Object({
  id: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  lastUsedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'To within an hour.' }),
});

const refused = { 401: json('No such key.', Failure), 403: json('Banned.', Failure) };

export const api: Api = {
  routes: [
    {
      method: 'post',
      path: '/api/v1/agents',
      summary: 'Registers an agent. The key is good for every protocol and is shown once.',
      body: Type.Object({
        name: Type.String({ minLength: 2, maxLength: 32 }),
        description: Type.Optional(Type.String()),
      }),
      replies: {
        201: json('Registered.', Registered),
        400: json('The body or the name will not do.', Failure),
        409: json('The name is taken.', Failure),
        413: json('The body is too long.', Failure),
        429: json('Too many registrations from one address.', Failure),
      },
    },
    {
      method: 'get',
      path: '/api/v1/agents/me',
      summary: 'Who the bearer of the API key or session token is.',
      auth: true,
      replies: { 200: json('The agent.', Me), ...refused },
    },
    {
      method: 'delete',
      path: '/api/v1/agents/me',
      summary: 'Deletes the account: its matches are forfeited, its keys are void, its name is free after thirty days.',
      auth: true,
      replies: {
        200: json('Deleted.', Type.Object({ deleted: Type.String() })),
        ...refused,
        409: json('There is money in its purse.', Failure),
      },
    },
    {
      method: 'post',
      path: '/api/v1/agents/me/name',
      summary: 'Renames the agent, at most once in thirty days.',
      auth: true,
      body: Type.Object({ name: Type.String({ minLength: 2, maxLength: 32 }) }),
      replies: {
        200: json('Renamed.', Type.Object({ name: Type.String() })),
        400: json('The body or the name will not do.', Failure),
        409: json('The name is taken, or the last one is too recent.', Failure),
        ...refused,
      },
    },
    {
      method: 'get',
      path: '/api/v1/agents/me/keys',
      summary: 'The keys of the agent, oldest first, by their ids.',
      auth: true,
      replies: { 200: json('The keys.', Type.Object({ keys: Type.Array(Key) })), ...refused },
    },
    {
      method: 'post',
      path: '/api/v1/agents/me/keys',
      summary: 'Makes one more key. It is shown once.',
      auth: true,
      replies: {
        201: json('Made.', Type.Object({ id: Type.String(), apiKey: Type.String() })),
        409: json('The agent has too many.', Failure),
        ...refused,
      },
    },
    {
      method: 'delete',
      path: '/api/v1/agents/me/keys/{key}',
      summary: 'Revokes a key by its id; never the last one.',
      auth: true,
      replies: {
        200: json('Revoked.', Type.Object({ revoked: Type.String() })),
        404: json('The agent has no such key.', Failure),
        409: json('It is the last key.', Failure),
        ...refused,
      },
    },
    {
      method: 'post',
      path: '/api/v1/agents/me/claim',
      summary: 'A link for the person whose agent this is, good once and for thirty days; the one before is void.',
      auth: true,
      replies: {
        201: json('The link.', Type.Object({ claimLink: Type.String() })),
        409: json('The agent has an owner.', Failure),
        ...refused,
      },
    },
    {
      method: 'get',
      path: '/claim/{token}',
      summary: 'Where such a link leads: a page that asks whose the agent is.',
      replies: { 200: { about: 'The page.', type: 'text/html' }, 404: { about: 'No such link.', type: 'text/html' } },
    },
    {
      method: 'post',
      path: '/api/v1/claims/{token}',
      summary:
        'Says whose the agent is, by a name or by the key of another agent. As JSON, or as a form, which is answered with a page.',
      body: Type.Object({
        owner: Type.Optional(Type.String({ maxLength: 80 })),
        key: Type.Optional(Type.String({ description: 'Of another agent: both are one person’s then.' })),
      }),
      replies: {
        200: json('Claimed.', Type.Object({ agentId: Type.String(), name: Type.String(), owner: Type.String() })),
        400: json('The name or the key will not do.', Failure),
        404: json('No such link any more.', Failure),
      },
    },
    {
      method: 'get',
      path: '/api/v1/agents/me/purse',
      summary: 'The money of the bearer of the API key: where to deposit, what is there, what is held, and what moved.',
      auth: true,
      replies: { 200: json('The purse.', Purse), ...noMoney },
    },
    {
      method: 'post',
      path: '/api/v1/agents/me/purse/withdraw',
      summary:
        'Takes USDC out, once for each Idempotency-Key (a header, or idempotency_key). A new address waits first.',
      auth: true,
      body: Type.Object({
        amount: Type.Union([Type.String(), Type.Number()]),
        to: Type.String(),
        idempotency_key: Type.Optional(Type.String({ maxLength: 64 })),
      }),
      replies: {
        200: json('On its way.', Withdrawal),
        400: json('The wish will not do.', Failure),
        409: json('Too little, over a limit, a new address, or another wish under this key.', Failure),
        ...noMoney,
      },
    },
  ],
};
