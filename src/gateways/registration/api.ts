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
  ],
};
