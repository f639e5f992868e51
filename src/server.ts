// Longer than most files: the order in which parts are made, started and stopped is one story; the parts themselves are in `compose`.
import { hash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fastify from 'fastify';
import type { Logger } from 'pino';
import { Compile } from 'typebox/compile';
import { createAccounts } from './accounts/accounts.ts';
import { organisersOf } from './accounts/organisers.ts';
import { signingKeys } from './accounts/signing-keys.ts';
import type { Competitions } from './competitions/hall/competitions.ts';
import { settleSeason } from './competitions/hall/season-settle.ts';
import { Seasons } from './competitions/hall/seasons.ts';
import { entryInfo, leadCompetitions } from './compose/competitions.ts';
import { addHealth } from './compose/health.ts';
import { joinCluster } from './compose/join-cluster.ts';
import { NodePort } from './compose/node-port.ts';
import { OneNode } from './compose/one-node.ts';
import { openPurse } from './compose/open-purse.ts';
import { urlHost } from './compose/url-host.ts';
import type { Config } from './config.ts';
import { readAnchors } from './core/anchors.ts';
import type { Arena, GameHome } from './core/arena.ts';
import { arenaOf } from './core/arena-facade.ts';
import { realClock } from './core/clock.ts';
import { FlaggedPairs } from './core/flagged-pairs.ts';
import { readLadder } from './core/ladder.ts';
import { LocalArena } from './core/local-arena.ts';
import { Notary } from './core/notary.ts';
import { Pairs } from './core/pairs.ts';
import { settleElo } from './core/settle/elo.ts';
import { settleSure } from './core/settle/glicko.ts';
import { agentsPast } from './core/storage.ts';
import { voters } from './core/voters.ts';
import { loadGames, sketchesOf, wordsOf } from './games/load.ts';
import { ALIASES, manifestOf, manifests } from './games/manifests.ts';
import { HOMELESS } from './games/shared/manifest.ts';
import { Bans } from './gateways/bans.ts';
import { hangUpOnUnread, LARGEST_BODY } from './gateways/bodies.ts';
import { BotMatches } from './gateways/bot-matches.ts';
import { Budgets } from './gateways/budget.ts';
import { clientAddresses, isLoopback, trustedProxies } from './gateways/client-address.ts';
import { mostConnections, refuseBeyond, requestsWithin } from './gateways/connections.ts';
import { keepDoor } from './gateways/door.ts';
import { readNoBodyAsEmpty } from './gateways/empty-bodies.ts';
import { answerFailures } from './gateways/failures.ts';
import type { Gateway, GatewayParts } from './gateways/gateway.ts';
import { HeldSeats } from './gateways/held/held-seats.ts';
import { answerOddRequests, malformed } from './gateways/malformed.ts';
import { cutPipelines } from './gateways/pipelines.ts';
import { protocols } from './gateways/protocols.ts';
import { watchForProxies } from './gateways/proxied.ts';
import { withoutPrefix } from './gateways/public-address.ts';
import { limitRequests } from './gateways/requests.ts';
import { Sockets } from './gateways/sockets.ts';
import { TakenKeys } from './gateways/taken-keys.ts';
import { visitorsOf } from './gateways/visitors.ts';
import { isHostToken } from './gateways/web/host-token.ts';
import { Whereabouts } from './gateways/whereabouts.ts';
import { happenings } from './happenings.ts';
import { findHomes } from './homes.ts';
import { House } from './house/house.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { Retention } from './retention.ts';
import { freshBytes } from './storage/fresh-bytes.ts';
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
/** What it costs to write them all down. */
const METRICS = 200;
const HOUR = 3600 * SECOND;

/** The composition root: with its parts in `compose` the only place that knows every part. */
export async function startServer(
  config: Config,
  log: Logger = createLog({ level: config.logLevel, pretty: config.pretty }),
  own?: OwnWays,
): Promise<RunningServer> {
  const { games, oldGames, bots } = await loadGames(manifests);
  const homes = findHomes([...oldGames, ...games], manifests, config);
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
  const oneNode = new OneNode(protocols, COMPETITION_PATHS, () => cluster);
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
    handOn: config.cluster && ((...socket) => oneNode.handOnSocket(...socket)),
  });
  const http = fastify({
    trustProxy: isTrusted,
    rewriteUrl: ({ url = '/' }) => inside(url),
    bodyLimit: LARGEST_BODY,
    forceCloseConnections: true,
    ...requestsWithin(),
    ...malformed,
  });
  answerOddRequests(http.server);
  cutPipelines(http.server);
  limitRequests(http, budgets, addressOf, visitors);
  hangUpOnUnread(http);
  keepDoor(http, visitors);
  const isProxied = watchForProxies(http.server);
  refuseBeyond(http.server, mostConnections().http, (address) => isLoopback(address) || isTrusted(address));
  readNoBodyAsEmpty(http);
  news.watchHttp(http);
  const nodePort = new NodePort();
  const whereabouts = new Whereabouts();
  const cluster = await joinCluster(config, sockets, () => nodePort.port, whereabouts, news.storage, log, fault);
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
    ...(cluster && { opened: () => cluster.seasonOpened() }),
    fault,
  });
  const flagged = new FlaggedPairs({ ...storage, clock, fault });
  const pairs = new Pairs({
    rules: config,
    agents: storage.agents,
    matches: storage.matches,
    addressOf: (agent) => whereabouts.of(agent),
    now: () => clock.now(),
    flag: (game, pair, why) => flagged.add(game, pair, why),
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
    newSeed: own?.newSeed ?? (() => freshBytes(32).toString('hex')),
    validator: (schema) => {
      const validator = Compile(schema);
      return (value) => validator.Check(value);
    },
    openSpectators: config.openSpectators,
    broadcastDelay: config.broadcastDelay * SECOND,
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
  const accounts = createAccounts({ storage, clock, scale: config.timeScale, ...news.accounts });
  const house = new House({
    arena: here,
    ...(cluster && { isHere: (match) => local.match(match) !== undefined }),
    bots,
    clock,
    // Of games with something to look at.
    exhibitions: {
      most: config.exhibitions,
      games: manifests.filter(({ home, sketch }) => home !== HOMELESS && sketch).map(({ id }) => id),
    },
    patience: config.houseBots === undefined ? undefined : config.houseBots * SECOND,
    fault,
  });
  const held = new HeldSeats({
    arena,
    clock,
    store: storage.held,
    house,
    agents: accounts,
    anchors: (game) => readAnchors(storage.documents, game),
    scale: config.timeScale,
    grace: config.heldGrace * SECOND,
    newId: () => orderedId(),
    arrived: news.loggedIn,
    fault,
  });
  // Who returns the moment the port opens must not find a gateway that is still taking up its rooms.
  http.addHook('onRequest', async ({ url }) => (url === '/healthz' || url === '/readyz' ? undefined : opening.promise));
  sockets.whenOwned((agent, request) => whereabouts.seen(agent, addressOf(request)));
  if (cluster) http.addHook('onRequest', oneNode.handOn);
  const ports = new Map<string, number>();
  const organisers = organisersOf(storage.documents);
  const isHost = (token: string) => isHostToken(storage.documents, token);
  const parts: GatewayParts = {
    arena,
    accounts,
    documents: storage.documents,
    competitionLogs: storage.competitions,
    figures: storage.figures,
    audit: storage.audit,
    reads: agentsPast(storage.beside),
    clock,
    log,
    http,
    sockets,
    addressOf,
    config,
    house,
    botMatches: new BotMatches(arena),
    held,
    inWords: await wordsOf(manifests),
    sketch: await sketchesOf(manifests),
    sides: (game) => manifestOf(game)?.sides,
    protocols: served,
    ports,
    ...(cluster && { nodes: cluster }),
    publicKeys: () => keys.published(),
    competitions: {
      list: () => competitions.underWay.map(entryInfo),
      find: async (id) => {
        const found = await competitions.find(id);
        return found && entryInfo(found);
      },
      enter: (id, who) => competitions.enter(id, who),
      withdraw: (id, agent) => competitions.withdraw(id, agent, agent, 'withdrew'),
    },
    purse: money?.desk,
    seen: (agent, address) => whereabouts.seen(agent, address),
    flaggedPairs: () => flagged.list(),
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
    endTakenBack: () => takenKeys.look(),
  };
  const {
    competitions,
    start: startCompetitions,
    stop: stopCompetitions,
  } = leadCompetitions({
    arena,
    house,
    storage,
    accounts,
    organisers,
    seasons,
    clock,
    http,
    addressOf,
    publicUrl: config.publicUrl,
    isHost,
    rules: (id, version) => [...games, ...oldGames].find((game) => game.id === id && game.version === version),
    news: news.competitions,
    fault,
  });
  const gateways: Gateway[] = served.map((protocol) =>
    protocol.open(protocol.onOneNode ? { ...parts, arena: oneNode.arenaOf(arena) } : parts),
  );
  const bans = new Bans({
    arena: here,
    accounts,
    clock: realClock(),
    sockets,
    gateways: () => [...gateways, competitions],
    fault,
    banned: (agent) => accounts.byId(agent).then(news.accounts.shutOut, fault),
    removed: (agent, match) => log.info({ agent, match }, 'shut out of a match'),
  });
  const takenKeys = new TakenKeys({ accounts, clock: realClock(), sockets, fault });
  metrics.observe({ arena: local, storage, sockets, held, gateways: gateways.map(({ name }) => name) });

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
  addHealth(http, { ready: () => ready, connected: () => cluster?.ready ?? true, storage });
  http.setNotFoundHandler(async (_, reply) =>
    reply.code(404).send({ error: 'Not found. /llms.txt says what there is.' }),
  );
  answerFailures(http, fault);
  http.get('/metrics', { config: { cost: METRICS } }, async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );

  const stopWatching = news.watchTicks();
  const stop = async (): Promise<void> => {
    stopWatching();
    bans.stop();
    takenKeys.stop();
    await retention?.stop();
    stopCompetitions();
    await cluster?.beginLeaving();
    local.stop();
    await cluster?.release();
    held.stop();
    await Promise.allSettled(gateways.map((gateway) => gateway.stop()));
    sockets.close();
    await house.close();
    await money?.purse.stop();
    nodePort.close();
    const late = setTimeout(() => sockets.terminate(), SECOND);
    await http.close();
    clearTimeout(late);
    await notary.close();
    await flagged.written().catch(fault);
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
      desk: () => oneNode.open(),
      arrived: (match) => house.play(match),
      gone: () => {
        void notary.catchUp();
        for (const gateway of gateways) gateway.lookAgain?.();
      },
      seasons: () => seasons.read(),
      banned: (agent) => bans.shutOut(agent),
      drain: () => leaving.resolve('drained'),
      fenced: () => leaving.resolve('fenced'),
    });
    const restored = cluster ? 0 : await local.restore();
    if (restored) log.info({ matches: restored }, 'took up the matches under way');
    await house.start();
    sockets.listenOn(http.server);
    await http.listen({ host: config.host, port: config.port });
    if (config.cluster) await nodePort.open(http.server, config.host);
    for (const gateway of gateways) if (!oneNode.has(gateway.name)) await gateway.start?.();
    await oneNode.start(async () => {
      for (const gateway of gateways) if (oneNode.has(gateway.name)) await gateway.start?.();
      await held.start();
      money?.purse.start();
      retention?.start();
      if (cluster) await startCompetitions();
    });
    if (!cluster) {
      await local.lobby.reopen();
      await startCompetitions();
    }
    await bans.start();
    await takenKeys.start();
    ready = true;
    opening.resolve();
    void notary.catchUp();
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
