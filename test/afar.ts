import { ClusterArena } from '../src/cluster/cluster-arena.ts';
import { ClusterLobby } from '../src/cluster/cluster-lobby.ts';
import { busInMemory } from '../src/cluster/fixture.ts';
import { LobbyHost } from '../src/cluster/lobby-host.ts';
import { MatchHost } from '../src/cluster/match-host.ts';
import { isNews, isNodeRequest } from '../src/cluster/messages.ts';
import { Once } from '../src/cluster/once.ts';
import { NEWS } from '../src/cluster/subjects.ts';
import type { Arena, MatchHeader, TableEvent, TableInfo } from '../src/core/arena.ts';
import { arenaOf } from '../src/core/arena-facade.ts';
import type { Clock } from '../src/core/clock.ts';
import type { LocalArena } from '../src/core/local-arena.ts';
import type { Match } from '../src/core/match.ts';
import type { Storage } from '../src/core/storage.ts';

/** Whether gateways under test are at another node than their matches and lobbies. */
export const isAfar = process.env.CROSSPLAY_TEST_ARENA === 'afar';

/** What another node is told or asked for comes a moment later than what is here. */
export async function arrived(): Promise<void> {
  for (let turn = 0; isAfar && turn < 8; turn++) await new Promise<void>((done) => setImmediate(done));
}

/** The arena as a gateway under test holds it: that of its own node, or, if so switched, that of another. */
export const contractOf = (local: LocalArena, parts: AfarParts): Arena =>
  isAfar ? fromAfar(local, parts) : arenaOf(local);

export interface AfarParts {
  storage: Storage;
  clock: Clock;
  fault(error: unknown): void;
}

/** An arena as it looks from a node that has no match and no lobby: everything is asked over the bus. */
export function fromAfar(local: LocalArena, { storage, clock, fault }: AfarParts): Arena {
  const there = arenaOf(local);
  const bus = busInMemory();
  const once = new Once();
  const isSure = () => true;
  const whereabouts = { of: () => undefined, seen: () => {} };
  const broken = (subject: string) => fault(new Error(`a message on ${subject} makes no sense`));
  const games = local.games.map(({ id }) => id);
  let serial = 0;
  const newId = () => `afar-${++serial}`;

  const nodes = {
    headers: async ({ id, game, agent }: { id?: string; game?: string; agent?: string }) =>
      local.live
        .map(({ header }) => header)
        .filter(
          (header) =>
            (id === undefined || header.id === id) &&
            (game === undefined || header.game === game) &&
            (agent === undefined || header.seats.some((seat) => seat.agent === agent)),
        ),
    seats: async (agent: string) => (await nodes.headers({ agent })).length,
  };
  const hostOf = (node: string) =>
    new LobbyHost({
      ...{ bus, node, nodes, once, isSure, isPresent: isSure, whereabouts, broken, fault },
      local: local.lobby,
      lobby: there.lobby,
      byTable: (table) => there.byTable(table),
    });
  const lobbies = hostOf('home');
  for (const game of games) lobbies.open(game);
  const hosts = new Map<string, MatchHost>();
  const arrive = (match: Match) =>
    hosts.set(match.id, new MatchHost(match, { bus, once, isSure, isPresent: isSure, broken }));

  const here: Arena = {
    ...there,
    live: async () => [],
    running: async () => undefined,
    find: async (id) => (local.match(id) ? undefined : there.find(id)),
    watch: () => () => {},
  };
  const lobby = new ClusterLobby({
    ...{ bus, games, newId, whereabouts, fault },
    node: 'away',
    host: hostOf('away'),
    here: { ...there.lobby, watch: () => () => {} },
    seats: nodes.seats,
    handle: (header) => away.handle(header),
  });
  const away: ClusterArena = new ClusterArena({
    ...{ here, lobby, nodes, storage },
    others: () => [],
    deskElsewhere: () => undefined,
    remote: { bus, node: 'away', clock, isOut: () => false, fault },
    undone: () => {},
  });

  bus.listen('node.away', (message, answer) => {
    if (!isNodeRequest(message)) return broken('node.away');
    if (message.op === 'seat') lobby.begun(message.ref, message.header as MatchHeader, message.seat);
    else if (message.op === 'dismiss') lobby.dismissed(message.ref, message.reason);
    answer({});
  });
  bus.listen(NEWS, (message) => {
    if (!isNews(message)) return broken(NEWS);
    if (message.kind === 'match') away.hear(message.event, message.header as MatchHeader);
    else if (message.kind === 'table') lobby.hear(message.event as TableEvent, message.table as TableInfo);
  });
  there.lobby.watch((event, table) => bus.publish(NEWS, { kind: 'table', from: 'home', event, table }));
  local.watch((event, match) => {
    if (event === 'begun') arrive(match);
    else hosts.get(match.id)?.close();
    bus.publish(NEWS, { kind: 'match', from: 'home', event, header: match.header });
  });
  const takeUp = local.takeUp.bind(local);
  local.takeUp = async (records) => {
    await takeUp(records);
    for (const match of local.live) if (!hosts.has(match.id)) arrive(match);
  };
  const restore = local.lobby.restore.bind(local.lobby);
  local.lobby.restore = async (game) => {
    await restore(game);
    await lobby.learn();
  };
  return away.arena;
}
