import { hash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Compile } from 'typebox/compile';
import { createAccounts } from './accounts/accounts.ts';
import { organisersOf } from './accounts/organisers.ts';
import { signingKeys } from './accounts/signing-keys.ts';
import type { Cluster } from './cluster/cluster.ts';
import { Competitions } from './competitions/hall/competitions.ts';
import { settleSeason } from './competitions/hall/season-settle.ts';
import { Seasons } from './competitions/hall/seasons.ts';
import { Sessions } from './competitions/hall/sessions.ts';
import { ArenaTables } from './competitions/hall/tables.ts';
import { addCompetitionRoutes } from './competitions/http/routes.ts';
import type { Config } from './config.ts';
import type { Arena, GameHome } from './core/arena.ts';
import { arenaOf } from './core/arena-facade.ts';
import { type Clock, realClock } from './core/clock.ts';
import { readLadder } from './core/ladder.ts';
import { LocalArena } from './core/local-arena.ts';
import { Notary } from './core/notary.ts';
import { Pairs } from './core/pairs.ts';
import type { PurseDesk } from './core/purse-desk.ts';
import { ratingBook, settleElo } from './core/settle/elo.ts';
import { settleSure } from './core/settle/glicko.ts';
import type { Storage } from './core/storage.ts';
import { voters } from './core/voters.ts';
import { Desk } from './desk.ts';
import { Door } from './door.ts';
import { loadGames, wordsOf } from './games/load.ts';
import { ALIASES, manifests } from './games/manifests.ts';
import { Bans } from './gateways/bans.ts';
import { Budgets } from './gateways/budget.ts';
import { clientAddresses, trustedProxies } from './gateways/client-address.ts';
import { mostConnections, refuseBeyond, requestsWithin } from './gateways/connections.ts';
import { keepDoor } from './gateways/door.ts';
import { readNoBodyAsEmpty } from './gateways/empty-bodies.ts';
import { answerFailures } from './gateways/failures.ts';
import type { Gateway, GatewayParts } from './gateways/gateway.ts';
import { HeldSeats } from './gateways/held/held-seats.ts';
import { protocols } from './gateways/protocols.ts';
import { watchForProxies } from './gateways/proxied.ts';
import { withoutPrefix } from './gateways/public-address.ts';
import { limitRequests } from './gateways/requests.ts';
import { Sockets } from './gateways/sockets.ts';
import { visitorsOf } from './gateways/visitors.ts';
import { auditOf } from './gateways/web/audit.ts';
import { isHostToken } from './gateways/web/host-token.ts';
import { Whereabouts } from './gateways/whereabouts.ts';
import { happenings } from './happenings.ts';
import { findHomes } from './homes.ts';
import { House } from './house/house.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import type { Purse } from './purse/purse.ts';
import { Retention } from './retention.ts';
import { openStorage } from './storage/open.ts';
import { orderedId } from './storage/ordered-id.ts';

