import type { IncomingMessage } from 'node:http';
import type { Gateway, GatewayParts } from '../gateway.ts';
import { AgentLines, VIA } from './agent-lines.ts';
import { Frames } from './frames.ts';
import { ERRORS, encode, MAX_FRAME } from './protocol.ts';
import { addRendererRoutes } from './renderers/routes.ts';
import { Session } from './session.ts';

const PATH = '/api/v1/ws';
const TYPES = [null, 'agent', 'spectator'];

/** League of Agents: one WebSocket for agents and spectators. */
export function loaGateway(parts: GatewayParts): Gateway {
  const { arena, accounts, clock, log, sockets, config } = parts;
  const frames = new Frames(arena, config.timeScale);
  const fault = (err: unknown) => log.error({ err }, 'a session failed');
  const lines = new AgentLines({ arena, frames, fault });
  const sessions = new Set<Session>();

  arena.callers.add(VIA, {
    canSeat: (agent) => lines.isConnected(agent),
    seat: (agent, match) => lines.call(agent, match),
    release: (agent, game) => lines.release(agent, game),
    tell: (agent, { words }) => lines.tell(agent, words),
  });
  addRendererRoutes(parts.http);

  sockets.add(PATH, {
    gateway: VIA,
    maxFrame: MAX_FRAME,
    async admit(_request: IncomingMessage, url: URL) {
      const known = TYPES.includes(url.searchParams.get('type'));
      return known ? {} : { refuse: { status: 400, body: { error: 'type must be "agent" or "spectator".' } } };
    },
    open(wire) {
      const session = new Session(
        {
          arena,
          clock,
          frames,
          lines,
          async identify(key) {
            const agent = await accounts.authenticate(key);
            return agent && agent.bannedAt === undefined ? agent : undefined;
          },
          fault,
        },
        wire,
      );
      sessions.add(session);
      return {
        receive: (text) => session.receive(text),
        tooMuch: () => wire.send(encode({ type: 'error', message: ERRORS.rateLimited })),
        closed() {
          sessions.delete(session);
          session.close();
        },
      };
    },
  });

  return {
    name: VIA,
    lookAgain: () => lines.lookAgain(),
    async stop() {
      lines.stop();
      for (const session of sessions) session.stop();
    },
  };
}
