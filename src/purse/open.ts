import type { Clock } from '../core/clock.ts';
import { type Hex, TILL } from '../core/money.ts';
import type { Storage } from '../core/storage.ts';
import { type ChainSettings, openChain } from './chain.ts';
import { ChainError, WrongChain } from './chain-contract.ts';
import { Purse } from './purse.ts';
import { readSeed, SeedError } from './seed.ts';

export interface PurseSettings extends ChainSettings {
  seedFile: string;
  confirmations: number;
}

export interface OpenParts {
  place(): boolean;
  storage: Pick<Storage, 'purse' | 'documents'>;
  clock: Clock;
  trouble(words: string | undefined): void;
  fault(error: unknown): void;
}

/** A chain that does not answer now is waited for; one that is not the one we were told stops the start. */
export async function openPurse(settings: PurseSettings, { storage, ...parts }: OpenParts): Promise<Purse> {
  const chain = openChain(settings, readSeed(settings.seedFile));
  await sameBooks(storage, settings, chain.addressOf(TILL));
  try {
    await chain.verify();
  } catch (error) {
    if (!(error instanceof ChainError) || error instanceof WrongChain) throw error;
    parts.trouble(error.message);
  }
  const { confirmations } = settings;
  return new Purse({ store: storage.purse, documents: storage.documents, chain, confirmations, ...parts });
}

/** Books that have begun are of one chain, one token and one seed. */
async function sameBooks(
  { purse, documents }: OpenParts['storage'],
  { id, usdc }: PurseSettings,
  till: Hex,
): Promise<void> {
  const now = { chain: id, usdc: usdc.toLowerCase(), till };
  const kept = await documents.get('purse', 'books');
  const begun = (kept?.body as typeof now | undefined) ?? now;
  if ((await purse.anchors()).length === 0) {
    await documents.put('purse', 'books', kept?.version ?? 0, now);
    return;
  }
  if (begun.till !== till) throw new SeedError(`the books of the purse began with another seed (${begun.till}).`);
  if (begun.chain !== id || begun.usdc !== now.usdc) {
    throw new WrongChain(`The books of the purse are of chain ${begun.chain} and the token ${begun.usdc}.`);
  }
}