export interface RunningServer {
  url: string;
  port: number;
  sshPort: number | undefined;
  arena: Arena;
  /** The inside of the arena. */
  local: LocalArena;
  house: House;
  competitions: Competitions;
  /** A node has to go: others have declared it gone, and it may join anew, or its host wants it to leave. */
  leaving: Promise<'fenced' | 'drained'>;
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
/** Competitions are led by one node. */
const COMPETITION_PATHS = ['competitions', 'schedules', 'calendar', 'seasons'].map((name) => `/api/v1/${name}`);
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
  const metrics = createMetrics();
  const isTrusted = trustedProxies(config.trustProxy);
  const addressOf = clientAddresses(isTrusted);
  const news = happenings({ log, metrics, clock: realClock(), addressOf });
  const { data, databaseUrl } = config;
  const fault = (error: unknown, match?: string) => {
    metrics.fault();
    log.error({ err: error, match }, 'fault');
  };
  const opening = Promise.withResolvers<void>();
  const desk = new Desk(protocols, COMPETITION_PATHS, () => cluster);
  // Real time counts: budgets protect the machine.
  const budgets = new Budgets(realClock());
  const inside = withoutPrefix(config.publicUrl);
  const visitors = visitorsOf(config);
  const sockets = new Sockets({
    opening: opening.promise,
    budgets,
    inside,
    addressOf,
    heard: news.sockets,
    visitors,
    handOn: config.cluster && ((...socket) => desk.handOnSocket(...socket)),
  });
  const http = fastify({
    trustProxy: isTrusted,
    rewriteUrl: ({ url = '/' }) => inside(url),
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    ...requestsWithin(),
  });
  keepDoor(http, visitors);
  const isProxied = watchForProxies(http.server);
  refuseBeyond(http.server, mostConnections().http);
  readNoBodyAsEmpty(http);
  news.watchHttp(http);
  const door = new Door();
  const cluster = await joinCluster(config, sockets, () => door.port, log, fault);
  const clock = cluster?.clock ?? realClock(config.timeScale);
  const storage = cluster?.storage ?? (await openStorage({ data, databaseUrl, exclusive: true, watch: news.storage }));
  const money = await openPurse(config, storage, clock, () => cluster?.hasDesk ?? true, log, fault);
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
  const seasons = new Seasons({
    documents: storage.documents,
    clock,
    newId: () => orderedId(),
    game: (id) => local.game(id),
    ladder: (name, limit) => readLadder(storage, name, limit),
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
      settleSeason(seasons, (game) => homes[game]!.rating),
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
    ...(cluster && { beginElsewhere: (beginning, sitters) => cluster.beginElsewhere(beginning, sitters) }),
    fault,
  });
  const here = arenaOf(local);
  const arena = cluster?.arena(local) ?? here;
  news.watchMatches(local);
  const accounts = createAccounts({ storage, clock, scale: config.timeScale, registered: news.registered });
  const house = new House({
    arena: here,
    ...(cluster && { isHere: (match) => local.match(match) !== undefined }),
    bots,
    clock,
    patience: config.houseBots === undefined ? undefined : config.houseBots * SECOND,
    fault,
  });
  const held = new HeldSeats({
    arena,
    clock,
    store: storage.held,
    house,
    agents: accounts,
    scale: config.timeScale,
    grace: config.heldGrace * SECOND,
    newId: () => orderedId(),
    fault,
  });
  // Who returns the moment the port opens must not find a gateway that is still taking up its rooms.
  http.addHook('onRequest', async ({ url }) => (url === '/healthz' || url === '/readyz' ? undefined : opening.promise));
  limitRequests(http, budgets);
  sockets.whenOwned((agent, request) => whereabouts.seen(agent, addressOf(request)));
  if (cluster) http.addHook('onRequest', desk.handOn);
  const ports = new Map<string, number>();
  const organisers = organisersOf(storage.documents);
  const isHost = (token: string) => isHostToken(storage.documents, token);
  const parts: GatewayParts = {
    arena,
    accounts,
    documents: storage.documents,
    figures: storage.figures,
    audit: storage.audit,
    reads: storage.beside,
    clock,
    log,
    http,
    sockets,
    addressOf,
    config,
    house,
    held,
    inWords: await wordsOf(manifests),
    protocols: served,
    ports,
    ...(cluster && { nodes: cluster }),
    publicKeys: () => keys.published(),
    competitions: {
      list: () =>
        competitions.underWay.map(({ competition: { id, name, game }, state: { status, entrants } }) => ({
          ...{ id, name, game, status },
          entered: entrants.length,
        })),
      enter: (id, who) => competitions.enter(id, who),
      withdraw: (id, agent) => competitions.withdraw(id, agent, agent, 'withdrew'),
    },
    purse: money?.desk,
    seen: (agent, address) => whereabouts.seen(agent, address),
    flaggedPairs: () => pairs.flagged,
    privateCalls: () => (config.privateCalls === 'auto' ? !isProxied() : config.privateCalls),
    isBanned: (agent) => bans.has(agent),
    called: news.called,
    titlesOf: (agent) => seasons.titlesOf(agent),
    async mayOrganise(token) {
      if (token === undefined) return false;
      if (await isHost(token)) return true;
      const agent = await accounts.authenticate(token);
      return agent !== undefined && agent.bannedAt === undefined && organisers.has(agent.id);
    },
    shutOut(agent) {
      bans.shutOut(agent);
      cluster?.banned(agent);
    },
  };
  const tables = new ArenaTables({ arena, bots: house, clock, fault });
  const competitions = new Competitions({
    store: storage.competitions,
    arena,
    tables,
    bots: house,
    clock,
    newId: () => orderedId(),
    newSeed: () => randomBytes(32).toString('hex'),
    ratingOf: async (agent, game) => (await storage.figures.read([{ agent, book: ratingBook(game) }]))[0],
    fault,
  });
  const sessions = new Sessions({
    documents: storage.documents,
    arena,
    tables,
    clock,
    newId: () => orderedId(),
    newSeed: () => randomBytes(32).toString('hex'),
    nameOf: async (agent) => (await accounts.byId(agent))?.name,
    fault,
  });
  addCompetitionRoutes({
    http,
    competitions,
    sessions,
    seasons,
    clock,
    rights: {
      isHost,
      account: (key) => accounts.authenticate(key),
      isOrganiser: (agent) => organisers.has(agent),
      addressOf,
      failures: accounts.limits.failuresOfAddress,
    },
    arena,
    rules: (id, version) => [...games, ...oldGames].find((game) => game.id === id && game.version === version),
    agent: async (named) => (await accounts.byId(named)) ?? accounts.byName(named),
    audit: auditOf(storage.audit, clock),
  });
  const gateways: Gateway[] = served.map((protocol) =>
    protocol.open(protocol.onOneNode ? { ...parts, arena: desk.arenaOf(arena) } : parts),
  );
  const bans = new Bans({
    arena: here,
    accounts,
    clock: realClock(),
    sockets,
    gateways: () => [...gateways, competitions],
    fault,
    removed: (agent, match) => log.info({ agent, match }, 'shut out of a match'),
  });
  metrics.observe({ arena: local, storage, sockets, gateways: gateways.map(({ name }) => name) });

