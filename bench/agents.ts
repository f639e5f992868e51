import { createAccounts } from '../src/accounts/accounts.ts';
import { realClock } from '../src/core/clock.ts';
import { openStorage } from '../src/storage/open.ts';

export interface BenchAgent {
  name: string;
  token: string;
}

/** Accounts with a token each, written straight into the database: registering is not what is measured. */
export async function mintAgents(data: string, count: number, databaseUrl?: string): Promise<BenchAgent[]> {
  const storage = await openStorage({ data, databaseUrl });
  const accounts = createAccounts({ storage, clock: realClock() });
  const minted = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const made = await accounts.register(`bench-${i}`);
      if ('error' in made) throw new Error(made.error);
      return { name: made.agent.name, token: made.apiKey };
    }),
  );
  await storage.close();
  return minted;
}
