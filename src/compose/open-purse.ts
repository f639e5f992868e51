import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Clock } from '../core/clock.ts';
import type { PurseDesk } from '../core/purse-desk.ts';
import type { Storage } from '../core/storage.ts';
import type { Purse } from '../purse/purse.ts';

/** Where money is off, nothing of it is loaded. */
export async function openPurse(
  { chain }: Config,
  storage: Storage,
  clock: Clock,
  place: () => boolean,
  log: Logger,
  fault: (error: unknown) => void,
): Promise<{ purse: Purse; desk: PurseDesk } | undefined> {
  if (!chain) return undefined;
  const trouble = (words: string | undefined) =>
    words === undefined ? log.info('the purse is well again') : log.warn({ trouble: words }, 'the purse has trouble');
  try {
    const { openPurse: open } = await import('../purse/open.ts');
    const { deskOf } = await import('../purse/desk.ts');
    const purse = await open(chain, { place, storage, clock, trouble, fault });
    return { purse, desk: deskOf(purse, storage.purse, chain.limits, chain.id) };
  } catch (error) {
    await storage.close();
    throw error;
  }
}
