import { randomUUID } from 'node:crypto';
import type { Lobby, MatchHandle, MatchHeader, Opening, Seated, Sitter, TableEvent, TableInfo } from '../core/arena.ts';
import type { Seat } from '../core/game.ts';
import { MOST_SEATS } from '../core/lobby/lobby.ts';
import { StorageBusy } from '../core/storage.ts';
import { ask } from './asking.ts';
import { type Bus, NoAnswer } from './bus.ts';
import type { Begun, LobbyHost } from './lobby-host.ts';
import type { AfarSitter } from './messages.ts';
import { lobbyOf } from './subjects.ts';
import type { Whereabouts } from './whereabouts.ts';

export interface ClusterLobbyParts {
  bus: Bus;
  node: string;
  games: readonly string[];
  /** The lobbies of this node. */
  host: LobbyHost;
  here: Lobby;
  newId(): string;
  whereabouts: Whereabouts;
  /** In how many matches of all nodes an agent has a seat. */
  seats(agent: string): Promise<number>;
  handle(header: MatchHeader): MatchHandle;
  fault(error: unknown): void;
}

interface Seating {
  sitter: Sitter;
  /** Known once it sits. */
  table?: string;
}

type Listener = (event: TableEvent, table: TableInfo) => void;

const PATIENCE = 20_000;

/** The lobbies of all games, wherever each is. */
export class ClusterLobby implements Lobby {
  readonly #parts: ClusterLobbyParts;
  readonly #listeners = new Set<Listener>();
  /** Every table that this node has heard of, so that it is known which lobby has it. */
  readonly #tables = new Map<string, TableInfo>();
  /** Those of this node who sit at tables of other nodes, by what is sent of them. */
  readonly #sittings = new Map<string, Seating>();
  /** Tables that this node opened elsewhere. */
  readonly #opened = new Set<string>();

  constructor(parts: ClusterLobbyParts) {
    this.#parts = parts;
    parts.here.watch((event, table) => this.hear(event, table));
  }

  // ── what other nodes say ──

