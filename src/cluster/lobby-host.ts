import type { Lobby, MatchHandle, MatchHeader, Opening, Seated, Sitter, TableInfo } from '../core/arena.ts';
import type { LocalLobby } from '../core/lobby/lobby.ts';
import type { NodeStore } from '../storage/nodes.ts';
import { ask, orFailed } from './asking.ts';
import type { Bus } from './bus.ts';
import { type AfarSitter, isLobbyRequest, type LobbyRequest } from './messages.ts';
import type { Once } from './once.ts';
import { lobbyOf, nodeOf } from './subjects.ts';
import type { Whereabouts } from './whereabouts.ts';

export interface LobbyHostParts {
  bus: Bus;
  node: string;
  nodes: Pick<NodeStore, 'headers'>;
  once: Once;
  /** Whether the lobbies are this node's beyond doubt; otherwise it is silent, and the asker asks again. */
  isSure(): boolean;
  /** Whether that node is there: nobody sits down from one that was declared gone. */
  isPresent(node: string): boolean;
  local: LocalLobby;
  /** The local lobby as everyone uses it. */
  lobby: Lobby;
  byTable(table: string): Promise<MatchHandle | undefined>;
  whereabouts: Whereabouts;
  broken(subject: string): void;
  fault(error: unknown): void;
}

/** Who was seated and whose match has begun before they could be told. */
export type Begun = { begun: { header: unknown; seat: number } };

/** May be answered as often as they are asked. */
const READS: ReadonlySet<string> = new Set(['table', 'tables', 'waiting']);
const TELL_FOR = 15_000;
/** A minute, and how far the clocks of two nodes may be apart. */
const FRESH = 180_000;

/** The lobbies of games that this node has, as other nodes reach them. */
export class LobbyHost {
  readonly #parts: LobbyHostParts;
  readonly #unlisten = new Map<string, () => void>();

  constructor(parts: LobbyHostParts) {
    this.#parts = parts;
  }

  has(game: string): boolean {
    return this.#unlisten.has(game);
  }

  get games(): string[] {
    return [...this.#unlisten.keys()];
  }

  open(game: string): void {
    const subject = lobbyOf(game);
    const unlisten = this.#parts.bus.listen(subject, (message, answer) => {
      if (!isLobbyRequest(message) || (gameOf(message) ?? game) !== game) return this.#parts.broken(subject);
      if (!this.#parts.isSure() || !this.#parts.isPresent(message.from)) return;
      if (READS.has(message.op)) void orFailed(this.#serve(message)).then(answer);
      else this.#parts.once.ask(message.id, answer, (done) => void orFailed(this.#serve(message)).then(done));
    });
    this.#unlisten.set(game, unlisten);
  }

  close(): void {
    for (const unlisten of this.#unlisten.values()) unlisten();
    this.#unlisten.clear();
  }

  /** Somebody of another node who sits here: what becomes of it is told there. */
  sitter(node: string, { holder, ref, address = 'unknown', single }: AfarSitter): Sitter {
    const { bus, isSure, whereabouts, fault, node: from } = this.#parts;
    whereabouts.seen(holder.agent, address);
    const tell = (message: object) => {
      if (isSure()) ask(bus, nodeOf(node), { ...message, from, ref }, TELL_FOR).catch(fault);
    };
    return {
      ...holder,
      ...(single && { single }),
      node,
      begin: ({ id, header }, seat) => tell({ op: 'seat', match: id, header, seat }),
      dismiss: (reason) => tell({ op: 'dismiss', reason }),
    };
  }

  /** Puts a table up again that another node remembers, with those of its sitters who are there. */
  async put(info: TableInfo, sitters: Sitter[]): Promise<Map<string, Begun>> {
    const { local, lobby, byTable } = this.#parts;
    const begun = new Map<string, Begun>();
    const match = local.table(info.id) ? undefined : await byTable(info.id);
    for (const { agent } of match ? sitters : []) {
      const seat = match!.header.seats.findIndex((one) => one.agent === agent);
      if (seat >= 0) begun.set(agent, { begun: { header: match!.header, seat } });
    }
    if (match) return begun;
    local.adopt(info);
    for (const sitter of sitters) {
      if (!local.attach(info.id, sitter)) await lobby.sit(info.id, sitter);
    }
    return begun;
  }

  async #serve(request: LobbyRequest): Promise<unknown> {
    const { lobby } = this.#parts;
    const { op, args, from, again } = request;
    switch (op) {
      case 'open':
        return lobby.open(args[0] as Opening);
      case 'table':
        return lobby.table(args[0]);
      case 'tables':
        return lobby.tables(args[0]);
      case 'waiting':
        return lobby.waiting(args[0]);
      case 'sit': {
        const [table, afar, place] = args;
        const isIt = (header: MatchHeader) => header.table === table;
        return this.#seat(from, afar, again ? isIt : undefined, (sitter) =>
          lobby.sit(table, sitter, place ?? undefined),
        );
      }
      case 'queue': {
        const isIt = ({ game, at }: MatchHeader) => game === args[0] && Date.now() - at < FRESH;
        return this.#seat(from, args[1], again ? isIt : undefined, (sitter) => lobby.queue(args[0], sitter));
      }
      case 'attach':
        return lobby.attach(args[0], this.sitter(from, args[1]));
      case 'stand':
        return lobby.stand(...args);
      case 'welcome':
        return lobby.welcome(...args);
      case 'start':
        return lobby.start(args[0]);
      case 'begin': {
        const sitters = args[1].map((one) => this.sitter(from, one));
        return (await lobby.begin(args[0] as Opening, sitters)).header;
      }
      case 'close':
        return lobby.close(...args);
      case 'put': {
        const sitters = args[1].map((one) => this.sitter(from, one));
        return Object.fromEntries(await this.put(args[0] as TableInfo, sitters));
      }
    }
  }

  /** @param couldBe asked again: the lobby's last node may have seated it, begun such a match and died */
  async #seat(
    from: string,
    afar: AfarSitter,
    couldBe: ((header: MatchHeader) => boolean) | undefined,
    sit: (sitter: Sitter) => Promise<Seated>,
  ): Promise<Seated | Begun> {
    const begun = couldBe && (await this.#alreadyBegun(afar, couldBe));
    return begun ?? sit(this.sitter(from, afar));
  }

  async #alreadyBegun({ holder }: AfarSitter, couldBe: (header: MatchHeader) => boolean): Promise<Begun | undefined> {
    const { agent, via } = holder;
    const headers = await this.#parts.nodes.headers({ agent });
    for (const header of headers.reverse()) {
      const seat = header.seats.findIndex((one) => one.agent === agent && one.via === via);
      if (seat >= 0 && header.table !== undefined && couldBe(header)) return { begun: { header, seat } };
    }
    return undefined;
  }
}

/** Of which game the question is, where it says so. */
function gameOf({ op, args }: LobbyRequest): string | undefined {
  if (op === 'open' || op === 'begin' || op === 'put') return args[0].game;
  return op === 'tables' || op === 'waiting' || op === 'queue' ? args[0] : undefined;
}
