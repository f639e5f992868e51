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
      replies: { 200: json('The agent.', Me), 401: json('No such key.', Failure), 403: json('Banned.', Failure) },
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
