import { createServer, type IncomingMessage, type Server } from 'node:http';
import { fingerprintOf } from '../../accounts/accounts.ts';
import { keyIdOf } from '../../accounts/keys.ts';
import type { MatchHandle } from '../../core/arena.ts';
import type { Seat } from '../../core/game.ts';
import type { Gateway, GatewayParts } from '../gateway.ts';
import { bearerOf, type HttpAnswer, type Sockets } from '../sockets.ts';
import { Hub } from './hub/hub.ts';
import type { Practice } from './hub/screen.ts';
import { isPlayable, Observations } from './notation.ts';
import { encodeError, LONGEST_LINE, TOO_MUCH } from './protocol.ts';
import { type Player, Session, type SessionParts, VIA } from './session.ts';
import type { Doors } from './ssh/connection.ts';
import { hostKey } from './ssh/host-key.ts';
import { listenSsh, type SshListener } from './ssh/listener.ts';
import type { AgentgamesTimes } from './terms.ts';

const PATH = '/play';
const MOST_VISITS = 256;

export interface AgentgamesParts extends GatewayParts, Pick<AgentgamesTimes, 'queueWait'> {
  /** Where SSH listens; undefined: nowhere. Port 0: any free one. */
  ssh: { host: string; port: number } | undefined;
  /** A second place that serves `/play`. */
  playAddress: { host: string; port: number } | undefined;
}

interface Guest {
  player: Player;
  keyId: string;
  game: string | undefined;
}

export function agentgamesGateway(parts: AgentgamesParts): Gateway {
  const { arena, accounts, clock, queueWait, house, botMatches } = parts;
  const playable = arena.games.filter(isPlayable);
  const games = new Map(playable.map((game) => [game.id, game]));
  const sessionParts: SessionParts = {
    arena,
    clock,
    games,
    queueWait,
    observations: new Observations(),
    left: new WeakSet(),
    open: new Set(),
    fault: (err) => parts.log.error({ err }, 'a session failed'),
  };
  const waiting = (agent: string, game: string) => [...sessionParts.open].filter((one) => one.waitsFor(agent, game));
  arena.callers.add(VIA, {
    canSeat: (agent, game) => waiting(agent, game).length > 0,
    // Whoever does not wait now is put into the match when it next joins this game.
    seat: (agent, match, seat) => void callFirst(waiting(agent, match.header.game), match, seat),
    release(agent, game) {
      for (const session of waiting(agent, game)) session.release(agent, game);
    },
  });
  const visits = new Set<Hub>();
  let ssh: SshListener | undefined;
  let second: Server | undefined;

  async function admit(request: IncomingMessage, url: URL): Promise<Guest | { refuse: HttpAnswer }> {
    const token = bearerOf(request) ?? bareToken(request) ?? url.searchParams.get('token') ?? '';
    const agent = await accounts.authenticate(token);
    if (!agent) return refuse(401, token ? 'unknown token' : 'missing token');
    if (agent.bannedAt !== undefined) return refuse(403, 'account banned');
    const player = { id: agent.id, name: agent.name };
    return { player, keyId: keyIdOf(token), game: url.searchParams.get('game') ?? undefined };
  }

  const practiceFrom = (address: string): Practice => ({
    names: (game) => house.names(game),
    sitter: (game, name) => house.sitter(game, name),
    isFull: () => botMatches.isFull(address),
    began: (match) => botMatches.began(address, match),
  });
  const doors: Doors = {
    async ownerOf(key) {
      const agent = await accounts.bySshKey(fingerprintOf(key));
      return agent && { id: agent.id, name: agent.name, banned: agent.bannedAt !== undefined };
    },
    seen: parts.seen,
    own: (agent, end) => parts.sockets.own(agent, { key: undefined, end }),
    play(player, line, game) {
      parts.log.info({ agent: player.id, via: 'ssh' }, 'logged in');
      return new Session(sessionParts, player, line, game);
    },
    hub(terminal, player, address) {
      if (visits.size >= MOST_VISITS) return undefined;
      const visit = new Hub(
        { arena, clock, practice: practiceFrom(address), games },
        terminal,
        player?.name ?? 'guest',
      );
      visits.add(visit);
      return {
        receive: (bytes) => visit.receive(bytes),
        resize: () => visit.resize(),
        close() {
          visits.delete(visit);
          visit.close();
        },
      };
    },
  };

  parts.sockets.add<Guest>(PATH, {
    gateway: VIA,
    maxFrame: LONGEST_LINE,
    admit,
    open(wire, { player, keyId, game }) {
      wire.belongTo(player.id, keyId);
      const line = { send: wire.send, end: () => wire.close(1000) };
      const session = new Session(sessionParts, player, line, game);
      return {
        receive: (text) => session.receive(text),
        tooMuch: () => wire.send(encodeError(TOO_MUCH)),
        closed: () => session.close(),
      };
    },
  });

  /** What a request gets that asks for no upgrade. */
  async function answer(request: IncomingMessage): Promise<HttpAnswer> {
    const guest = await admit(request, new URL(request.url ?? '', 'http://host'));
    return 'refuse' in guest ? guest.refuse : refuse(426, 'this is a WebSocket endpoint').refuse;
  }
  parts.http.get(PATH, async (request, reply) => {
    const { status, body } = await answer(request.raw);
    // A person who typed the address wants to play; programs do not ask for pages.
    if (status === 401 && /\btext\/html\b/.test(String(request.headers.accept ?? ''))) {
      return reply.redirect('challenge', 303);
    }
    return reply.code(status).send(body);
  });

  return {
    name: VIA,
    async start() {
      if (parts.playAddress) second = await listenAgain(parts.sockets, parts.playAddress, answer);
      if (parts.ssh) {
        ssh = await listenSsh(
          doors,
          { clock, budgets: parts.sockets.budgets },
          await hostKey(parts.documents),
          parts.ssh,
        );
        parts.ports.set('ssh', ssh.port);
      }
    },
    lookAgain() {
      for (const session of sessionParts.open) session.lookAgain().catch(sessionParts.fault);
    },
    shutOut(agent) {
      for (const session of sessionParts.open) session.shutOut(agent);
    },
    async stop() {
      for (const session of sessionParts.open) session.stop();
      for (const visit of visits) visit.close();
      second?.close();
      second?.closeAllConnections();
      await ssh?.close();
    },
  };
}

/** Whoever of them is still free comes. */
async function callFirst(sessions: Session[], match: MatchHandle, seat: Seat): Promise<void> {
  for (const session of sessions) if (await session.beCalled(match, seat)) return;
}

async function listenAgain(
  sockets: Sockets,
  { host, port }: { host: string; port: number },
  answer: (request: IncomingMessage) => Promise<HttpAnswer>,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path === '/healthz') return response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
    if (path !== PATH) return response.writeHead(404, JSON_TYPE).end('{"error":"Not found."}');
    const { status, body } = await answer(request).catch(() => ({ status: 400, body: { error: 'Bad request.' } }));
    response.writeHead(status, JSON_TYPE).end(JSON.stringify(body));
  });
  sockets.listenOn(server, PATH);
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
  });
  return server;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** A token that is all of the header. */
const bareToken = ({ headers }: IncomingMessage): string | undefined =>
  /^\s*(\S+)\s*$/.exec(headers.authorization ?? '')?.[1];

const refuse = (status: number, error: string): { refuse: HttpAnswer } => ({ refuse: { status, body: { error } } });
