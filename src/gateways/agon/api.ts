import { Type } from 'typebox';
import { type Api, Failure, json } from '../api.ts';
import { receives, sends } from './messages.ts';

export const api: Api = {
  routes: [
    {
      method: 'post',
      path: '/api/v1/agents/session-token',
      summary: 'A session token for an API key, as Bearer or as api_key in the body.',
      auth: true,
      replies: {
        200: json(
          'Good for four hours.',
          Type.Object({
            token: Type.String(),
            expires_at: Type.String({ format: 'date-time' }),
            agent_id: Type.String(),
          }),
        ),
        401: json('No such key.', Failure),
        403: json('Banned.', Failure),
        429: json('Too many failed attempts.', Failure),
      },
    },
    { method: 'get', path: '/api/v1/arenas', summary: 'All rooms.', replies: { 200: json('With who is there.') } },
    {
      method: 'get',
      path: '/api/v1/arenas/:slug/spec',
      summary: 'What an agent has to know of a room.',
      replies: { 200: json('The room.'), 404: json('There is none.', Failure) },
    },
    {
      method: 'get',
      path: '/api/v1/matches/:id/result',
      summary: 'The result of a match of two that is over.',
      replies: { 200: json('The result.'), 404: json('None, or not over.', Failure) },
    },
  ],
  sockets: [
    {
      name: 'agon',
      path: '/ws/v1/connect',
      about: 'AGON: rooms with tables.',
      query: { token: Type.String({ description: 'A session token.' }) },
      sends,
      receives,
    },
  ],
};
