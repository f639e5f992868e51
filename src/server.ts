import { hash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Compile } from 'typebox/compile';
import { createAccounts } from './accounts/accounts.ts';
import { signingKeys } from './accounts/signing-keys.ts';
import type { Config } from './config.ts';
import type { Arena, GameHome } from './core/arena.ts';
import { arenaOf } from './core/arena-facade.ts';
import { type Clock, realClock } from './core/clock.ts';
import { LocalArena } from './core/local-arena.ts';
import { Notary } from './core/notary.ts';
import { Pairs } from './core/pairs.ts';
import { settleElo } from './core/settle/elo.ts';
import { settleSure } from './core/settle/glicko.ts';
import type { Storage } from './core/storage.ts';
import { voters } from './core/voters.ts';
import { loadGames } from './games/load.ts';
import { ALIASES, manifests } from './games/manifests.ts';
import { Bans } from './gateways/bans.ts';
import { clientAddresses, trustedProxies } from './gateways/client-address.ts';
import { keepDoor } from './gateways/door.ts';
import type { Gateway, GatewayParts } from './gateways/gateway.ts';
import { protocols } from './gateways/protocols.ts';
import { watchForProxies } from './gateways/proxied.ts';
import { withoutPrefix } from './gateways/public-address.ts';
import { Sockets } from './gateways/sockets.ts';
import { visitorsOf } from './gateways/visitors.ts';
import { Whereabouts } from './gateways/whereabouts.ts';
import { happenings } from './happenings.ts';
import { findHomes } from './homes.ts';
import { House } from './house/house.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import type { Purse } from './purse/purse.ts';
import { openStorage } from './storage/open.ts';
import { orderedId } from './storage/ordered-id.ts';

export interface RunningServer {
  url: string;
  port: number;
  sshPort: number | undefined;
  arena: Arena;
  /** The inside of the arena. */
  local: LocalArena;
  /** Stops pairing, tells agents, flushes, closes. */
  stop(): Promise<void>;
}

