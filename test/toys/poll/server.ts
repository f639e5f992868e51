import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MatchHandle } from '../../core/arena.ts';
import type { Seat } from '../../core/game.ts';
import type { Update } from '../../core/update.ts';
import type { Gateway, GatewayParts } from '../gateway.ts';
import { bearerOf } from '../sockets.ts';

interface Seated {
  match?: MatchHandle;
  seat?: Seat;
  news?: Update;
}

interface Asked {
  Params: { game: string };
}

interface Moved {
  Body: { turn: number; text: string };
}

/** A protocol without a connection: who asks with its key is told. */
export function pollGateway({ http, arena, accounts }: GatewayParts): Gateway {
  const seats = new Map<string, Seated>();

  const callerOf = (request: FastifyRequest) => accounts.authenticate(bearerOf(request) ?? '');
  const stranger = (reply: FastifyReply) => reply.code(401).send({ error: 'No such key.' });

  http.post<Asked>('/poll/:game', async (request, reply) => {
    const agent = await callerOf(request);
    if (!agent) return stranger(reply);
    const game = arena.game(request.params.game);
    if (!game) return reply.code(404).send({ error: 'No such game.' });
    const taken: Seated = {};
    seats.set(agent.id, taken);
    await arena.lobby.queue(game.id, {
      agent: agent.id,
      name: agent.name,
      kind: 'agent',
      via: 'poll',
      begin(match, seat) {
        taken.match = match;
        taken.seat = seat;
        match.watch(seat, (news) => (taken.news = news), { legal: true });
      },
      dismiss: () => seats.delete(agent.id),
    });
    return reply.code(201).send({ id: agent.id });
  });

  http.post<Moved>('/poll/move', async (request, reply) => {
    const agent = await callerOf(request);
    if (!agent) return stranger(reply);
    const { match, seat = 0 } = seats.get(agent.id) ?? {};
    if (!match) return reply.code(404).send({ error: 'Nothing yet.' });
    const { turn, text } = request.body;
    const refused = await new Promise<string | undefined>((done) =>
      match.submit({ seat, text }, turn, (one) => done(one?.reason)),
    );
    return refused === undefined ? { taken: true } : reply.code(400).send({ error: refused });
  });

  http.get('/poll', async (request, reply) => {
    const agent = await callerOf(request);
    if (!agent) return stranger(reply);
    const { match, seat, news } = seats.get(agent.id) ?? {};
    if (!match || !news) return reply.code(404).send({ error: 'Nothing yet.' });
    const { status, view, legal } = news;
    return { match: match.id, seat, status, view, legal };
  });

  return { name: 'poll', stop: async () => {} };
}
