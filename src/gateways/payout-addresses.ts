import { agentAccount, type Hex } from '../core/money.ts';
import type { PurseDesk } from '../core/purse-desk.ts';
import type { DocumentStore } from '../core/storage.ts';

const KIND = 'payout-addresses';
/** An account that has named so many forgets the oldest. */
const MOST = 20;

type Named = { [address: Hex]: number };

const namedBy = async (documents: DocumentStore, agent: string): Promise<{ version: number; named: Named }> => {
  const stored = await documents.get(KIND, agent);
  return { version: stored?.version ?? 0, named: (stored?.body as Named | undefined) ?? {} };
};

/** Since when an account has wished to be paid there: from now, if it never did. */
export async function knownSince(documents: DocumentStore, agent: string, to: Hex, now: number): Promise<number> {
  for (;;) {
    const { version, named } = await namedBy(documents, agent);
    if (named[to] !== undefined) return named[to];
    const latest = Object.entries(named)
      .sort(([, a], [, b]) => b - a)
      .slice(0, MOST - 1);
    if (await documents.put(KIND, agent, version, { ...Object.fromEntries(latest), [to]: now })) return now;
  }
}

/** The addresses that tell who an account belongs to: where it was paid from, and where it wished to be paid. */
export async function addressesOf(documents: DocumentStore, purse: PurseDesk, agent: string): Promise<Set<Hex>> {
  const { named } = await namedBy(documents, agent);
  const deposits = await purse.deposits(agentAccount(agent));
  return new Set([...(Object.keys(named) as Hex[]), ...deposits.flatMap(({ sender }) => sender ?? [])]);
}