/** What an arena for one's own evaluation has in its own way. */
export interface OwnWays {
  /** Which protocols are served, by name. */
  serves(protocol: string): boolean;
  home(game: string, home: GameHome): GameHome;
  newSeed(): string;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const LONGEST_SILENCE = 2 * SECOND;

/** The composition root: the only place that knows every part. */
export async function startServer(
  config: Config,
  log: Logger = createLog({ level: config.logLevel, pretty: config.pretty }),
  own?: OwnWays,
): Promise<RunningServer> {
  const { games, oldGames, bots } = await loadGames(manifests);
  const homes = findHomes([...oldGames, ...games], manifests, protocols, config);
  const clock = realClock(config.timeScale);
  const metrics = createMetrics();
  const isTrusted = trustedProxies(config.trustProxy);
  const addressOf = clientAddresses(isTrusted);
  const news = happenings({ log, metrics, clock: realClock(), addressOf });
  const { data, databaseUrl } = config;
  const storage = await openStorage({ data, databaseUrl, exclusive: true, watch: news.storage });
  const fault = (error: unknown, match?: string) => {
    metrics.fault();
    log.error({ err: error, match }, 'fault');
  };
  const purse = await openPurse(config, storage, clock, log, fault);
  const served = own ? protocols.filter(({ name }) => own.serves(name)) : protocols;
  if (own) for (const [game, home] of Object.entries(homes)) homes[game] = own.home(game, home);
  const keys = signingKeys(storage.documents, () => clock.now());
  const notary = new Notary({
    store: storage.matches,
    hash: (bytes) => hash('sha256', bytes, 'buffer'),
    sign: (text) => keys.sign(text),
    now: () => clock.now(),
    fault,
  });
  const whereabouts = new Whereabouts();
  const pairs = new Pairs({
    rules: config,
    agents: storage.agents,
    matches: storage.matches,
    addressOf: (agent) => whereabouts.of(agent),
    now: () => clock.now(),
  });
  const local = new LocalArena({
    games,
    oldGames,
    aliases: ALIASES,
    homes,
    storage,
    clock,
    settles: [
      settleElo((game) => homes[game]!.rating),
      settleSure,
      ...protocols.flatMap(({ settles }) => settles?.([...games, ...oldGames]) ?? []),
    ],
    notes: Object.assign({}, ...protocols.map(({ notes }) => notes)),
    newId: () => orderedId(),
    newSeed: own?.newSeed ?? (() => randomBytes(32).toString('hex')),
    validator: (schema) => {
      const validator = Compile(schema);
      return (value) => validator.Check(value);
    },
    openSpectators: config.openSpectators,
    countsFully: voters({ agents: storage.agents, age: config.voterAge * HOUR, now: () => clock.now() }),
    worth: (game, seats, terms) => pairs.worth(game, seats, terms),
    notary,
    moved: metrics.moved,
    refused: news.moveRefused,
    fault,
  });
  const arena = arenaOf(local);
  news.watchMatches(local);
  const accounts = createAccounts({ storage, clock, scale: config.timeScale, registered: news.registered });
  const house = new House({
    arena,
    bots,
    clock,
    patience: config.houseBots === undefined ? undefined : config.houseBots * SECOND,
    fault,
  });
  const inside = withoutPrefix(config.publicUrl);
  const http = fastify({
    trustProxy: isTrusted,
    rewriteUrl: ({ url = '/' }) => inside(url),
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
  });
  const visitors = visitorsOf(config);
  keepDoor(http, visitors);
  const isProxied = watchForProxies(http.server);
  news.watchHttp(http);
  const opening = Promise.withResolvers<void>();
  // Who returns the moment the port opens must not find a gateway that is still taking up its rooms.
  http.addHook('onRequest', async ({ url }) => (url === '/healthz' || url === '/readyz' ? undefined : opening.promise));
  const sockets = new Sockets(opening.promise, inside, news.sockets, visitors);
  sockets.whenOwned((agent, request) => whereabouts.seen(agent, addressOf(request)));
  const ports = new Map<string, number>();
  const parts: GatewayParts = {
    arena,
    accounts,
    documents: storage.documents,
    figures: storage.figures,
    audit: storage.audit,
    clock,
    log,
    http,
    sockets,
    addressOf,
    config,
    house,
    protocols: served,
    ports,
    publicKeys: () => keys.published(),
    seen: (agent, address) => whereabouts.seen(agent, address),
    flaggedPairs: () => pairs.flagged,
    privateCalls: () => (config.privateCalls === 'auto' ? !isProxied() : config.privateCalls),
    isBanned: (agent) => bans.has(agent),
    called: news.called,
    shutOut: (agent) => bans.shutOut(agent),
  };
  const gateways: Gateway[] = served.map((protocol) => protocol.open(parts));
  const bans = new Bans({
    arena,
    accounts,
    clock: realClock(),
    sockets,
    gateways: () => gateways,
    fault,
    removed: (agent, match) => log.info({ agent, match }, 'shut out of a match'),
  });
  metrics.observe({ arena: local, storage, sockets, gateways: gateways.map(({ name }) => name) });

  let ready = false;
  addBasics(http, () => ready, storage, fault);
  http.get('/metrics', async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );

  const stopWatching = news.watchTicks();
  const stop = async (): Promise<void> => {
    stopWatching();
    bans.stop();
    local.stop();
    await Promise.allSettled(gateways.map((gateway) => gateway.stop()));
    sockets.close();
    await house.close();
    await purse?.stop();
    const late = setTimeout(() => sockets.terminate(), SECOND);
    await http.close();
    clearTimeout(late);
    await notary.close();
    await storage.close();
  };

  try {
    await keys.published();
    const restored = await local.restore();
    if (restored) log.info({ matches: restored }, 'took up the matches under way');
    await house.start();
    sockets.listenOn(http.server);
    await http.listen({ host: config.host, port: config.port });
    for (const gateway of gateways) await gateway.start?.();
    await local.lobby.reopen();
    await bans.start();
    ready = true;
    opening.resolve();
    void notary.catchUp();
    purse?.start();
  } catch (error) {
    opening.resolve();
    await stop();
    throw error;
  }
  const { port } = http.server.address() as AddressInfo;
  return { url: `http://${urlHost(config.host)}:${port}`, port, sshPort: ports.get('ssh'), arena, local, stop };
}

/** Where money is off, nothing of it is loaded. */
async function openPurse(
  { chain }: Config,
  storage: Storage,
  clock: Clock,
  log: Logger,
  fault: (error: unknown) => void,
): Promise<Purse | undefined> {
  if (!chain) return undefined;
  const trouble = (words: string | undefined) =>
    words === undefined ? log.info('the purse is well again') : log.warn({ trouble: words }, 'the purse has trouble');
  try {
    const { openPurse: open } = await import('./purse/open.ts');
    return await open(chain, { place: true, storage, clock, trouble, fault });
  } catch (error) {
    await storage.close();
    throw error;
  }
}

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function addBasics(
  http: FastifyInstance,
  ready: () => boolean,
  storage: Storage,
  fault: (error: unknown) => void,
): void {
  http.get('/healthz', async (_, reply) =>
    ready() ? reply.type('text/plain').send('ok') : reply.code(503).send({ error: 'Starting.' }),
  );
  // Alive is not the same as useful: whoever sends callers here asks whether the database answers.
  http.get('/readyz', async (_, reply) => {
    if (!ready()) return reply.code(503).send({ error: 'Starting.' });
    const answers = await Promise.race([
      storage.size().then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), LONGEST_SILENCE).unref()),
    ]);
    return answers
      ? reply.type('text/plain').send('ok')
      : reply.code(503).send({ error: 'The database does not answer.' });
  });
  http.setNotFoundHandler(async (_, reply) => reply.code(404).send({ error: 'Not found.' }));
  http.setErrorHandler(async (error: { statusCode?: number; message: string }, _, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) fault(error);
    return reply.code(status).send({ error: status >= 500 ? 'Internal error.' : error.message });
  });
}