  const retention =
    config.keepDays === undefined
      ? undefined
      : new Retention({
          matches: storage.matches,
          clock: realClock(),
          days: config.keepDays,
          archive: join(config.data, 'archive'),
          removed: (matches, file) => log.info({ matches, file }, 'old matches were moved into a file'),
          fault,
        });

  let ready = false;
  addBasics(
    http,
    () => ready,
    () => cluster?.ready ?? true,
    storage,
    fault,
  );
  http.get('/metrics', async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );

  const startCompetitions = async (): Promise<void> => {
    await competitions.start();
    await sessions.start();
  };
  const stopWatching = news.watchTicks();
  const stop = async (): Promise<void> => {
    stopWatching();
    bans.stop();
    await retention?.stop();
    competitions.stop();
    sessions.stop();
    seasons.stop();
    tables.stop();
    await cluster?.beginLeaving();
    local.stop();
    await cluster?.release();
    held.stop();
    await Promise.allSettled(gateways.map((gateway) => gateway.stop()));
    sockets.close();
    await house.close();
    await money?.purse.stop();
    door.close();
    const late = setTimeout(() => sockets.terminate(), SECOND);
    await http.close();
    clearTimeout(late);
    await notary.close();
    await cluster?.leave();
    await storage.close();
    await cluster?.close();
  };
  const leaving = Promise.withResolvers<'fenced' | 'drained'>();

