import { ASSETS, isOnChain } from '../core/money.ts';
import type { PurseStore } from '../core/purse-store.ts';

const LINES_AT_ONCE = 5000;

/** Goes through every line that was ever posted: what is wrong with the books, if anything. */
export async function checkBooks(purse: PurseStore): Promise<string[]> {
  const wrong: string[] = [];
  const sums = new Map<string, bigint>();
  const nameOf = ({ account, asset }: { account: string; asset: string }) => `${account} in ${asset}`;
  let after = 0;
  for (;;) {
    const lines = await purse.lines(after, LINES_AT_ONCE);
    for (const line of lines) {
      const sum = (sums.get(nameOf(line)) ?? 0n) + line.amount;
      if (sum !== line.after) wrong.push(`line ${line.serial}: ${nameOf(line)} is ${line.after}, but must be ${sum}`);
      sums.set(nameOf(line), sum);
    }
    if (lines.length < LINES_AT_ONCE) break;
    after = lines.at(-1)!.serial;
  }
  const balances = await purse.balances();
  const stated = new Map(balances.map((balance) => [nameOf(balance), balance.amount]));
  for (const [name, sum] of sums) {
    const balance = stated.get(name) ?? 0n;
    if (balance !== sum) wrong.push(`${name} is ${balance}, but its lines make ${sum}`);
    stated.delete(name);
  }
  for (const [name, balance] of stated) wrong.push(`${name} is ${balance}, but has no lines`);
  for (const asset of ASSETS) {
    const mine = balances.filter((balance) => balance.asset === asset);
    const sum = (onChain: boolean) =>
      mine.reduce((total, { account, amount }) => total + (isOnChain(account) === onChain ? amount : 0n), 0n);
    if (sum(true) !== sum(false)) wrong.push(`${sum(true)} ${asset} on the chain belong to accounts of ${sum(false)}`);
  }
  return wrong;
}
