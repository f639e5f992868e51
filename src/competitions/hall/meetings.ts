import type { DocumentStore } from '../../core/storage.ts';

type Pair = [string, string];

const MEETINGS = 'schedule-meetings';
/** Of one schedule. */
const MOST_KEPT = 500;

/** Who met in sessions, in order of seats, the latest last, by schedule. Kept, so that a restart brings nobody together again. */
export class Meetings {
  readonly #documents: DocumentStore;
  readonly #kept = new Map<string, { pairs: Pair[]; version: number }>();

  constructor(documents: DocumentStore) {
    this.#documents = documents;
  }

  async load(): Promise<void> {
    for (const { id, version, body } of await this.#documents.list(MEETINGS)) {
      this.#kept.set(id, { pairs: (body as { pairs: Pair[] }).pairs, version });
    }
  }

  of(schedule: string): Pair[] {
    return this.#kept.get(schedule)?.pairs ?? [];
  }

  async add(schedule: string, met: Pair[]): Promise<void> {
    if (met.length === 0) return;
    const { pairs, version } = this.#kept.get(schedule) ?? { pairs: [], version: 0 };
    const body = { pairs: [...pairs, ...met].slice(-MOST_KEPT) };
    const next = { ...body, version: version + 1 };
    this.#kept.set(schedule, next);
    if (await this.#documents.put(MEETINGS, schedule, version, body)) return;
    // Only the storage knows which version is in; what was written there is written again with the next pairs.
    next.version = (await this.#documents.get(MEETINGS, schedule))?.version ?? 0;
  }

  async forget(schedule: string): Promise<void> {
    if (this.#kept.delete(schedule)) await this.#documents.remove(MEETINGS, schedule);
  }
}
