import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rateLimit } from '../../../accounts/rate-limit.ts';
import type { View } from '../../../games/clawpoly/view.ts';
import type { GatewayParts } from '../../gateway.ts';
import { bearerOf } from '../../sockets.ts';
import { PIECES, playerId } from '../notation/players.ts';
import { standingsJson } from '../notation/prompts.ts';
import type { Profiles } from '../profiles.ts';
import type { Room } from '../rooms/room.ts';
import type { Guest, Rooms, Wish } from '../rooms/rooms.ts';
import { profileAgent } from '../settle.ts';
import { isSpeed, MAX_PLAYERS, SPEEDS, TURN_LIMIT } from '../terms.ts';
import { count, type Fields, fieldsOf, readText } from './body.ts';

export interface RoomRoutesParts extends Pick<GatewayParts, 'accounts' | 'clock'> {
  rooms: Rooms;
  profiles: Profiles;
  /** How a game looks before anybody moved. */
  beginning: View;
}

type ById = { Params: { id: string }; Querystring: { [name: string]: string } };

const LONGEST_NAME = 32;
const LONGEST_ROOM_NAME = 64;
const PAGE = 50;
const LONGEST_PAGE = 500;
const DEEPEST = 1_000_000;

export function addRoomRoutes(scope: FastifyInstance, parts: RoomRoutesParts): void {
  const { rooms, clock } = parts;
  const creations = rateLimit(clock, { perMinute: 600, burst: 600 });
  const joins = rateLimit(clock, { perMinute: 3000, burst: 3000 });

  scope.get('/api/v1/rooms', async () => ({
    rooms: rooms.store.all.filter(({ status }) => status !== 'finished').map(roomJson),
  }));

  scope.post('/api/v1/rooms', async (request, reply) => {
    if (!creations.take(request.ip)) return tooMany(reply);
    const wish = readWish(fieldsOf(request));
    if ('error' in wish) return reply.code(wish.status).send({ error: wish.error });
    const created = await rooms.create(wish);
    if ('refused' in created) return reply.code(503).send({ error: created.refused });
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
      if (!joins.take(request.ip)) return tooMany(reply);
      const guest = await readGuest(parts, request);
      if ('error' in guest) return reply.code(guest.status).send({ error: guest.error });
      const joined = await rooms.join(room, guest);
      if ('refused' in joined) return reply.code(409).send({ error: joined.refused });
      const { seat, token, piece } = joined;
      return {
        agentToken: token,
        playerId: playerId(seat),
        roomId: room.id,
        roomCode: room.body.code,
        assignedToken: piece,
        token: piece,
        color: PIECES[piece],
      };
    }),
  );

  scope.post<ById>(
    '/api/v1/rooms/:id/start',
    withRoom(async (room, request, reply) => {
      const { ownerToken, agentToken } = fieldsOf(request);
      const tokens = [ownerToken, agentToken, bearerOf(request)].filter((token) => typeof token === 'string');
      const allowed = tokens.some((token) => room.isOwner(token) || room.seatOfToken(token) !== undefined);
      if (!allowed) return reply.code(403).send({ error: "The room's ownerToken or a seated agentToken is required" });
      const refused = await rooms.start(room);
      return refused ? reply.code(409).send({ error: refused.refused }) : roomJson(room);
    }),
  );

  scope.get<ById>(
    '/api/v1/rooms/:id/state',
    withRoom(async (room) => room.state((await rooms.game(room))?.update, parts.beginning)),
  );

  const events = withRoom(async (room, { query }) => {
    const from = count(query.from, 0, DEEPEST);
    const limit = count(query.limit, PAGE, LONGEST_PAGE);
    const game = await rooms.game(room);
    return { events: game?.log.entries.slice(from, from + limit) ?? [], from, limit };
  });
  scope.get<ById>('/api/v1/rooms/:id/log', events);

  scope.post<ById>(
    '/api/v1/rooms/:id/verify-payment',
    withRoom(() => ({
      verified: false,
      confirmations: 0,
      message: 'This room has no entry fee: connect without paying.',
    })),
  );

  // ── games: rooms that have started ──

  scope.get<ById>('/api/v1/games', async ({ query }) => {
    const [limit, offset] = [count(query.limit, PAGE, LONGEST_PAGE), count(query.offset, 0, DEEPEST)];
    const started = rooms.store.all.filter(({ status }) => status !== 'waiting').reverse();
    return { games: started.slice(offset, offset + limit).map(gameJson) };
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
    started(async (_request, _reply, room) => {
      const game = await rooms.game(room);
      const view = game?.update.view as View | undefined;
      return {
        ...gameJson(room),
        state: room.state(game?.update, parts.beginning),
        finalStandings: view?.standings ? standingsJson(view) : null,
      };
    }),
  );

  scope.get<ById>('/api/v1/games/:id/events', started(events));
}

