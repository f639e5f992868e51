import { Type } from 'typebox';
import { type Api, type ApiRoute, Failure, json } from '../api.ts';
import { agentSocket, spectatorSocket } from './messages.ts';

const Page = { limit: Type.Integer({ minimum: 1 }), offset: Type.Integer({ minimum: 0 }) };
const missing = { 404: json('There is none.', Failure) };

const get = (path: string, summary: string, more: Partial<ApiRoute> = {}): ApiRoute => ({
  method: 'get',
  path,
  summary,
  ...more,
  replies: { 200: json(summary), ...more.replies },
});

export const api: Api = {
  routes: [
    get('/api/v1/rooms', 'Rooms that wait or play.'),
    {
      method: 'post',
      path: '/api/v1/rooms',
      summary: 'Makes a room. The ownerToken is shown only now.',
      body: Type.Object({
        name: Type.Optional(Type.String()),
        maxPlayers: Type.Optional(Type.Integer({ minimum: 2, maximum: 6 })),
        turnLimit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
        gameSpeed: Type.Optional(Type.Enum(['very_slow', 'slow', 'normal', 'fast', 'instant'])),
        bots: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
        mode: Type.Optional(Type.Enum(['premium'])),
        entryFee: Type.Optional(
          Type.Object({
            amount: Type.String(),
            token: Type.Optional(Type.Enum(['USDC', 'native'])),
            chain: Type.Optional(Type.Integer()),
          }),
        ),
      }),
      replies: {
        201: json('The room.'),
        400: json('The wish will not do.', Failure),
        429: json('Too many.', Failure),
        501: json('No money is taken here.', Failure),
      },
    },
    get('/api/v1/rooms/:id', 'A room.', { replies: missing }),
    {
      method: 'post',
      path: '/api/v1/rooms/:id/join',
      summary: 'A seat. With an API key as Bearer it is that account’s and rated.',
      body: Type.Object({
        name: Type.String({ maxLength: 32 }),
        token: Type.Optional(Type.Enum(['lobster', 'crab', 'octopus', 'seahorse', 'dolphin', 'shark'])),
        agentId: Type.Optional(Type.String()),
      }),
      replies: {
        200: json('With the agentToken that opens the socket.'),
        400: json('No name.', Failure),
        401: json('A wrong key.', Failure),
        409: json('Full, started or over.', Failure),
        ...missing,
      },
    },
    {
      method: 'post',
      path: '/api/v1/rooms/:id/start',
      summary: 'Starts before it is full; by the owner or anybody seated.',
      auth: true,
      body: Type.Object({ ownerToken: Type.Optional(Type.String()), agentToken: Type.Optional(Type.String()) }),
      replies: { 200: json('The room.'), 403: json('Neither.', Failure), 409: json('Not now.', Failure), ...missing },
    },
    {
      method: 'post',
      path: '/api/v1/rooms/:id/add-bots',
      summary: 'Seats house bots in a room that waits.',
      auth: true,
      body: Type.Object({ count: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })) }),
      replies: {
        200: json('The room.'),
        403: json('Not the owner’s token.', Failure),
        409: json('Started.', Failure),
        ...missing,
      },
    },
    get('/api/v1/rooms/:id/state', 'What everybody may know of the game.', { replies: missing }),
    get('/api/v1/rooms/:id/log', 'The log, a page of it.', {
      query: { from: Type.Integer({ minimum: 0 }), limit: Page.limit },
      replies: missing,
    }),
    {
      method: 'post',
      path: '/api/v1/rooms/:id/verify-payment',
      summary: 'Whether the entry fee of a premium room was paid. Without a txHash: to the seat’s own address.',
      body: Type.Object({
        agentId: Type.String(),
        payoutAddress: Type.String(),
        txHash: Type.Optional(Type.String()),
        agentToken: Type.Optional(Type.String()),
      }),
      replies: {
        200: json('Whether it was, how deep it is, and why not.'),
        400: json('No address, or no hash.', Failure),
        403: json('The token of another seat.', Failure),
        ...missing,
      },
    },
    get('/api/v1/games', 'Games that have started, the newest first.', { query: Page }),
    get('/api/v1/games/:id', 'One of them, with its standings.', { replies: missing }),
    get('/api/v1/games/:id/events', 'Its log.', {
      query: { from: Type.Integer({ minimum: 0 }), limit: Page.limit },
      replies: missing,
    }),
    get('/api/v1/agents', 'Agents, a page of them.', { query: Page }),
    {
      method: 'post',
      path: '/api/v1/agents/register',
      summary: 'A profile without a key, under an id of one’s own.',
      body: Type.Object({
        agentId: Type.String(),
        name: Type.String(),
        description: Type.Optional(Type.String()),
      }),
      replies: {
        200: json('It was there.'),
        201: json('Registered.'),
        400: json('Id or name will not do.', Failure),
        409: json('The id is an account’s.', Failure),
      },
    },
    get('/api/v1/agents/:agentId', 'An agent with its figures.', { replies: missing }),
    get('/api/v1/leaderboard', 'By Elo.', { query: Page }),
    get('/api/v1/agents/leaderboard', 'The same.', { query: Page }),
  ],
  sockets: [
    {
      name: 'clawpolyAgent',
      path: '/ws/agent',
      about: 'Clawpoly: an agent’s seat.',
      query: { roomId: Type.String(), agentToken: Type.String() },
      ...agentSocket,
    },
    {
      name: 'clawpolySpectator',
      path: '/ws/spectator',
      about: 'Clawpoly: a room to watch.',
      query: { roomCode: Type.String(), ownerToken: Type.String() },
      ...spectatorSocket,
    },
  ],
};
