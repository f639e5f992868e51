import type { Arena, MatchEvent, MatchHandle, MatchHeader } from '../core/arena.ts';
import type { Storage } from '../core/storage.ts';
import type { Update } from '../core/update.ts';
import type { NodeStore } from '../storage/nodes.ts';
import { clusterCallers } from './cluster-callers.ts';
import type { ClusterLobby } from './cluster-lobby.ts';
import { RemoteMatch, type RemoteParts } from './remote-match.ts';

export interface ClusterArenaParts {
  /** The arena of this process. */
  here: Arena;
  lobby: ClusterLobby;
  nodes: Pick<NodeStore, 'headers' | 'seats'>;
  storage: Storage;
  remote: Pick<RemoteParts, 'bus' | 'node' | 'clock' | 'isOut' | 'fault'>;
  /** The nodes that are alive beside this one. */
  others(): string[];
  /** The node that leads leagues and competitions, if not this one. */
  deskElsewhere(): string | undefined;
  undone(match: string): void;
}

/** The arena as a whole: matches of this node without a hop, those of other nodes by handles that look the same. */
export class ClusterArena {
  readonly arena: Arena;
  readonly #parts: ClusterArenaParts;
  readonly #remote = new Map<string, WeakRef<RemoteMatch>>();
  readonly #forgotten = new FinalizationRegistry<string>((id) => {
    if (!this.#remote.get(id)?.deref()) this.#remote.delete(id);
  });
  readonly #listeners = new Set<(event: MatchEvent, match: MatchHandle) => void>();

  constructor(parts: ClusterArenaParts) {
    const { here, lobby, nodes, storage, undone } = parts;
    this.#parts = parts;
    here.watch((event, match) => this.#announce(event, this.#known(match.id) ?? match));
    const running = async (id: string): Promise<MatchHandle | undefined> => {
      const match = this.#known(id) ?? (await here.running(id));
      if (match && !(match instanceof RemoteMatch)) return match;
      const [header] = await nodes.headers({ id });
      return header && this.handle(header);
    };
    const find = async (id: string): Promise<MatchHandle | undefined> => (await running(id)) ?? here.find(id);
    this.arena = {
      ...here,
      lobby,
      callers: clusterCallers(parts),
      live: (filter = {}) => nodes.headers(filter),
      running,
      find,
      async byTable(table) {
        const id = await storage.matches.byTable(table);
        return id === undefined ? undefined : find(id);
      },
      seatsOf: async (agent) => {
        // Most who ask have none, and those are counted many at a time.
        const headers = (await nodes.seats(agent)) > 0 ? await nodes.headers({ agent }) : [];
        return Promise.all(
          headers.map(async (header) => ({
            match: this.#known(header.id) ?? (await here.running(header.id)) ?? this.handle(header),
            seat: header.seats.findIndex((seat) => seat.agent === agent),
          })),
        );
      },
      watch: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      async undo(id, reason, deed) {
        const done = await here.undo(id, reason, deed);
        if (done) undone(id);
        return done;
      },
    };
  }

  /** The one handle on this node of a match that is elsewhere. */
  handle(header: MatchHeader): RemoteMatch {
    const known = this.#known(header.id);
    if (known) return known;
    const { remote, storage, here } = this.#parts;
    const match = new RemoteMatch(header, {
      ...remote,
      isOver: async (id) => (await storage.matches.result(id)) !== undefined,
      stored: (id) => here.find(id),
    });
    this.#remote.set(header.id, new WeakRef(match));
    this.#forgotten.register(match, header.id);
    return match;
  }

  /** Another node says that a match has begun or is over. */
  hear(event: MatchEvent, header: MatchHeader, last?: Update): void {
    const match = this.handle(header);
    if (last) match.ended(last);
    this.#announce(event, match);
  }

  /** These are on another node than before. */
  moved(ids: readonly string[]): void {
    for (const id of ids) this.#known(id)?.moved();
  }

  /** Those of other nodes that are watched here. */
  get watched(): RemoteMatch[] {
    return [...this.#remote.values()].flatMap((ref) => {
      const match = ref.deref();
      return match?.watched ? [match] : [];
    });
  }

  #known(id: string): RemoteMatch | undefined {
    return this.#remote.get(id)?.deref();
  }

  #announce(event: MatchEvent, match: MatchHandle): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event, match);
      } catch (error) {
        this.#parts.remote.fault(error);
      }
    }
  }
}
