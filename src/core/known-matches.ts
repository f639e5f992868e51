import { ByteCache } from './byte-cache.ts';
import type { Match } from './match.ts';
import { sizeOf } from './size.ts';

const MOST_FINISHED = 8 * 1024 * 1024;
/** What a match takes beside its record and its state. */
const EACH = 16 * 1024;

/** The matches that are in memory: those under way, and the latest that were asked for or ended. */
export class KnownMatches {
  readonly #live = new Map<string, Match>();
  readonly #finished = new ByteCache<Match>(MOST_FINISHED);
  readonly #byAgent = new Map<string, Set<Match>>();

  /** The oldest first. */
  get live(): Match[] {
    return [...this.#live.values()];
  }

  get liveCount(): number {
    return this.#live.size;
  }

  running(id: string): Match | undefined {
    return this.#live.get(id);
  }

  get(id: string): Match | undefined {
    return this.#live.get(id) ?? this.#finished.get(id);
  }

  /** Under way, with a seat of this agent. */
  of(agent: string): Match[] {
    return [...(this.#byAgent.get(agent) ?? [])];
  }

  begin(match: Match): void {
    this.#live.set(match.id, match);
    for (const { agent } of match.record.seats) {
      const matches = this.#byAgent.get(agent);
      if (matches) matches.add(match);
      else this.#byAgent.set(agent, new Set([match]));
    }
  }

  end(match: Match): void {
    this.#live.delete(match.id);
    for (const { agent } of match.record.seats) {
      const matches = this.#byAgent.get(agent);
      matches?.delete(match);
      if (matches?.size === 0) this.#byAgent.delete(agent);
    }
    this.keep(match);
  }

  /** A finished match, for as long as it is among the latest. */
  keep(match: Match): void {
    this.#finished.set(match.id, match, EACH + sizeOf(match.record.entries) + sizeOf(match.position.state));
  }

  forget(id: string): void {
    this.#finished.delete(id);
  }
}
