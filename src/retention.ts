import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cancel, Clock } from './core/clock.ts';
import { exportRecord } from './core/export.ts';
import type { MatchStore } from './core/storage.ts';

export interface RetentionParts {
  matches: MatchStore;
  /** Of real time. */
  clock: Clock;
  /** How many days a finished match is kept. */
  days: number;
  /** The folder of the archive. */
  archive: string;
  removed(count: number, file: string): void;
  fault(error: unknown): void;
}

const DAY = 24 * 60 * 60 * 1000;
const FIRST_LOOK = 60_000;
const LOOK_EVERY = 60 * 60 * 1000;
const BATCH = 100;
/** Between batches, so that matches under way hardly notice. */
const REST = 1000;

/**
 * Moves finished matches that are older than the host keeps them into files, a record per line as `/record` gives it, one
 * file per month. What they changed stays: ratings, points and their history. A crash between the file and the removal
 * writes a record twice, never none.
 */
export class Retention {
  readonly #parts: RetentionParts;
  #next: Cancel | undefined;
  #under = Promise.resolve();

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#plan(FIRST_LOOK);
  }

  /** Resolves when the batch under way is through. */
  async stop(): Promise<void> {
    this.#next?.();
    this.#next = undefined;
    await this.#under;
  }

  #plan(ms: number): void {
    this.#next = this.#parts.clock.after(ms, () => {
      this.#under = this.#moveBatch()
        .catch((error) => {
          this.#parts.fault(error);
          return 0;
        })
        .then((moved) => {
          if (this.#next) this.#plan(moved === BATCH ? REST : LOOK_EVERY);
        });
    });
  }

  async #moveBatch(): Promise<number> {
    const { matches, clock, days, archive, removed } = this.#parts;
    const old = await matches.old(clock.now() - days * DAY, BATCH);
    const byMonth = Map.groupBy(old, ({ at }) => new Date(at).toISOString().slice(0, 7));
    for (const [month, summaries] of byMonth) {
      const file = join(archive, `${month}.jsonl`);
      const records = await Promise.all(summaries.map(({ id }) => exportRecord(id, matches)));
      await append(archive, file, `${records.map((record) => JSON.stringify(record)).join('\n')}\n`);
      for (const { id } of summaries) await matches.remove(id);
      removed(summaries.length, file);
    }
    return old.length;
  }
}

async function append(folder: string, file: string, text: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.appendFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
