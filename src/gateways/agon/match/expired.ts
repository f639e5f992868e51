import type { Arena, MatchHandle } from '../../../core/arena.ts';
import type { Seat } from '../../../core/game.ts';
import type { DocumentStore } from '../../../core/storage.ts';

const KIND = 'agon-expired';
/** Whoever has not come back after so many others is not told any more. */
const MOST_KEPT = 10_000;

/** Agents whose match ended while they were away, until they are told, also across a restart of the server. */
export class Expired {
  readonly #documents: DocumentStore;
  readonly #via: string;
  readonly #matches = new Map<string, string>();
  readonly #told = new WeakMap<MatchHandle, Set<Seat>>();
  readonly #fault: (error: unknown) => void;

  constructor(documents: DocumentStore, via: string, fault: (error: unknown) => void) {
    this.#documents = documents;
    this.#via = via;
    this.#fault = fault;
  }

  async start(arena: Pick<Arena, 'watch'>): Promise<() => void> {
    for (const { id, body } of await this.#documents.list(KIND))
      this.#matches.set(id, (body as { match: string }).match);
    return arena.watch((event, match) => {
      if (event === 'over') this.#note(match);
    });
  }

  /** The match that ended without this agent; told only once. */
  take(agent: string): string | undefined {
    const match = this.#matches.get(agent);
    if (match !== undefined) this.#forget(agent);
    return match;
  }

  /** This seat was there when its match ended. */
  tell(match: MatchHandle, seat: Seat): void {
    const { agent } = match.header.seats[seat]!;
    if (this.#matches.get(agent) === match.id) this.#forget(agent);
    const told = this.#told.get(match);
    if (told) told.add(seat);
    else this.#told.set(match, new Set([seat]));
  }

  #note(match: MatchHandle): void {
    for (const [seat, { agent, via }] of match.header.seats.entries()) {
      if (via !== this.#via || this.#told.get(match)?.has(seat)) continue;
      this.#matches.delete(agent);
      this.#matches.set(agent, match.id);
      this.#keep(agent, match.id).catch(this.#fault);
    }
    for (const agent of this.#matches.keys()) {
      if (this.#matches.size <= MOST_KEPT) break;
      this.#forget(agent);
    }
  }

  async #keep(agent: string, match: string): Promise<void> {
    const known = await this.#documents.get(KIND, agent);
    await this.#documents.put(KIND, agent, known?.version ?? 0, { match });
  }

  #forget(agent: string): void {
    this.#matches.delete(agent);
    this.#documents.remove(KIND, agent).catch(this.#fault);
  }
}
