// Longer than most files: joining, standing still, taking over and leaving are the states of one node.
import type { Arena, MatchHandle, MatchHeader, Sitter, TableEvent, TableInfo, Unplayed } from '../core/arena.ts';
import { arenaOf } from '../core/arena-facade.ts';
import type { Clock } from '../core/clock.ts';
import { handleOf } from '../core/handle.ts';
import { arrivalOf } from '../core/lobby/table.ts';
import type { Beginning, LocalArena } from '../core/local-arena.ts';
import type { Match } from '../core/match.ts';
import { sizeOf } from '../core/size.ts';
import type { Storage } from '../core/storage.ts';
import type { Update } from '../core/update.ts';
import { nodeStore } from '../storage/nodes.ts';
import { openPostgres } from '../storage/postgres.ts';
import { throwInWords } from '../storage/trouble.ts';
import type { Watch } from '../storage/watch.ts';
import { ask, orFailed } from './asking.ts';
import { ClusterArena } from './cluster-arena.ts';
import { ClusterLobby } from './cluster-lobby.ts';
import { LobbyHost } from './lobby-host.ts';
import { MatchHost } from './match-host.ts';
import { isNews, isNodeRequest, type Member, type News, type NodeRequest } from './messages.ts';
import { ClusterNode } from './node.ts';
import { Once } from './once.ts';
import { steadyStore } from './steady-store.ts';
import { NEWS, nodeOf } from './subjects.ts';
import type { Whereabouts } from './whereabouts.ts';

export interface ClusterParts {
  name: string;
  natsUrl: string;
  databaseUrl: string;
  clock: Clock;
  sockets(): number;
  /** Where other nodes reach the HTTP of this one. */
  address(): string;
  newId(): string;
  whereabouts: Whereabouts;
  /** Who wants to know how the database does. */
  watch?: Watch;
  /** For the host of the server. */
  say(words: string): void;
  fault(error: unknown): void;
}

/** What the rest of the server does when something happens in the cluster. */
export interface ClusterEvents {
  /** What only one node has is this one's from now on. */
  desk(): void;
  /** A match lives here from now on, be it new or taken over. */
  arrived(match: MatchHandle): void;
  /** A node died or went. */
  gone(): void;
  /** Another node has shut this agent out. */
  banned(agent: string): void;
  /** A season was opened at another node. */
  seasons(): Promise<void>;
  /** Somebody at another node wants this one to leave. */
  drain(): void;
  fenced(): void;
}

export type NodeInfo = Pick<Member, 'name' | 'matches' | 'sockets' | 'leaving' | 'standing'> & {
  /** Lobbies of games, and the desk. */
  places: string[];
};

/** The place of the gateways that only one node has. */
const DESK = 'desk';
const CHECK_EVERY = 10_000;
const RETURN_WITHIN = 3000;
const BEGIN_WITHIN = 4000;
const TELL_WITHIN = 2000;
/** Bytes, about. */
const MOST_TOLD = 64 * 1024;

/** The node's part in the cluster: the storage that knows its place, the arena that knows all of them. */
export class Cluster {
  readonly storage: Storage;
  readonly #parts: ClusterParts;
  readonly #node: ClusterNode;
  readonly #once = new Once();
  readonly #hosts = new Map<string, MatchHost>();
  #local!: LocalArena;
  #arena!: ClusterArena;
  #lobby!: ClusterLobby;
  #lobbies!: LobbyHost;
  #events: ClusterEvents | undefined;
  #checks: NodeJS.Timeout | undefined;
  #matches = 0;
  #hasDesk = false;
  #deskNode: string | undefined;

  private constructor(parts: ClusterParts, node: ClusterNode, storage: Storage) {
    this.#parts = parts;
    this.#node = node;
    this.storage = storage;
  }

  /** Joins. @throws with a sentence for the host of the server */
  static async open(parts: ClusterParts): Promise<Cluster> {
    const { name, natsUrl, databaseUrl, clock, watch, say, fault, sockets, address } = parts;
    const nodes = nodeStore(databaseUrl, name);
    const load = () => ({ matches: cluster?.liveCount ?? 0, sockets: sockets(), address: address() });
    let cluster: Cluster | undefined;
    let storage: Storage | undefined;
    // Writes are taken in order.
    const stored = async () => void (await storage!.figures.post({ figures: [], settle: () => [] }, 0));
    const node = new ClusterNode({ name, natsUrl, nodes, clock, load, stored, say, fault });
    try {
      if (await nodes.isUsed()) await node.greet();
      storage = await openPostgres(databaseUrl, node, watch);
      await node.join();
    } catch (error) {
      await storage?.close();
      await node.close();
      return throwInWords(error);
    }
    const matches = steadyStore(storage.matches, () => node.mayWrite());
    cluster = new Cluster(parts, node, { ...storage, matches });
    return cluster;
  }

