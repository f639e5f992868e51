import { createTestClient, http } from 'viem';
import { realClock } from '../../src/core/clock.ts';
import { agentAccount, type Hex, payout } from '../../src/core/money.ts';
import type { PurseChange } from '../../src/core/purse-store.ts';
import { openChain } from '../../src/purse/chain.ts';
import { Purse } from '../../src/purse/purse.ts';
import { openStorage } from '../../src/storage/open.ts';

export interface Errand {
  data: string;
  url: string;
  id: number;
  usdc: Hex;
  seed: string;
  to: Hex;
  amount: string;
  /** The step, as it is printed, and whether to die before or after it. */
  die?: { step: string; when: 'before' | 'after' };
}

// Pays something out until it is done or until the step at which it is to die, and prints every step. The steps are
// those that leave the process: writes to the database, and transactions handed to the chain.
const errand = JSON.parse(process.argv[2]!) as Errand;
const storage = await openStorage({ data: errand.data, exclusive: true });
const real = openChain(errand, errand.seed);
const miner = createTestClient({ mode: 'anvil', transport: http(errand.url) });

const stateOf = ({ sends = [] }: PurseChange): string => sends.map(({ kind, state }) => `${kind} ${state}`).join(', ');
let signed = '';

async function step<T>(name: string, act: () => Promise<T>): Promise<T> {
  if (!name) return act();
  const dies = (when: 'before' | 'after') => errand.die?.step === name && errand.die.when === when;
  if (dies('before')) process.kill(process.pid, 'SIGKILL');
  const value = await act();
  process.stdout.write(`${name}\n`);
  if (dies('after')) process.kill(process.pid, 'SIGKILL');
  return value;
}

const store: typeof storage.purse = {
  ...storage.purse,
  write(change, at) {
    const name = change.transactions || !change.sends?.[0]?.why ? stateOf(change) : '';
    if (name.endsWith('signed')) signed = name;
    return step(name, () => storage.purse.write(change, at));
  },
};
const chain: typeof real = { ...real, broadcast: (raw) => step(`${signed} and sent`, () => real.broadcast(raw)) };
const purse = new Purse({
  store,
  documents: storage.documents,
  chain,
  clock: realClock(),
  place: () => true,
  confirmations: 2,
  trouble: () => {},
  fault: (error) => console.error(error),
});
const { to, amount } = errand;
const wish = { id: 'p1', account: agentAccount('ann'), to, asset: 'USDC', reason: 'withdrawal', at: 1 } as const;
await purse.move(payout({ ...wish, amount: BigInt(amount) }));
while ((await store.send('p1'))?.state !== 'done') {
  await purse.round();
  await miner.mine({ blocks: 2 });
}
await storage.close();
