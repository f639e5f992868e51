import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unfitForGuest } from '../../../accounts/guest-names.ts';
import { rateLimit } from '../../../accounts/rate-limit.ts';
import type { Update } from '../../../core/update.ts';
import type { View } from '../../../games/clawpoly/view.ts';
import { COST } from '../../budget.ts';
import type { GatewayParts } from '../../gateway.ts';
import { bearerOf } from '../../sockets.ts';
import { PIECES, playerId } from '../notation/players.ts';
import { standingsJson } from '../notation/prompts.ts';
import { stateJson } from '../notation/state.ts';
import type { Profiles } from '../profiles.ts';
import type { Room } from '../rooms/room.ts';
import type { Guest, Rooms } from '../rooms/rooms.ts';
import { profileAgent } from '../settle.ts';
import { count, fieldsOf, isWhole, readName, type Wrong, wrong } from './body.ts';
import { verifyPayment } from './payment.ts';
import { readWish } from './wish.ts';

export interface RoomRoutesParts extends Pick<GatewayParts, 'accounts' | 'addressOf' | 'clock' | 'isBanned' | 'purse'> {
  rooms: Rooms;
  profiles: Profiles;
  /** How a game looks before anybody moved. */
  beginning: View;
}

type ById = { Params: { id: string }; Querystring: { [name: string]: string } };

const LONGEST_NAME = 32;
const MINUTE = 60;
const PAGE = 50;
const LONGEST_PAGE = 500;
const DEEPEST = 1_000_000;

export function addRoomRoutes(scope: FastifyInstance, parts: RoomRoutesParts): void {
  const { rooms, clock, addressOf } = parts;
  const creations = rateLimit(clock, { perMinute: 600, burst: 600 });
  const stateOf = (room: Room, update: Update | undefined) => {
    const { facts, view } = room.shown(update, parts.beginning);
    return stateJson(facts, view);
  };
  const joins = rateLimit(clock, { perMinute: 3000, burst: 3000 });

  scope.get('/api/v1/rooms', { config: { cost: COST.replay } }, async () => ({
    rooms: rooms.store.all.filter(({ status }) => status !== 'finished').map(roomJson),
  }));

  scope.post('/api/v1/rooms', { config: { cost: COST.seats } }, async (request, reply) => {
    const address = addressOf(request);
    if (!creations.take(address)) return tooMany(reply, creations.wait(address));
    const wish = readWish(fieldsOf(request), parts.purse);
    if ('error' in wish) return reply.code(wish.status).send({ error: wish.error });
    const created = await rooms.create(wish, address);
    if ('refused' in created) {
      return created.tooMany
        ? tooMany(reply, MINUTE, created.refused)
        : reply.code(503).send({ error: created.refused });
    }
    const { room, ownerToken } = created;
    return reply.code(201).send({ ...room.summary(), ownerToken });
  });

  const withRoom =
    (answer: (room: Room, request: FastifyRequest<ById>, reply: FastifyReply) => unknown) =>
    async (request: FastifyRequest<ById>, reply: FastifyReply) => {
      const room = rooms.store.byId(request.params.id);
      return room ? answer(room, request, reply) : reply.code(404).send({ error: 'Room not found' });
    };

  scope.get<ById>('/api/v1/rooms/:id', withRoom(roomJson));

  scope.post<ById>(
    '/api/v1/rooms/:id/join',
    withRoom(async (room, request, reply) => {
      const address = addressOf(request);
      if (!joins.take(address)) return tooMany(reply, joins.wait(address));
      const guest = await readGuest(parts, request);
      if ('error' in guest) return reply.code(guest.status).send({ error: guest.error });
      const joined = await rooms.join(room, guest);
      if ('refused' in joined) return reply.code(joined.later ? 503 : 409).send({ error: joined.refused });
      const { seat, token, piece, deposit } = joined;
      return {
        agentToken: token,
        playerId: playerId(seat),
        roomId: room.id,
        roomCode: room.body.code,
        assignedToken: piece,
        token: piece,
        color: PIECES[piece],
        ...(deposit && { seatDepositAddress: deposit, ...room.money }),
      };
    }),
  );

  scope.post<ById>(
    '/api/v1/rooms/:id/start',
    withRoom(async (room, request, reply) => {
      const { ownerToken, agentToken } = fieldsOf(request);
      const tokens = [ownerToken, agentToken, bearerOf(request)].filter((token) => typeof token === 'string');
      const isSeated = (token: string) => {
        const seat = room.seatOfToken(token);
        return seat !== undefined && !parts.isBanned(room.body.seats[seat]!.agent);
      };
      const allowed = tokens.some((token) => room.isOwner(token) || isSeated(token));
      if (!allowed) return reply.code(403).send({ error: "The room's ownerToken or a seated agentToken is required" });
      const refused = await rooms.start(room);
      return refused ? reply.code(409).send({ error: refused.refused }) : roomJson(room);
    }),
  );

  scope.post<ById>(
    '/api/v1/rooms/:id/add-bots',
    withRoom(async (room, request, reply) => {
      const { ownerToken, count: wished } = fieldsOf(request);
      const tokens = [ownerToken, bearerOf(request)].filter((token) => typeof token === 'string');
      if (!tokens.some((token) => room.isOwner(token))) {
        return reply.code(403).send({ error: "The room's ownerToken is required" });
      }
      if (room.status !== 'waiting') return reply.code(409).send({ error: 'Game already started' });
      if (room.body.premium) return reply.code(409).send({ error: 'No bots play for money' });
      const free = room.body.maxPlayers - room.seated.length;
      const bots = wished ?? 1;
      if (!isWhole(bots, 1, free)) {
        return reply
          .code(400)
          .send({ error: `count must be a whole number from 1 to ${free}, the seats that are free` });
      }
      const refused = await rooms.addBots(room, bots);
      return refused ? reply.code(409).send({ error: refused.refused }) : roomJson(room);
    }),
  );

  scope.get<ById>(
    '/api/v1/rooms/:id/state',
    { config: { cost: COST.replay } },
    withRoom(async (room) => stateOf(room, (await rooms.games.of(room))?.update)),
  );

  const events = withRoom(async (room, { query }) => {
    const from = count(query.from, 0, DEEPEST);
    const limit = count(query.limit, PAGE, LONGEST_PAGE);
    const game = await rooms.games.of(room);
    return { events: game?.log.entries.slice(from, from + limit) ?? [], from, limit };
  });
  scope.get<ById>('/api/v1/rooms/:id/log', { config: { cost: COST.replay } }, events);

  scope.post<ById>(
    '/api/v1/rooms/:id/verify-payment',
    { config: { cost: COST.replay } },
    withRoom(async (room, request, reply) => {
      const answer = await verifyPayment(parts, room, request);
      return 'error' in answer ? reply.code(answer.status).send({ error: answer.error }) : answer;
    }),
  );

  // ── games: rooms that have started ──

  scope.get<ById>('/api/v1/games', async ({ query }) => {
    const limit = count(query.limit, PAGE, LONGEST_PAGE);
    const page = Math.max(1, count(query.page, 1, DEEPEST));
    const offset = count(query.offset, (page - 1) * limit, DEEPEST);
    const started = rooms.store.all.filter(({ status }) => status !== 'waiting').reverse();
    const games = started.slice(offset, offset + limit).map(gameJson);
    return { games, total: started.length, page, limit, pages: limit > 0 ? Math.ceil(started.length / limit) : 0 };
  });

  const started =
    (answer: (request: FastifyRequest<ById>, reply: FastifyReply, room: Room) => unknown) =>
    async (request: FastifyRequest<ById>, reply: FastifyReply) => {
      const room = rooms.store.byId(request.params.id);
      const known = room && room.status !== 'waiting' ? room : undefined;
      return known ? answer(request, reply, known) : reply.code(404).send({ error: 'Game not found' });
    };

  scope.get<ById>(
    '/api/v1/games/:id',
    { config: { cost: COST.replay } },
    started(async (_request, _reply, room) => {
      const game = await rooms.games.of(room);
      const view = game?.update.view as View | undefined;
      return {
        ...gameJson(room),
        state: stateOf(room, game?.update),
        finalStandings: view?.standings ? standingsJson(view) : null,
      };
    }),
  );

  scope.get<ById>('/api/v1/games/:id/events', { config: { cost: COST.replay } }, started(events));
}

