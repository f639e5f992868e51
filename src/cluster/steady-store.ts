import { type Append, type Appended, type MatchStore, StorageBusy } from '../core/storage.ts';
import { ConnectionLost, Fenced } from '../storage/commit-queue.ts';

const TRY_AGAIN_AFTER = 100;

/**
 * A match whose node has lost the database stands still: what was being written is written when it is back, and nobody is
 * told before. An entry's number sees to it that it is in once.
 * @param mayWrite resolves when the database is back; rejects when the node is gone
 */
export function steadyStore(store: MatchStore, mayWrite: () => Promise<void>): MatchStore {
  async function untilStored<T>(write: (again: boolean) => Promise<T>): Promise<T> {
    for (let again = false; ; again = true) {
      try {
        return await write(again);
      } catch (error) {
        const isAway = error instanceof ConnectionLost || error instanceof StorageBusy;
        if (!isAway || error instanceof Fenced) throw error;
      }
      await new Promise((done) => setTimeout(done, TRY_AGAIN_AFTER));
      await mayWrite();
    }
  }

  /** What was there already may be what was written before the connection went. */
  async function ifIn({ match, step, entry, close }: Append): Promise<Appended> {
    const stored = (await store.load(match))?.entries[step];
    if (JSON.stringify(stored) !== JSON.stringify(entry)) return { done: 'conflict' };
    const result = close ? await store.result(match) : undefined;
    return { done: 'appended', effects: result?.effects ?? [] };
  }

  return {
    ...store,
    append: (append) =>
      untilStored(async (again) => {
        const appended = await store.append(append);
        return again && appended.done === 'conflict' ? ifIn(append) : appended;
      }),
    create: (record) =>
      untilStored(async (again) => {
        if (again && (await store.load(record.id))) return;
        await store.create(record);
      }),
  };
}
