import type { Lobby, MatchHandle, MatchHeader, Opening, Seated, Sitter, TableInfo } from '../core/arena.ts';
import type { LocalLobby } from '../core/lobby/lobby.ts';
import type { NodeStore } from '../storage/nodes.ts';
import { ask, orFailed } from './asking.ts';
import type { Bus } from './bus.ts';
import { type AfarSitter, isAfarSitter, isLobbyRequest, type LobbyRequest } from './messages.ts';
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
      if (!isLobbyRequest(message)) return this.#parts.broken(subject);
      if (!this.#parts.isSure()) return;
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
  sitter(node: string, { holder, ref, address = 'unknown' }: AfarSitter): Sitter {
    const { bus, isSure, whereabouts, fault, node: from } = this.#parts;
    whereabouts.seen(holder.agent, address);
    const tell = (message: object) => {
      if (isSure()) ask(bus, nodeOf(node), { ...message, from, ref }, TELL_FOR).catch(fault);
    };
    return {
      ...holder,
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

  async #serve({ op, args, from, again }: LobbyRequest): Promise<unknown> {
    const { lobby } = this.#parts;
    const [first, second, third] = args;
    switch (op) {
      case 'open':
        return lobby.open(first as Opening);
      case 'table':
        return lobby.table(first as string);
      case 'tables':
        return lobby.tables(first as string);
      case 'waiting':
        return lobby.waiting(first as string);
      case 'sit':
        return this.#seat(from, second, again ? ({ table }) => table === first : undefined, (sitter) =>
          lobby.sit(first as string, sitter, (third as number | null) ?? undefined),
        );
      case 'queue':
        return this.#seat(
          from,
          second,
          again ? ({ game, at }) => game === first && Date.now() - at < FRESH : undefined,
          (sitter) => lobby.queue(first as string, sitter),
        );
      case 'attach':
        return isAfarSitter(second) && lobby.attach(first as string, this.sitter(from, second));
      case 'stand':
        return lobby.stand(first as string, second as string);
      case 'welcome':
        return lobby.welcome(first as string, second as boolean);
      case 'start':
        return lobby.start(first as string);
      case 'begin': {
        const sitters = (second as unknown[]).filter(isAfarSitter).map((one) => this.sitter(from, one));
        return (await lobby.begin(first as Opening, sitters)).header;
      }
      case 'close':
        return lobby.close(first as string, second as string);
      case 'put': {
        const sitters = (second as unknown[]).filter(isAfarSitter).map((one) => this.sitter(from, one));
        return Object.fromEntries(await this.put(first as TableInfo, sitters));
      }
      default:
        throw new Error(`a lobby knows no ${op}`);
    }
  }

  /** @param couldBe asked again: the lobby's last node may have seated it, begun such a match and died */
  async #seat(
    from: string,
    afar: unknown,
    couldBe: ((header: MatchHeader) => boolean) | undefined,
    sit: (sitter: Sitter) => Promise<Seated>,
  ): Promise<Seated | Begun> {
    if (!isAfarSitter(afar)) throw new Error('nobody to be seated');
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