const roomJson = (room: Room) => ({ ...room.summary(), players: room.players });

function gameJson(room: Room) {
  const { result } = room.body;
  const view = room.now?.view as View | undefined;
  return {
    ...roomJson(room),
    turnNumber: result?.turns ?? view?.turnNumber ?? 0,
    winnerId: result?.winnerId ?? null,
    reason: result?.reason ?? null,
    finishedAt: result ? new Date(result.at).toISOString() : null,
  };
}

const tooMany = (reply: FastifyReply) => reply.code(429).send({ error: 'Too many requests. Try again in a minute' });

type Wrong = { error: string; status: number };
const wrong = (error: string, status = 400): Wrong => ({ error, status });

const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

function readWish(fields: Fields): Wish | Wrong {
  const { maxPlayers = MAX_PLAYERS, turnLimit = TURN_LIMIT, gameSpeed = 'normal', bots = 0, mode } = fields;
  if (mode === 'premium') return wrong('Premium rooms are not available on this server', 501);
  if (!isWhole(maxPlayers, 2, 6)) return wrong('maxPlayers must be a whole number from 2 to 6');
  if (!isWhole(turnLimit, 1, 1000)) return wrong('turnLimit must be a whole number from 1 to 1000');
  if (!isSpeed(gameSpeed)) return wrong(`gameSpeed must be one of ${SPEEDS.join(', ')}`);
  if (!isWhole(bots, 0, maxPlayers)) return wrong('bots must be a whole number from 0 to maxPlayers');
  return { name: readText(fields.name, LONGEST_ROOM_NAME) ?? '', maxPlayers, turnLimit, speed: gameSpeed, bots };
}

/** Whoever shows an account's key plays as that account; a profile's id keeps its own figures; everyone else is a guest. */
async function readGuest({ accounts, profiles }: RoomRoutesParts, request: FastifyRequest): Promise<Guest | Wrong> {
  const { name: given, agentName, agentId, token: piece } = fieldsOf(request);
  const key = bearerOf(request);
  if (key !== undefined) {
    const { failuresOfAddress } = accounts.limits;
    if (!failuresOfAddress.allows(request.ip)) return wrong('Too many failed attempts', 429);
    const account = await accounts.authenticate(key);
    if (!account) {
      failuresOfAddress.take(request.ip);
      return wrong('Invalid API key', 401);
    }
    if (account.bannedAt !== undefined) return wrong('This account is banned', 403);
    return { agent: account.id, name: account.name, kind: 'agent', piece };
  }
  const name = readText(given, LONGEST_NAME) ?? readText(agentName, LONGEST_NAME);
  if (name === undefined) return wrong('name is required');
  const profile = typeof agentId === 'string' ? profiles.get(agentId) : undefined;
  const agent = profile ? profileAgent(profile.agentId) : `guest:${randomUUID()}`;
  return { agent, name, kind: 'guest', piece };
}