  try {
    await keys.published();
    await seasons.start();
    // What takes long comes before others count on this node.
    if (cluster) await http.ready();
    await cluster?.start({
      desk: () => desk.open(),
      arrived: (match) => house.play(match),
      gone: () => void notary.catchUp(),
      banned: (agent) => bans.shutOut(agent),
      drain: () => leaving.resolve('drained'),
      fenced: () => leaving.resolve('fenced'),
    });
    const restored = cluster ? 0 : await local.restore();
    if (restored) log.info({ matches: restored }, 'took up the matches under way');
    await house.start();
    sockets.listenOn(http.server);
    await http.listen({ host: config.host, port: config.port });
    if (config.cluster) await door.open(http.server, config.host);
    for (const gateway of gateways) if (!desk.has(gateway.name)) await gateway.start?.();
    await desk.start(async () => {
      for (const gateway of gateways) if (desk.has(gateway.name)) await gateway.start?.();
      await held.start();
      money?.purse.start();
      if (cluster) await startCompetitions();
    });
    if (!cluster) {
      await local.lobby.reopen();
      await startCompetitions();
    }
    await bans.start();
    ready = true;
    opening.resolve();
    void notary.catchUp();
    retention?.start();
  } catch (error) {
    opening.resolve();
    await stop();
    throw error;
  }
  const { port } = http.server.address() as AddressInfo;
  return {
    url: `http://${urlHost(config.host)}:${port}`,
    port,
    sshPort: ports.get('ssh'),
    arena,
    local,
    house,
    competitions,
    leaving: leaving.promise,
    stop,
  };
}

/** Where the process is alone, nothing of it is loaded. */
async function joinCluster(
  { cluster, databaseUrl, timeScale, host }: Config,
  sockets: Sockets,
  port: () => number,
  log: Logger,
  fault: (error: unknown) => void,
): Promise<Cluster | undefined> {
  if (!cluster) return undefined;
  const { Cluster } = await import('./cluster/cluster.ts');
  return Cluster.open({
    name: cluster.node,
    natsUrl: cluster.natsUrl,
    databaseUrl: databaseUrl!,
    clock: realClock(timeScale),
    sockets: () => sockets.size,
    address: () => cluster.address ?? `http://${urlHost(isEverywhere(host) ? hostname() : host)}:${port()}`,
    newId: () => orderedId(),
    say: (words) => log.info({ node: cluster.node }, words),
    fault,
  });
}

/** Where money is off, nothing of it is loaded. */
async function openPurse(
  { chain }: Config,
  storage: Storage,
  clock: Clock,
  place: () => boolean,
  log: Logger,
  fault: (error: unknown) => void,
): Promise<{ purse: Purse; desk: PurseDesk } | undefined> {
  if (!chain) return undefined;
  const trouble = (words: string | undefined) =>
    words === undefined ? log.info('the purse is well again') : log.warn({ trouble: words }, 'the purse has trouble');
  try {
    const { openPurse: open } = await import('./purse/open.ts');
    const { deskOf } = await import('./purse/desk.ts');
    const purse = await open(chain, { place, storage, clock, trouble, fault });
    return { purse, desk: deskOf(purse, storage.purse, chain.limits, chain.id) };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';
const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function addBasics(
  http: FastifyInstance,
  ready: () => boolean,
  connected: () => boolean,
  storage: Storage,
  fault: (error: unknown) => void,
): void {
  http.get('/healthz', async (_, reply) =>
    ready() ? reply.type('text/plain').send('ok') : reply.code(503).send({ error: 'Starting.' }),
  );
  // Alive is not the same as useful: whoever sends callers here asks whether the database answers.
  http.get('/readyz', async (_, reply) => {
    if (!ready()) return reply.code(503).send({ error: 'Starting.' });
    if (!connected()) return reply.code(503).send({ error: 'The node stands still or leaves.' });
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
  answerFailures(http, fault);
}