  hear(event: TableEvent, table: TableInfo): void {
    if (event === 'closed') {
      this.#tables.delete(table.id);
      this.#opened.delete(table.id);
    } else this.#tables.set(table.id, table);
    for (const listener of [...this.#listeners]) {
      try {
        listener(event, table);
      } catch (error) {
        this.#parts.fault(error);
      }
    }
  }

  begun(ref: string, header: MatchHeader, seat: Seat): void {
    const seating = this.#sittings.get(ref);
    this.#sittings.delete(ref);
    seating?.sitter.begin(this.#parts.handle(header), seat);
  }

  dismissed(ref: string, reason: string): void {
    const seating = this.#sittings.get(ref);
    this.#sittings.delete(ref);
    seating?.sitter.dismiss(reason);
  }

  /** The lobby of a game is on another node than before: what this one knows of its tables is said again. */
  async putAgain(game: string): Promise<void> {
    const { host } = this.#parts;
    const mine = Map.groupBy(this.#sittings, ([, { table }]) => table ?? '');
    for (const table of [...this.#tables.values()]) {
      const sittings = mine.get(table.id) ?? [];
      if (table.game !== game || (sittings.length === 0 && !this.#opened.has(table.id))) continue;
      if (host.has(game)) {
        const begun = await host.put(
          table,
          sittings.map(([, { sitter }]) => sitter),
        );
        for (const [ref, { sitter }] of sittings) {
          const told = begun.get(sitter.agent);
          if (told) this.#tell(ref, told);
          else this.#sittings.delete(ref);
        }
        continue;
      }
      const afar = sittings.map(([ref, { sitter }]) => this.#afar(ref, sitter));
      const begun = (await this.#ask(game, 'put', table, afar)) as { [agent: string]: Begun };
      for (const [ref, { sitter }] of sittings) if (begun[sitter.agent]) this.#tell(ref, begun[sitter.agent]!);
    }
  }

  /** Every lobby's tables, for a node that has just come. */
  async learn(): Promise<void> {
    for (const table of await this.tables()) this.#tables.set(table.id, table);
  }

  // ── the contract ──

  async open(opening: Opening): Promise<TableInfo> {
    const { host, here, newId } = this.#parts;
    if (host.has(opening.game)) return here.open(opening);
    const table = (await this.#ask(opening.game, 'open', { id: newId(), ...opening })) as TableInfo;
    this.#tables.set(table.id, table);
    this.#opened.add(table.id);
    return table;
  }

  async table(id: string): Promise<TableInfo | undefined> {
    const game = this.#tables.get(id)?.game;
    if (game === undefined) return undefined;
    if (this.#parts.host.has(game)) return this.#parts.here.table(id);
    return ((await this.#ask(game, 'table', id)) as TableInfo | null) ?? undefined;
  }

  async tables(game?: string): Promise<TableInfo[]> {
    const { host, here, games } = this.#parts;
    const asked = game === undefined ? games : [game];
    const found = asked.map((one) =>
      host.has(one) ? here.tables(one) : (this.#ask(one, 'tables', one) as Promise<TableInfo[]>),
    );
    return (await Promise.all(found)).flat();
  }

  async waiting(game: string) {
    if (this.#parts.host.has(game)) return this.#parts.here.waiting(game);
    return (await this.#ask(game, 'waiting', game)) as Awaited<ReturnType<Lobby['waiting']>>;
  }

  async sit(id: string, sitter: Sitter, place?: number): Promise<Seated> {
    const game = this.#tables.get(id)?.game;
    if (game === undefined) return { refused: 'unknown' };
    if (await this.#isBusy(sitter)) return { refused: 'busy' };
    if (this.#parts.host.has(game)) return this.#parts.here.sit(id, sitter, place);
    return this.#seat(game, sitter, (afar) => this.#ask(game, 'sit', id, afar, place ?? null));
  }

  async queue(game: string, sitter: Sitter): Promise<Seated> {
    if (await this.#isBusy(sitter)) return { refused: 'busy' };
    if (this.#parts.host.has(game)) return this.#parts.here.queue(game, sitter);
    return this.#seat(game, sitter, (afar) => this.#ask(game, 'queue', game, afar));
  }

  async attach(id: string, sitter: Sitter): Promise<boolean> {
    const game = this.#tables.get(id)?.game;
    if (game === undefined) return false;
    if (this.#parts.host.has(game)) return this.#parts.here.attach(id, sitter);
    const ref = randomUUID();
    this.#sittings.set(ref, { sitter, table: id });
    const attached = (await this.#ask(game, 'attach', id, this.#afar(ref, sitter))) as boolean;
    if (!attached) this.#sittings.delete(ref);
    return attached;
  }

  async stand(id: string, agent: string): Promise<boolean> {
    const game = this.#tables.get(id)?.game;
    if (game === undefined) return false;
    if (this.#parts.host.has(game)) return this.#parts.here.stand(id, agent);
    const stood = (await this.#ask(game, 'stand', id, agent)) as boolean;
    if (!stood) return false;
    for (const [ref, { sitter, table }] of this.#sittings) {
      if (table === id && sitter.agent === agent) this.#sittings.delete(ref);
    }
    return true;
  }

  async welcome(id: string, welcomes: boolean): Promise<void> {
    const game = this.#tables.get(id)?.game;
    if (game === undefined) return;
    if (this.#parts.host.has(game)) return this.#parts.here.welcome(id, welcomes);
    await this.#ask(game, 'welcome', id, welcomes);
  }

  async start(id: string): Promise<boolean> {
    const game = this.#tables.get(id)?.game;
    if (game === undefined) return false;
    if (this.#parts.host.has(game)) return this.#parts.here.start(id);
    return (await this.#ask(game, 'start', id)) as boolean;
  }

  async begin(opening: Opening, sitters: Sitter[]): Promise<MatchHandle> {
    const { host, here, handle } = this.#parts;
    if (host.has(opening.game)) return here.begin(opening, sitters);
    const afar = sitters.map((sitter) => {
      const ref = randomUUID();
      this.#sittings.set(ref, { sitter });
      return this.#afar(ref, sitter);
    });
    return handle((await this.#ask(opening.game, 'begin', opening, afar)) as MatchHeader);
  }

  async close(id: string, reason: string): Promise<void> {
    const game = this.#tables.get(id)?.game;
    if (game === undefined) return;
    if (this.#parts.host.has(game)) return this.#parts.here.close(id, reason);
    await this.#ask(game, 'close', id, reason);
  }

  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // ── inside ──

  /** As a lobby says of its own node, over all of them. */
  async #isBusy({ agent, kind }: Sitter): Promise<boolean> {
    if (kind === 'bot') return false;
    let seats = await this.#parts.seats(agent);
    for (const { sitters } of this.#tables.values()) if (sitters.some((sitter) => sitter.agent === agent)) seats++;
    return seats >= MOST_SEATS;
  }

  async #ask(game: string, op: string, ...args: unknown[]): Promise<unknown> {
    const { bus, node } = this.#parts;
    try {
      return await ask(bus, lobbyOf(game), { op, args, from: node }, PATIENCE);
    } catch (error) {
      throw error instanceof NoAnswer ? new StorageBusy(error) : error;
    }
  }

  async #seat(game: string, sitter: Sitter, sit: (afar: AfarSitter) => Promise<unknown>): Promise<Seated> {
    const ref = randomUUID();
    const seating: Seating = { sitter };
    this.#sittings.set(ref, seating);
    try {
      const seated = (await sit(this.#afar(ref, sitter))) as Seated | Begun;
      if ('begun' in seated) return this.#seatedBefore(game, ref, seated);
      if ('refused' in seated) this.#sittings.delete(ref);
      else {
        seating.table = seated.table.id;
        if (!this.#tables.has(seated.table.id) && seated.table.status === 'open') {
          this.#tables.set(seated.table.id, seated.table);
        }
      }
      return seated;
    } catch (error) {
      this.#sittings.delete(ref);
      throw error;
    }
  }

  #seatedBefore(game: string, ref: string, begun: Begun): Seated {
    const header = begun.begun.header as MatchHeader;
    this.#tell(ref, begun);
    const { options, terms, seats } = header;
    const table: TableInfo = {
      id: header.table!,
      game,
      options,
      terms,
      sitters: [...seats],
      size: seats.length,
      standard: false,
      welcomes: false,
      reserved: false,
      durable: false,
      label: null,
      status: 'begun',
      match: header.id,
    };
    return { table };
  }

  #afar(ref: string, { agent, name, kind, via, single }: Sitter): AfarSitter {
    const address = this.#parts.whereabouts.of(agent);
    const holder = { agent, name, kind, via };
    return { ref, holder, ...(address !== undefined && { address }), ...(single && { single }) };
  }

  #tell(ref: string, { begun }: Begun): void {
    this.begun(ref, begun.header as MatchHeader, begun.seat);
  }
}