  get clock(): Clock {
    return this.#node.clock;
  }

  get name(): string {
    return this.#node.name;
  }

  get liveCount(): number {
    return this.#matches;
  }

  /** Both connections are there. */
  get ready(): boolean {
    return !this.#node.stands && !this.#node.leaving;
  }

  /** The arena over all nodes. */
  arena(local: LocalArena): Arena {
    const { bus, nodes } = this.#node;
    const { fault, newId, whereabouts } = this.#parts;
    const here = arenaOf(local);
    this.#local = local;
    const broken = (subject: string) => fault(new Error(`a message on ${subject} makes no sense; it was left`));
    this.#lobbies = new LobbyHost({
      bus,
      node: this.name,
      nodes,
      once: this.#once,
      isSure: () => this.#node.isSure,
      isPresent: (node) => this.#node.isPresent(node),
      local: local.lobby,
      lobby: here.lobby,
      byTable: (table) => this.#arena.arena.byTable(table),
      whereabouts,
      broken,
      fault,
    });
    this.#lobby = new ClusterLobby({
      bus,
      node: this.name,
      games: local.games.map(({ id }) => id),
      host: this.#lobbies,
      here: here.lobby,
      newId,
      whereabouts,
      seats: (agent) => nodes.seats(agent),
      handle: (header) => this.#handle(header),
      fault,
    });
    this.#arena = new ClusterArena({
      here,
      lobby: this.#lobby,
      nodes,
      storage: this.storage,
      others: () => this.#others(),
      deskElsewhere: () => (this.#deskNode === this.name ? undefined : this.#deskNode),
      remote: { bus, node: this.name, clock: this.clock, isOut: () => this.#node.isOut, fault },
      undone: (match) => this.#publish({ kind: 'undone', match }),
    });
    here.lobby.watch((event, table) => {
      // The tables of a node that leaves are found again elsewhere.
      if (!this.#node.leaving) this.#publish({ kind: 'table', event, table });
    });
    local.watch((event, match) => {
      if (event === 'begun') this.#arrive(match);
      else this.#depart(match.id);
      const last = event === 'over' ? lastOf(match) : undefined;
      this.#publish({ kind: 'match', event, header: match.header, ...(last && { last }) });
    });
    bus.listen(NEWS, (message) => {
      if (!isNews(message)) broken(NEWS);
      else if (message.from !== this.name) this.#hear(message);
    });
    bus.listen(nodeOf(this.name), (message, answer) => {
      if (!isNodeRequest(message)) broken(nodeOf(this.name));
      else this.#once.ask(message.id, answer, (done) => void orFailed(this.#serve(message)).then(done));
    });
    bus.watch((connected) => connected && this.#askAgain());
    return this.#arena.arena;
  }

  /** Takes up what is this node's, and what is nobody's. */
  async start(events: ClusterEvents): Promise<void> {
    this.#events = events;
    await this.#node.start({
      adopted: (ids) => this.#adopt(ids),
      gone: (node) => this.#lose(node),
      looked: () => this.#claimPlaces(),
      fenced: () => events.fenced(),
    });
    await this.#lobby.learn();
    this.#checks = setInterval(() => {
      for (const match of this.#arena.watched) match.check().catch(() => match.moved());
    }, CHECK_EVERY);
  }

  /** Where a match of these seats is best begun: where most of their sessions are, then where there is least to do. */
  beginElsewhere(beginning: Beginning, sitters: Sitter[]): Promise<MatchHandle> | undefined {
    const node = this.#bestFor(sitters);
    return node === this.name ? undefined : this.#beginAt(node, { ...beginning, id: this.#parts.newId() }, sitters);
  }

  /** The other nodes shut the agent out as well. */
  banned(agent: string): void {
    this.#publish({ kind: 'banned', agent });
  }

  /** Resolves when the nodes that can be reached have read it; others do when they can be. */
  async seasonOpened(): Promise<void> {
    const told = this.#others().map((node) =>
      ask(this.#node.bus, nodeOf(node), { op: 'seasons', from: this.name }, TELL_WITHIN),
    );
    await Promise.allSettled(told);
  }

  /** Those that are alive, with what they have. */
  async nodes(): Promise<NodeInfo[]> {
    const places = await this.#node.nodes.places();
    return this.#node.members
      .living()
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name, matches, sockets, leaving, standing }) => ({
        name,
        matches,
        sockets,
        leaving,
        standing,
        places: places.filter(({ node }) => node === name).map(({ id }) => id),
      }));
  }

  get hasDesk(): boolean {
    return this.#hasDesk;
  }

  /** Where the node is that has what only one has; undefined: it is on its way from one to another. */
  get deskAddress(): URL | undefined {
    const member = this.#node.members.living().find(({ name }) => name === this.#deskNode);
    return member && new URL(member.address);
  }

  /** Tells a node to leave. False: there is none of that name. */
  async drain(node: string): Promise<boolean> {
    if (!this.#node.members.living().some(({ name }) => name === node)) return false;
    await ask(this.#node.bus, nodeOf(node), { op: 'drain', from: this.name }, BEGIN_WITHIN);
    return true;
  }

  /** Nothing more is taken on, and the others know that whoever was here may return by them. */
  async beginLeaving(): Promise<void> {
    clearInterval(this.#checks);
    await this.#node.beginLeaving();
    this.#lobbies.close();
    this.#publish({ kind: 'leaving' });
  }

  /** The matches and lobbies have stopped: once what they wrote is stored, others have them. */
  async release(): Promise<void> {
    for (const host of this.#hosts.values()) host.close();
    await this.#node.release().catch(this.#parts.fault);
    this.#publish({ kind: 'orphans' });
  }

  /** Nothing more is written. */
  async leave(): Promise<void> {
    await this.#node.leave().catch(this.#parts.fault);
    this.#publish({ kind: 'orphans' });
  }

  async close(): Promise<void> {
    clearInterval(this.#checks);
    await this.#node.close();
  }

  // ── matches ──

  #arrive(match: Match): void {
    this.#matches++;
    const broken = (subject: string) =>
      this.#parts.fault(new Error(`a message on ${subject} is no question; it was left`));
    const { bus } = this.#node;
    const isSure = () => this.#node.isSure;
    const isPresent = (node: string) => this.#node.isPresent(node);
    this.#hosts.set(match.id, new MatchHost(match, { bus, once: this.#once, isSure, isPresent, broken }));
    this.#events?.arrived(handleOf(match));
  }

  #depart(id: string): void {
    this.#hosts.get(id)?.close();
    if (this.#hosts.delete(id)) this.#matches--;
  }

  async #adopt(ids: string[]): Promise<void> {
    const records = (await Promise.all(ids.map((id) => this.storage.matches.load(id)))).filter(
      (record) => record !== undefined,
    );
    await this.#local.takeUp(records);
    const arrived = ids.flatMap((id) => this.#local.match(id) ?? []);
    for (const match of arrived) this.#arrive(match);
    if (arrived.length === 0) return;
    this.#parts.say(`took up ${arrived.length} matches`);
    const matches = arrived.map(({ id }) => id);
    this.#arena.moved(matches);
    this.#publish({ kind: 'moved', matches });
  }

  #lose(node: string): void {
    this.#node.members.forget(node);
    for (const host of this.#hosts.values()) host.lose(node);
    this.#local.lobby.lose(node);
    this.#events?.gone();
  }

  #others(): string[] {
    return this.#node.members.living().flatMap(({ name }) => (name === this.name ? [] : [name]));
  }

  #handle(header: MatchHeader): MatchHandle {
    const match = this.#local.match(header.id);
    return match ? handleOf(match) : this.#arena.handle(header);
  }

  #bestFor(sitters: readonly Sitter[]): string {
    const fit = this.#node.members.living().filter(({ leaving, standing }) => !leaving && !standing);
    const sessions = (name: string) =>
      sitters.filter(({ kind, node = this.name }) => kind !== 'bot' && node === name).length;
    const [best] = fit.sort(
      (a, b) =>
        sessions(b.name) - sessions(a.name) ||
        a.matches - b.matches ||
        Number(b.name === this.name) - Number(a.name === this.name),
    );
    return best?.name ?? this.name;
  }

  async #beginAt(node: string, beginning: Beginning, sitters: readonly Sitter[]): Promise<MatchHandle> {
    try {
      const message = { op: 'begin', beginning, from: this.name };
      return this.#handle((await ask(this.#node.bus, nodeOf(node), message, BEGIN_WITHIN)) as MatchHeader);
    } catch (error) {
      this.#parts.fault(error);
    }
    // It may have been begun there all the same: under its id there is one.
    const found = await this.#arena.arena.find(beginning.id!);
    if (found) return found;
    return handleOf(await this.#local.begin(beginning, undefined, arrivalOf(sitters)));
  }

  // ── lobbies ──

  async #claimPlaces(): Promise<void> {
    const places = await this.#node.nodes.places();
    const others = places.filter(({ node }) => node !== this.name).map(({ id }) => id);
    this.#deskNode = places.find(({ id }) => id === DESK)?.node;
    if (!this.#hasDesk && !others.includes(DESK) && (await this.#node.nodes.claim('desk', DESK))) {
      this.#hasDesk = true;
      this.#deskNode = this.name;
      this.#events?.desk();
    }
    for (const { id: game } of this.#local.games) {
      const place = `lobby:${game}`;
      if (this.#lobbies.has(game) || others.includes(place)) continue;
      if (await this.#node.nodes.claim('lobby', place)) await this.#openLobby(game);
    }
  }

  async #openLobby(game: string): Promise<void> {
    const { lobby } = this.#local;
    await lobby.restore(game);
    this.#lobbies.open(game);
    this.#publish({ kind: 'lobby', game });
    await this.#lobby.putAgain(game);
    // Whoever sat there has a moment to say so again.
    setTimeout(() => lobby.reopen(game).catch(this.#parts.fault), RETURN_WITHIN);
  }

  // ── what others say ──

  #publish(news: News extends infer One ? (One extends News ? Omit<One, 'from'> : never) : never): void {
    this.#node.bus.publish(NEWS, { ...news, from: this.name });
  }

  #hear(news: News): void {
    switch (news.kind) {
      case 'match':
        return this.#arena.hear(news.event, news.header as MatchHeader, news.last as Update | undefined);
      case 'table':
        return this.#lobby.hear(news.event as TableEvent, news.table as TableInfo);
      case 'moved':
        return this.#arena.moved(news.matches);
      case 'lobby':
        return void this.#lobby.putAgain(news.game).catch(this.#parts.fault);
      case 'leaving':
        for (const host of this.#hosts.values()) host.lose(news.from);
        return this.#local.lobby.lose(news.from);
      case 'orphans':
        return void this.#node.look();
      case 'banned':
        return this.#events?.banned(news.agent);
      case 'undone':
        return this.#local.forget(news.match);
    }
  }

  async #serve(request: NodeRequest): Promise<unknown> {
    switch (request.op) {
      case 'seat':
        this.#lobby.begun(request.ref, request.header as MatchHeader, request.seat);
        return {};
      case 'dismiss':
        this.#lobby.dismissed(request.ref, request.reason);
        return {};
      case 'begin': {
        const match = await this.#local.begin(request.beginning as Beginning, undefined, Number.POSITIVE_INFINITY);
        return match.header;
      }
      case 'drain':
        this.#events?.drain();
        return {};
      case 'seasons':
        await this.#events?.seasons();
        return {};
      case 'reach':
        return (await this.#local.callers.reach(request.agent, request.game)) ?? null;
      case 'expecting':
        return this.#local.callers.expecting(request.agent);
      case 'arrive':
        return this.#local.callers.arrive(request.agent, request.game);
      case 'tell':
        this.#local.callers.tell(request.agent, request.notice as Unplayed);
        return {};
      case 'call': {
        const match = this.#handle(request.header as MatchHeader);
        this.#local.callers.seat(request.via, request.agent, match, request.seat);
        return {};
      }
    }
  }

  /** The connection was lost and is back: what was said meanwhile is not known. */
  #askAgain(): void {
    for (const match of this.#arena.watched) match.moved();
    void this.#lobby.learn().catch(this.#parts.fault);
    void this.#events?.seasons().catch(this.#parts.fault);
  }
}

/** What spectators see of a match that is over, unless that is much to tell every node. */
function lastOf(match: Match): Update | undefined {
  let last: Update | undefined;
  match.watch('spectator', (update) => (last = update), { unseen: true })();
  return last && sizeOf(last) <= MOST_TOLD ? last : undefined;
}
