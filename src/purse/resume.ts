import type { Storage } from '../core/storage.ts';
import { SENDS_AT_ONCE } from './book.ts';
import { release } from './brake.ts';

/** Sending goes on, and what failed is tried once more. */
export async function resume({ purse, documents }: Pick<Storage, 'purse' | 'documents'>): Promise<void> {
  const failed = await purse.sends(['failed'], SENDS_AT_ONCE);
  const sends = failed.map(({ nonce, why, ...send }) => ({ ...send, state: 'wanted' as const }));
  if (sends.length > 0) await purse.write({ sends }, sends[0]!.at);
  await release(documents);
}
