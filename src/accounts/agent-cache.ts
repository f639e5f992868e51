import type { AgentRow } from '../core/storage.ts';

/** A ban by another process shows after so many milliseconds at the latest. */
const FRESH = 250;
const MOST = 10_000;

/**
 * Agents as they were a moment ago, so that a busy agent is not read from the storage for every request. Banned ones are
 * read each time: whoever is let in again is let in at once.
 */
export class AgentCache {
  readonly #agents = new Map<string, { agent: AgentRow; at: number }>();
  readonly #now: () => number;
  /** Counts what was forgotten, so that nothing read before it is kept after it. */
  #forgotten = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  async get(key: string, load: () => Promise<AgentRow | undefined>): Promise<AgentRow | undefined> {
    const known = this.#agents.get(key);
    if (known && Math.abs(this.#now() - known.at) < FRESH) return known.agent;
    this.#agents.delete(key);
    const [at, forgotten] = [this.#now(), this.#forgotten];
    const agent = await load();
    if (agent && agent.bannedAt === undefined && forgotten === this.#forgotten) this.#keep(key, agent, at);
    return agent;
  }

  forget(agentId: string): void {
    this.#forgotten++;
    for (const [key, { agent }] of this.#agents) if (agent.id === agentId) this.#agents.delete(key);
  }

  #keep(key: string, agent: AgentRow, at: number): void {
    if (this.#agents.size >= MOST) this.#agents.delete(this.#agents.keys().next().value!);
    this.#agents.set(key, { agent, at });
  }
}
