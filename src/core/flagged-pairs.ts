import type { Cancel, Clock } from './clock.ts';
import type { SeatHolder } from './record.ts';
import type { AgentStore, DocumentStore } from './storage.ts';

export type Suspect = Pick<SeatHolder, 'agent' | 'name'>;

/** Two agents whose matches do not count fully, and why. */
export interface FlaggedPair {
  agents: [Suspect, Suspect];
  game: string;
  why: 'one owner' | 'one address' | 'often';
  /** Matches that counted less or not at all. */
  matches: number;
  at: number;
}

/** As it is stored: names are the accounts' to change. */
type Kept = Omit<FlaggedPair, 'agents'> & { agents: [string, string] };

export interface FlaggedPairsParts {
  documents: DocumentStore;
  agents: Pick<AgentStore, 'byId'>;
  clock: Clock;
  fault(error: unknown): void;
}

const KIND = 'flagged-pair';
const MOST_KEPT = 1000;
/** So many more may be kept until the oldest are removed. */
const SLACK = 100;
/** What is flagged within this time is written together: farmers begin many matches. */
const WRITE_AFTER = 1000;
const MOST_TRIES = 5;

/** The pairs that stood out, for the host. They outlive a restart, the latest thousand. */
export class FlaggedPairs {
  readonly #parts: FlaggedPairsParts;
  #due = new Map<string, Kept>();
  #writing: Promise<void> = Promise.resolve();
  #soon: Cancel | undefined;
  #added = 0;

  constructor(parts: FlaggedPairsParts) {
    this.#parts = parts;
  }

  add(game: string, pair: readonly [Suspect, Suspect], why: FlaggedPair['why']): void {
    const { clock, fault } = this.#parts;
    const agents = pair.map(({ agent }) => agent) as [string, string];
    const key = [why, game, ...agents.toSorted()].join(' ');
    const matches = (this.#due.get(key)?.matches ?? 0) + 1;
    this.#due.set(key, { agents, game, why, matches, at: clock.now() });
    this.#soon ??= clock.after(WRITE_AFTER, () => this.written().catch(fault));
  }

  /** Writes what is due. */
  written(): Promise<void> {
    this.#soon?.();
    this.#soon = undefined;
    const due = this.#due;
    this.#due = new Map();
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write(due));
    return this.#writing;
  }

  /** The latest first. */
  async list(): Promise<FlaggedPair[]> {
    await this.written();
    const kept = (await this.#parts.documents.list(KIND)).map(({ body }) => body as Kept);
    const latest = kept.sort((a, b) => b.at - a.at).slice(0, MOST_KEPT);
    return Promise.all(
      latest.map(async ({ agents, ...rest }) => ({
        ...rest,
        agents: (await Promise.all(agents.map((agent) => this.#suspect(agent)))) as [Suspect, Suspect],
      })),
    );
  }

  async #suspect(agent: string): Promise<Suspect> {
    return { agent, name: (await this.#parts.agents.byId(agent))?.name ?? agent };
  }

  async #write(due: Map<string, Kept>): Promise<void> {
    for (const [key, kept] of due) await this.#keep(key, kept);
    if (this.#added >= SLACK) await this.#removeOldest();
  }

  /** Other nodes may count the same pair. */
  async #keep(key: string, kept: Kept): Promise<void> {
    const { documents } = this.#parts;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const stored = await documents.get(KIND, key);
      const before = (stored?.body as Kept | undefined)?.matches ?? 0;
      if (!(await documents.put(KIND, key, stored?.version ?? 0, { ...kept, matches: before + kept.matches })))
        continue;
      if (!stored) this.#added++;
      return;
    }
  }

  async #removeOldest(): Promise<void> {
    this.#added = 0;
    const { documents } = this.#parts;
    const all = await documents.list(KIND);
    const oldest = all.sort((a, b) => (b.body as Kept).at - (a.body as Kept).at).slice(MOST_KEPT);
    for (const { id } of oldest) await documents.remove(KIND, id);
  }
}
