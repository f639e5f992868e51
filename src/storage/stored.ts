import { StorageUnwritable } from '../core/storage.ts';
import { whyUnwritable } from './trouble.ts';
import type { Watch } from './watch.ts';

export interface Stored {
  /** Makes of a write that nothing could be stored of a StorageUnwritable. */
  of<T>(write: Promise<T>): Promise<T>;
  /** @param trial writes something; only called while writes fail */
  works(trial: () => Promise<unknown>): Promise<boolean>;
}

/** Remembers whether writes are stored, and tells when that changes. */
export function stored(watch?: Watch): Stored {
  let fails = false;

  async function of<T>(write: Promise<T>): Promise<T> {
    let value: T;
    try {
      value = await write;
    } catch (error) {
      const why = whyUnwritable(error);
      if (why === undefined) throw error;
      if (!fails) watch?.unwritable(why);
      fails = true;
      throw new StorageUnwritable(error);
    }
    if (fails) watch?.writable();
    fails = false;
    return value;
  }

  return {
    of,
    async works(trial) {
      if (fails) await of(trial()).catch(() => {});
      return !fails;
    },
  };
}
