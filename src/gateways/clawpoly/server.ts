import type { IncomingMessage } from 'node:http';
import type { Seat } from '../../core/game.ts';
import type { Update } from '../../core/update.ts';
import type { View } from '../../games/clawpoly/view.ts';
import type { Gateway, GatewayParts } from '../gateway.ts';
import type { HttpAnswer, Wire, WireEvents } from '../sockets.ts';
import { Profiles } from './profiles.ts';
import { CLOSE, encode, errorFrame, MAX_FRAME, type Problem } from './protocol.ts';
import { type Room, VIA } from './rooms/room.ts';
import { RoomCalls } from './rooms/room-calls.ts';
import type { RoomLog } from './rooms/room-log.ts';
import { Rooms } from './rooms/rooms.ts';
import { addAgentRoutes } from './routes/agents.ts';
import { readBodies } from './routes/body.ts';
import { addRoomRoutes } from './routes/rooms.ts';
import { AgentSession } from './session.ts';
import { type SpectatorParts, SpectatorSession } from './spectator.ts';

const AGENT_PATH = '/ws/agent';
const SPECTATOR_PATH = '/ws/spectator';
const TOO_MUCH: Problem = { code: 'RATE_LIMITED', message: 'Far too much at once: the connection is closed.' };

type Turned = { problem: Problem; code: number };
type AgentGuest = { room: Room; seat: Seat } | Turned;
type SpectatorGuest = { room: Room; owner: boolean; past?: { update: Update; log: RoomLog } } | Turned;
type Session = AgentSession | SpectatorSession;

/** Clawpoly: rooms over REST, a WebSocket for each agent and one for each spectator. */
export function clawpolyGateway(parts: GatewayParts): Gateway {
  const { arena, accounts, clock, documents, figures, reads, house, log, http, sockets, addressOf, purse } = parts;
  const fault = (err: unknown) => log.error({ err }, VIA);
  const rooms = new Rooms({ arena, clock, documents, house, purse, fault });
  const calls = new RoomCalls(arena, rooms, fault);
  arena.callers.add(VIA, calls);
  const profiles = new Profiles({ clock, documents, figures, reads });
  const beginning = beginningOf(parts);
  const spectating: SpectatorParts = { clock, beginning, stateFrames: new WeakMap(), eventFrames: new WeakMap() };
  const sessions = new Set<Session>();
  // Until the rooms are back nobody is told that they are not there.
  const loaded = Promise.withResolvers<void>();

  http.register(async (scope) => {
    readBodies(scope);
    scope.addHook('onRequest', () => loaded.promise);
    const { isBanned } = parts;
    addRoomRoutes(scope, { rooms, profiles, accounts, clock, purse, beginning, addressOf, isBanned });
    addAgentRoutes(scope, { profiles, accounts, addressOf });
  });

  const opened = (session: Session, wire: Wire): WireEvents => {
    sessions.add(session);
    return {
      receive: (text) => session.receive(text),
      tooMuch: () => wire.send(encode(errorFrame(TOO_MUCH), clock.now())),
      closed() {
        sessions.delete(session);
        session.close();
      },
    };
  };

  const turnAway = (wire: Wire, { problem, code }: Turned): WireEvents => {
    wire.send(encode(errorFrame(problem), clock.now()));
    wire.close(code, problem.code);
    return { receive() {}, tooMuch() {}, closed() {} };
  };

  sockets.add<AgentGuest>(AGENT_PATH, {
    gateway: VIA,
    maxFrame: MAX_FRAME,
    async admit(_request: IncomingMessage, url: URL) {
      const roomId = url.searchParams.get('roomId');
      const token = url.searchParams.get('agentToken');
      if (!roomId || !token) return missing('roomId and agentToken are required');
      await loaded.promise;
      const room = rooms.store.byId(roomId);
      if (!room) return { problem: { code: 'ROOM_NOT_FOUND', message: 'Room not found' }, code: CLOSE.notFound };
      const seat = room.seatFor(token);
      if (seat === undefined || parts.isBanned(room.body.seats[seat]!.agent)) {
        return { problem: { code: 'INVALID_TOKEN', message: 'Invalid or expired agentToken' }, code: CLOSE.badToken };
      }
      if (room.owesFee(seat)) {
        const message = 'The entry fee is not paid, or not verified yet';
        return { problem: { code: 'PAYMENT_REQUIRED', message }, code: CLOSE.unpaid };
      }
      return { room, seat };
    },
    open(wire, guest) {
      if ('problem' in guest) return turnAway(wire, guest);
      const { room, seat } = guest;
      const { agent } = room.body.seats[seat]!;
      wire.belongTo(agent);
      const save = (one: Room) => rooms.store.save(one);
      const events = opened(new AgentSession({ clock, save }, room, seat, wire), wire);
      calls.came(agent, room);
      return {
        ...events,
        closed() {
          events.closed();
          calls.left(agent, room);
        },
      };
    },
  });

  sockets.add<SpectatorGuest>(SPECTATOR_PATH, {
    gateway: VIA,
    maxFrame: MAX_FRAME,
    async admit(_request: IncomingMessage, url: URL) {
      const roomCode = url.searchParams.get('roomCode');
      if (!roomCode) return missing('roomCode is required');
      await loaded.promise;
      const room = rooms.store.byCode(roomCode);
      if (!room) return { problem: { code: 'INVALID_ROOM_CODE', message: 'Invalid room code' }, code: CLOSE.notFound };
      const owner = room.isOwner(url.searchParams.get('ownerToken') ?? undefined);
      const past = room.status === 'finished' ? await rooms.games.of(room) : undefined;
      return { room, owner, ...(past && { past }) };
    },
    open(wire, guest) {
      if ('problem' in guest) return turnAway(wire, guest);
      const { room, ...how } = guest;
      return opened(new SpectatorSession(spectating, room, wire, how), wire);
    },
  });

  return {
    name: VIA,
    async start() {
      await Promise.all([profiles.load(), rooms.load()]);
      await calls.resume();
      loaded.resolve();
    },
    async stop() {
      rooms.stop();
      for (const session of sessions) session.close();
    },
  };
}

const missing = (error: string): { refuse: HttpAnswer } => ({ refuse: { status: 400, body: { error } } });

/** How a game looks before anybody moved, for rooms that wait. */
const beginningOf = ({ arena }: GatewayParts): View =>
  arena.preview('clawpoly', { seats: arena.game('clawpoly')!.seats.max }).view as View;
