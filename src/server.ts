import { hash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { Compile } from 'typebox/compile';
import { createAccounts } from './accounts/accounts.ts';
import { organisersOf } from './accounts/organisers.ts';
import { signingKeys } from './accounts/signing-keys.ts';
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
import type { PurseDesk } from './core/purse-desk.ts';
import { ratingBook, settleElo } from './core/settle/elo.ts';
import { settleSure } from './core/settle/glicko.ts';
import type { Storage } from './core/storage.ts';
import { loadGames, wordsOf } from './games/load.ts';
import { ALIASES, manifests } from './games/manifests.ts';
import { Bans } from './gateways/bans.ts';
import { Budgets } from './gateways/budget.ts';
import { mostConnections, refuseBeyond, requestsWithin } from './gateways/connections.ts';
import { readNoBodyAsEmpty } from './gateways/empty-bodies.ts';
import { answerFailures } from './gateways/failures.ts';
import type { Gateway, GatewayParts } from './gateways/gateway.ts';
import { HeldSeats } from './gateways/held/held-seats.ts';
import { protocols } from './gateways/protocols.ts';
import { limitRequests } from './gateways/requests.ts';
import { Sockets } from './gateways/sockets.ts';
import { auditOf } from './gateways/web/audit.ts';
import { isHostToken } from './gateways/web/host-token.ts';
import { findHomes } from './homes.ts';
import { House } from './house/house.ts';
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
  house: House;
  competitions: Competitions;
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

/** The composition root: the only place that knows every part. */
export async function startServer(
  config: Config,
  log: Logger = pino({ level: config.logLevel }),
  own?: OwnWays,
): Promise<RunningServer> {
  const { games, oldGames, bots } = await loadGames(manifests);
  const homes = findHomes([...oldGames, ...games], manifests, protocols, config);
  const clock = realClock(config.timeScale);
  const storage = await openStorage({ data: config.data, databaseUrl: config.databaseUrl, exclusive: true });
  const metrics = createMetrics();
  const fault = (error: unknown, match?: string) => {
    metrics.fault();
    log.error({ err: error, match }, 'fault');
  };
  const money = await openPurse(config, storage, clock, log, fault);
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
    notary,
    moved: metrics.moved,
    fault,
  });
  const arena = arenaOf(local);
  const accounts = createAccounts({ storage, clock, scale: config.timeScale });
  const house = new House({
    arena,
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
  const http = fastify({
    trustProxy: 'loopback',
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    ...requestsWithin(),
  });
  refuseBeyond(http.server, mostConnections().http);
  readNoBodyAsEmpty(http);
  const opening = Promise.withResolvers<void>();
  // Who returns the moment the port opens must not find a gateway that is still taking up its rooms.
  http.addHook('onRequest', async ({ url }) => (url === '/healthz' ? undefined : opening.promise));
  // Real time counts: budgets protect the machine.
  const budgets = new Budgets(realClock());
  const sockets = new Sockets(opening.promise, budgets);
  limitRequests(http, budgets);
  const ports = new Map<string, number>();
  const organisers = organisersOf(storage.documents);
  const isHost = (token: string) => isHostToken(storage.documents, token);
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
    config,
    house,
    held,
    inWords: await wordsOf(manifests),
    protocols: served,
    ports,
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
    titlesOf: (agent) => seasons.titlesOf(agent),
    async mayOrganise(token) {
      if (token === undefined) return false;
      if (await isHost(token)) return true;
      const agent = await accounts.authenticate(token);
      return agent !== undefined && agent.bannedAt === undefined && organisers.has(agent.id);
    },
    shutOut: (agent) => bans.shutOut(agent),
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
      failures: accounts.limits.failuresOfAddress,
    },
    arena,
    rules: (id, version) => [...games, ...oldGames].find((game) => game.id === id && game.version === version),
    agent: async (named) => (await accounts.byId(named)) ?? accounts.byName(named),
    audit: auditOf(storage.documents, clock),
  });
  const gateways: Gateway[] = served.map((protocol) => protocol.open(parts));
  const bans = new Bans({
    arena,
    accounts,
    clock: realClock(),
    sockets,
    gateways: () => [...gateways, competitions],
    fault,
  });
  metrics.observe({ arena: local, storage, sockets, gateways: gateways.map(({ name }) => name) });

  let ready = false;
  addBasics(http, () => ready, fault);
  http.get('/metrics', async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );

  const stop = async (): Promise<void> => {
    bans.stop();
    competitions.stop();
    sessions.stop();
    seasons.stop();
    tables.stop();
    local.stop();
    held.stop();
    await Promise.allSettled(gateways.map((gateway) => gateway.stop()));
    sockets.close();
    await house.close();
    await money?.purse.stop();
    const late = setTimeout(() => sockets.terminate(), SECOND);
    await http.close();
    clearTimeout(late);
    await notary.close();
    await storage.close();
  };

  try {
    await keys.published();
    await seasons.start();
    const restored = await local.restore();
    if (restored) log.info({ matches: restored }, 'took up the matches under way');
    await house.start();
    sockets.listenOn(http.server);
    await http.listen({ host: config.host, port: config.port });
    for (const gateway of gateways) await gateway.start?.();
    await held.start();
    await local.lobby.reopen();
    await competitions.start();
    await sessions.start();
    ready = true;
    opening.resolve();
    bans.start();
    void notary.catchUp();
    money?.purse.start();
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
    stop,
  };
}

/** Where money is off, nothing of it is loaded. */
async function openPurse(
  { chain }: Config,
  storage: Storage,
  clock: Clock,
  log: Logger,
  fault: (error: unknown) => void,
): Promise<{ purse: Purse; desk: PurseDesk } | undefined> {
  if (!chain) return undefined;
  const trouble = (words: string | undefined) =>
    words === undefined ? log.info('the purse is well again') : log.warn({ trouble: words }, 'the purse has trouble');
  try {
    const { openPurse: open } = await import('./purse/open.ts');
    const { deskOf } = await import('./purse/desk.ts');
    const purse = await open(chain, { place: true, storage, clock, trouble, fault });
    return { purse, desk: deskOf(purse, storage.purse, chain.limits, chain.id) };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function addBasics(http: FastifyInstance, ready: () => boolean, fault: (error: unknown) => void): void {
  http.get('/healthz', async (_, reply) =>
    ready() ? reply.type('text/plain').send('ok') : reply.code(503).send({ error: 'Starting.' }),
  );
  http.setNotFoundHandler(async (_, reply) => reply.code(404).send({ error: 'Not found.' }));
  answerFailures(http, fault);
}
