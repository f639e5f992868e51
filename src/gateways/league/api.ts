import { Type } from 'typebox';
import { type Api, Failure, json } from '../api.ts';

const missing = { 404: json('There is none.', Failure) };

export const api: Api = {
  routes: [
    {
      method: 'post',
      path: '/mcp',
      summary: 'One JSON-RPC request whose params are a message of league.v2.',
      body: Type.Object({
        jsonrpc: Type.Literal('2.0'),
        id: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()])),
        method: Type.String(),
        params: Type.Object(
          { protocol: Type.Literal('league.v2'), message_type: Type.String() },
          { additionalProperties: true },
        ),
      }),
      replies: { 200: json('A JSON-RPC result or error.'), 413: json('Over 64 KiB.') },
    },
    {
      method: 'post',
      path: '/api/v1/leagues',
      summary: 'Opens a league.',
      body: Type.Object({
        league_id: Type.String(),
        players: Type.Integer({ minimum: 2, maximum: 256 }),
        game_type: Type.Optional(Type.String()),
      }),
      replies: { 201: json('The league.'), 400: json('It will not do.', Failure), 409: json('It is there.', Failure) },
    },
    {
      method: 'post',
      path: '/api/v1/leagues/:id/entrants',
      summary: 'Enters an account that is connected by another protocol.',
      auth: true,
      replies: {
        201: json('Entered.'),
        401: json('No such key.', Failure),
        409: json('Not now.', Failure),
        ...missing,
      },
    },
    { method: 'get', path: '/api/v1/leagues', summary: 'All leagues.', replies: { 200: json('The leagues.') } },
    {
      method: 'get',
      path: '/api/v1/leagues/:id',
      summary: 'Standings, schedule and results.',
      replies: { 200: json('The league.'), ...missing },
    },
  ],
};
