import { type SigningKeys, signingKeys } from '../src/accounts/signing-keys.ts';
import { canonical } from '../src/core/canonical.ts';
import { type Claim, headOf, isVoidedLater } from '../src/core/chain.ts';
import type { ExportedRecord } from '../src/core/record.ts';
import type { KeySet } from '../src/core/verify.ts';
import { openSqlite } from '../src/storage/sqlite.ts';

export interface Signer {
  keys: KeySet;
  /** The record as the server would have exported it: with the order of arrival, and signed. */
  sign(record: ExportedRecord): Promise<ExportedRecord>;
}

/** A server's key, and what that server would say of finished matches. */
export async function newSigner(): Promise<Signer> {
  const own: SigningKeys = signingKeys((await openSqlite(':memory:')).documents, Date.now);
  return {
    keys: { keys: await own.published() },
    async sign({ signature: _, ...unsigned }) {
      const record = { ...unsigned, arrival: unsigned.arrival ?? unsigned.seats.map(({ agent }) => agent) };
      const { id, seedHash, outcome, entries } = record;
      const at = isVoidedLater(record, outcome) ? entries.at(-1)!.at + 1000 : entries.at(-1)!.at;
      const claim: Claim = { id, seedHash, head: headOf(record), outcome, at };
      return { ...record, signature: await own.sign(canonical(claim)) };
    },
  };
}
