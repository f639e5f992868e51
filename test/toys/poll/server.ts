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
  Params: { id: string };
  Body: { turn: number; text: string };
}

/** A protocol without a connection: whoever asks is told. */
export function pollGateway({ http, arena, accounts }: GatewayParts): Gateway {
  const seats = new Map<string, Seated>();

  http.post<Asked>('/poll/:id', async ({ params, body, headers }, reply) => {
    const known = seats.get(params.id);
    if (known?.match) {
      const { match, seat = 0 } = known;
      const refused = await new Promise<string | undefined>((done) =>
        match.submit({ seat, text: body.text }, body.turn, (one) => done(one?.reason)),
      );
      return refused === undefined ? { taken: true } : reply.code(400).send({ error: refused });
    }
    const agent = await accounts.authenticate(bearerOf({ headers }) ?? '');
    const game = arena.game(params.id);
    if (!agent || !game) return reply.code(agent ? 404 : 401).send({ error: agent ? 'No such game.' : 'No such key.' });
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

  http.get<Asked>('/poll/:id', async ({ params }, reply) => {
    const { match, seat, news } = seats.get(params.id) ?? {};
    if (!match || !news) return reply.code(404).send({ error: 'Nothing yet.' });
    const { status, view, legal } = news;
    return { match: match.id, seat, status, view, legal };
  });

  return { name: 'poll', stop: async () => {} };
}
