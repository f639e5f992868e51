import type { IncomingMessage } from 'node:http';
import type { Gateway, GatewayParts } from '../gateway.ts';
import { bearerOf } from '../sockets.ts';
import { encodeError, refusal } from './protocol.ts';
import { Hall, VIA } from './rooms/hall.ts';
import { addRoutes } from './routes.ts';
import { type Agent, Session } from './session.ts';

const PATH = '/ws/v1/connect';
const MAX_FRAME = 16 * 1024;
const TOO_MUCH = refusal('RATE_LIMITED', 'Far too much at once: the connection is closed.');

export interface AgonParts extends GatewayParts {
  /** How many people look into a room from the site. */
  humans?(room: string): number;
}

/** AGON: rooms with tables, one WebSocket for each agent. */
export function agonGateway(parts: AgonParts): Gateway {
  const { accounts, arena, clock, config, documents, figures, log, purse, sockets, humans } = parts;
  const fault = (err: unknown) => log.error({ err }, 'agon');
  const hall = new Hall({
    arena,
    clock,
    documents,
    figures,
    purse,
    timeScale: config.timeScale,
    fault,
    ...(humans && { humans }),
  });
  const sessions = new Set<Session>();
  arena.callers.add(VIA, {
    canSeat: (agent, game) => hall.rooms.of(game) !== undefined && hall.guest(agent) !== undefined,
    seat: (agent, match, seat) => hall.guest(agent)?.begin(match, seat),
    tell: (agent, { words }) => hall.guest(agent)?.tell(encodeError(refusal('NOT_IN_MATCH', words))),
  });
  addRoutes(parts, hall);

  sockets.add<Agent & { keyId: string }>(PATH, {
    gateway: VIA,
    maxFrame: MAX_FRAME,
    async admit(request: IncomingMessage, url: URL) {
      const token = url.searchParams.get('token') ?? bearerOf(request);
      const agent = token ? await accounts.verifySession(token) : undefined;
      if (!agent) return { refuse: { status: 401, body: { error: 'Invalid or expired session token.' } } };
      if (agent.bannedAt !== undefined) return { refuse: { status: 403, body: { error: 'This account is banned.' } } };
      return { id: agent.id, name: agent.name, keyId: agent.keyId };
    },
    open(wire, { keyId, ...agent }) {
      wire.belongTo(agent.id, keyId);
      const session = new Session(hall, agent, wire);
      sessions.add(session);
      return {
        receive: (text) => session.receive(text),
        tooMuch: () => wire.send(encodeError(TOO_MUCH)),
        closed() {
          sessions.delete(session);
          session.close();
        },
      };
    },
  });

  return {
    name: VIA,
    start: () => hall.start(),
    async stop() {
      hall.stop();
      for (const session of sessions) session.close();
    },
  };
}
