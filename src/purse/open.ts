import type { Clock } from '../core/clock.ts';
import type { Storage } from '../core/storage.ts';
import { type ChainSettings, openChain } from './chain.ts';
import { ChainError, WrongChain } from './chain-contract.ts';
import { Purse } from './purse.ts';
import { readSeed } from './seed.ts';

export interface PurseSettings extends ChainSettings {
  seedFile: string;
  confirmations: number;
}

export interface OpenParts {
  place: boolean;
  storage: Pick<Storage, 'purse' | 'documents'>;
  clock: Clock;
  trouble(words: string | undefined): void;
  fault(error: unknown): void;
}

/** A chain that does not answer now is waited for; one that is not the one we were told stops the start. */
export async function openPurse(settings: PurseSettings, { storage, ...parts }: OpenParts): Promise<Purse> {
  const chain = openChain(settings, readSeed(settings.seedFile));
  try {
    await chain.verify();
  } catch (error) {
    if (!(error instanceof ChainError) || error instanceof WrongChain) throw error;
    parts.trouble(error.message);
  }
  const { confirmations } = settings;
  return new Purse({ store: storage.purse, documents: storage.documents, chain, confirmations, ...parts });
}