const roomJson = (room: Room) => ({ ...room.summary(), players: room.players });

function gameJson(room: Room) {
  const { result, startedAt } = room.body;
  const view = room.now?.view as View | undefined;
  const turnNumber = result?.turns ?? view?.turnNumber ?? 0;
  return {
    ...roomJson(room),
    _id: room.id,
    players: room.players.map((player, seat) => ({ ...player, placement: result?.placements?.[seat] ?? null })),
    turnNumber,
    totalTurns: turnNumber,
    startedAt: startedAt === undefined ? null : new Date(startedAt).toISOString(),
    winnerId: result?.winnerId ?? null,
    reason: result?.reason ?? null,
    finishedAt: result ? new Date(result.at).toISOString() : null,
  };
}

const tooMany = (reply: FastifyReply, wait: number, error = 'Too many requests. Try again in a minute') =>
  reply.code(429).header('retry-after', wait).send({ error });

/** Whoever shows an account's key plays as that account; a profile's id keeps its own figures; everyone else is a guest. */
async function readGuest(
  { accounts, profiles, addressOf }: RoomRoutesParts,
  request: FastifyRequest,
): Promise<Guest | Wrong> {
  const { name: given, agentName, agentId, token: piece } = fieldsOf(request);
  const key = bearerOf(request);
  if (key !== undefined) {
    const { failuresOfAddress } = accounts.limits;
    const account = await accounts.authenticate(key);
    if (!account) {
      const counted = failuresOfAddress.take(addressOf(request));
      return counted ? wrong('Invalid API key', 401) : wrong('Too many failed attempts', 429);
    }
    if (account.bannedAt !== undefined) return wrong('This account is banned', 403);
    return { agent: account.id, name: account.name, kind: 'agent', piece };
  }
  const name = readName(given, LONGEST_NAME) ?? readName(agentName, LONGEST_NAME);
  if (name === undefined) return wrong('name is required');
  const unfit = await unfitForGuest(accounts, name);
  if (unfit) return unfit;
  const profile = typeof agentId === 'string' ? profiles.get(agentId) : undefined;
  const agent = profile ? profileAgent(profile.agentId) : `guest:${randomUUID()}`;
  return { agent, name, kind: 'guest', piece };
}
