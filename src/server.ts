import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { Compile } from 'typebox/compile';
import { createAccounts } from './accounts/accounts.ts';
import type { Config } from './cli/config.ts';
import { Arena, type GameHome } from './core/arena.ts';
import { realClock } from './core/clock.ts';
import { settleElo } from './core/settle/elo.ts';
import { settlePoints } from './core/settle/points.ts';
import { settleWager } from './core/settle/wager.ts';
import { bots } from './games/bots.ts';
import { refuse } from './games/clawpoly/refuse.ts';
import { clawpoly } from './games/clawpoly/rules.ts';
import { games } from './games/index.ts';
import { agentgamesGateway } from './gateways/agentgames/server.ts';
import { homes as agentgamesHomes } from './gateways/agentgames/terms.ts';
import { agonGateway } from './gateways/agon/server.ts';
import { homes as agonHomes, pointGames } from './gateways/agon/terms.ts';
import { Bans } from './gateways/bans.ts';
import { clawpolyGateway } from './gateways/clawpoly/server.ts';
import { clawpolySettle } from './gateways/clawpoly/settle.ts';
import { homes as clawpolyHomes } from './gateways/clawpoly/terms.ts';
import { answerFailures } from './gateways/failures.ts';
import type { Gateway, GatewayParts } from './gateways/gateway.ts';
import { leagueGateway } from './gateways/league/server.ts';
import { homes as leagueHomes } from './gateways/league/terms.ts';
import { loaGateway } from './gateways/loa/server.ts';
import { homes as loaHomes } from './gateways/loa/terms.ts';
import { Sockets } from './gateways/sockets.ts';
import { webGateway } from './gateways/web/server.ts';
import { House } from './house/house.ts';
import { createMetrics } from './metrics.ts';
import { openStorage } from './storage/open.ts';
import { orderedId } from './storage/ordered-id.ts';

export interface RunningServer {
  url: string;
  port: number;
  sshPort: number | undefined;
  arena: Arena;
  /** Stops pairing, tells agents, flushes, closes. */
  stop(): Promise<void>;
}

const SECOND = 1000;

/** The composition root: the only place that knows every part. */
export async function startServer(
  config: Config,
  log: Logger = pino({ level: config.logLevel }),
): Promise<RunningServer> {
  const clock = realClock(config.timeScale);
  const storage = await openStorage({ data: config.data, databaseUrl: config.databaseUrl, exclusive: true });
  const metrics = createMetrics();
  const fault = (error: unknown, match?: string) => {
    metrics.fault();
    log.error({ err: error, match }, 'fault');
  };
  const times = { moveTimeout: config.moveTimeout * SECOND, queueWait: config.queueWait * SECOND };
  const homes: { [game: string]: GameHome } = {
    ...agentgamesHomes(times),
    ...loaHomes,
    ...agonHomes,
    ...clawpolyHomes,
    ...leagueHomes,
  };
  const arena = new Arena({
    games: games.filter(({ id }) => homes[id]),
    homes,
    storage,
    clock,
    settles: [
      settleElo((game) => homes[game]!.rating),
      settlePoints(pointGames),
      settleWager(),
      clawpolySettle(clawpoly),
    ],
    newId: () => orderedId(),
    newSeed: () => randomBytes(32).toString('hex'),
    validator: (schema) => {
      const validator = Compile(schema);
      return (value) => validator.Check(value);
    },
    openSpectators: config.openSpectators,
    moved: metrics.moved,
    fault,
  });
  const accounts = createAccounts({ storage, clock, scale: config.timeScale });
  const house = new House({
    arena,
    bots,
    clock,
    patience: config.houseBots === undefined ? undefined : config.houseBots * SECOND,
    fault,
  });
  const http = fastify({ trustProxy: 'loopback', bodyLimit: 64 * 1024, forceCloseConnections: true });
  const opening = Promise.withResolvers<void>();
  // Who returns the moment the port opens must not find a gateway that is still taking up its rooms.
  http.addHook('onRequest', async ({ url }) => (url === '/healthz' ? undefined : opening.promise));
  const sockets = new Sockets(opening.promise);
  const parts: GatewayParts = {
    arena,
    accounts,
    documents: storage.documents,
    figures: storage.figures,
    reads: storage.beside,
    clock,
    log,
    http,
    sockets,
  };
  const agentgames = agentgamesGateway({
    ...parts,
    queueWait: times.queueWait,
    practice: house,
    ssh: config.sshPort === undefined ? undefined : { host: config.host, port: config.sshPort },
    playAddress: config.playAddress,
  });
  const bans = new Bans({ arena, accounts, clock, sockets, gateways: () => gateways, fault });
  const web = webGateway({
    ...parts,
    shutOut: (agent) => bans.shutOut(agent),
    house,
    site: join(import.meta.dirname, '../dist/web'),
    scale: config.timeScale,
    sshPort: () => agentgames.sshPort ?? 0,
    announceHost: (token) => console.log(`crossplay: the host's token for /admin, shown only now: ${token}`),
  });
  const clawpolyRooms = clawpolyGateway({ ...parts, house, refuse });
  const league = leagueGateway({
    ...parts,
    leagues: config.leagues,
    tokens: config.leagueTokens,
    privateCalls: config.privateCalls,
    timeScale: config.timeScale,
  });
  const gateways: Gateway[] = [agentgames, loaGateway(parts), agonGateway(parts), clawpolyRooms, league, web];
  metrics.observe({ arena, storage, sockets, gateways: gateways.map(({ name }) => name) });

  let ready = false;
  addBasics(http, () => ready, fault);
  http.get('/metrics', async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );

  const stop = async (): Promise<void> => {
    bans.stop();
    arena.stop();
    await Promise.allSettled(gateways.map((gateway) => gateway.stop()));
    sockets.close();
    await house.close();
    const late = setTimeout(() => sockets.terminate(), SECOND);
    await http.close();
    clearTimeout(late);
    await storage.close();
  };

  try {
    const restored = await arena.restore();
    if (restored) log.info({ matches: restored }, 'took up the matches under way');
    house.start();
    sockets.listenOn(http.server);
    await http.listen({ host: config.host, port: config.port });
    for (const gateway of gateways) await gateway.start?.();
    ready = true;
    opening.resolve();
    bans.start();
  } catch (error) {
    opening.resolve();
    await stop();
    throw error;
  }
  const { port } = http.server.address() as AddressInfo;
  return { url: `http://${urlHost(config.host)}:${port}`, port, sshPort: agentgames.sshPort, arena, stop };
}

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function addBasics(http: FastifyInstance, ready: () => boolean, fault: (error: unknown) => void): void {
  http.get('/healthz', async (_, reply) =>
    ready() ? reply.type('text/plain').send('ok') : reply.code(503).send({ error: 'Starting.' }),
  );
  http.setNotFoundHandler(async (_, reply) => reply.code(404).send({ error: 'Not found.' }));
  answerFailures(http, fault);
}
