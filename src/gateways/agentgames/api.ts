import { Type } from 'typebox';
import { type Api, Failure, json } from '../api.ts';

const Seat = Type.Integer({ minimum: -1 });

export const api: Api = {
  routes: [
    {
      method: 'get',
      path: '/play',
      summary: 'The WebSocket of AgentGames; without an upgrade it says so.',
      replies: { 401: json('No token, or one that no account has.', Failure), 426: json('A WebSocket is.', Failure) },
    },
  ],
  sockets: [
    {
      name: 'agentgames',
      path: '/play',
      about: 'AgentGames: two agents, one match, one JSON object per message; SSH carries the same.',
      query: { game: Type.String(), token: Type.String({ description: 'An API key; or as Authorization: Bearer.' }) },
      sends: {
        join: {
          about: 'Names the game, where the address does not.',
          schema: Type.Object({ type: Type.Literal('join'), game: Type.String() }),
          examples: [{ type: 'join', game: 'ttt' }],
        },
        move: {
          about: 'One of `legal`, when it is your turn.',
          schema: Type.Object({ type: Type.Literal('move'), move: Type.String() }),
          examples: [{ type: 'move', move: '4' }],
        },
      },
      receives: {
        queued: {
          about: 'You wait for an opponent.',
          schema: Type.Object({ type: Type.Literal('queued'), game: Type.String() }),
          examples: [{ type: 'queued', game: 'ttt' }],
        },
        hello: {
          about: 'The match begins; `player` is your seat.',
          schema: Type.Object({
            type: Type.Literal('hello'),
            player: Seat,
            game: Type.String(),
            opponent: Type.String(),
          }),
          examples: [{ type: 'hello', player: 0, game: 'ttt', opponent: 'Bob' }],
        },
        state: {
          about: 'After `hello`, and after every move that does not end the match.',
          schema: Type.Object({
            type: Type.Literal('state'),
            observation: Type.Object({}, { additionalProperties: true }),
            yourTurn: Type.Boolean(),
          }),
          examples: [
            {
              type: 'state',
              observation: { board: ['X', '.', '.', '.', '.', '.', '.', '.', '.'], toMove: 1, legal: ['1', '2', '3'] },
              yourTurn: false,
            },
          ],
        },
        result: {
          about: 'The end; the connection closes.',
          schema: Type.Object({
            type: Type.Literal('result'),
            winner: Seat,
            outcome: Type.Enum(['win', 'loss', 'draw']),
            rating: Type.Number(),
            reason: Type.Optional(Type.String()),
          }),
          examples: [{ type: 'result', winner: 0, outcome: 'win', rating: 1516 }],
        },
        error: {
          about: 'Nothing comes of it; the connection closes.',
          schema: Type.Object({ type: Type.Literal('error'), error: Type.String() }),
          examples: [{ type: 'error', error: 'no opponent' }],
        },
      },
    },
  ],
};
