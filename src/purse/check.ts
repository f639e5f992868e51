import { amountText } from '../core/amounts.ts';
import { ASSETS, type Asset, chainAccount, isOnChain } from '../core/money.ts';
import type { Anchor, Balance, PurseStore } from '../core/purse-store.ts';
import type { ChainReader } from './chain-contract.ts';

const LINES_AT_ONCE = 5000;
const MOST_TRIES = 5;

export interface CheckLine {
  right: boolean;
  words: string;
}

/** Address by address what the books and the chain say, then the sums, then the books themselves. */
export async function check(purse: PurseStore, chain: ChainReader): Promise<CheckLine[]> {
  const { anchor, balances } = await atAnAnchor(purse);
  if (!anchor) return [{ right: true, words: 'The books have not begun.' }];
  const lines: CheckLine[] = [];
  const standing = (await chain.blockHash(anchor.number)) === anchor.hash;
  lines.push({
    right: standing,
    words: standing ? `booked up to block ${anchor.number}` : `block ${anchor.number} is not the chain's any more`,
  });
  for (const { address, account } of await purse.addresses()) {
    for (const asset of ASSETS) {
      const booked = amountOf(balances, chainAccount(address), asset);
      const held = await chain.holds(address, asset, anchor.number);
      if (booked === 0n && held === 0n) continue;
      // Anyone may send us more than we asked for; less than is booked is missing.
      const verdict = held === booked ? '' : held < booked ? ': missing' : ': more than is booked';
      const words = `${address} (${account}): ${amountText(held, asset)} ${asset}, booked ${amountText(booked, asset)}`;
      lines.push({ right: held >= booked, words: `${words}${verdict}` });
    }
  }
  for (const asset of ASSETS) {
    const [held, owed] = sumsOf(balances, asset);
    const words = `${amountText(held, asset)} ${asset} at all addresses, ${amountText(owed, asset)} in all accounts`;
    lines.push({ right: held === owed, words });
  }
  for (const words of await checkBooks(purse)) lines.push({ right: false, words });
  return lines;
}

/** What accounts have at the moment of an anchor, though a server may be writing. */
async function atAnAnchor(purse: PurseStore): Promise<{ anchor: Anchor | undefined; balances: Balance[] }> {
  for (let tries = 1; ; tries++) {
    const [anchor] = await purse.anchors();
    const balances = await purse.balances();
    const [after] = await purse.anchors();
    if (after?.hash === anchor?.hash || tries === MOST_TRIES) return { anchor, balances };
  }
}

/** Goes through every line that was ever posted: what is wrong with the books, if anything. */
export async function checkBooks(purse: PurseStore): Promise<string[]> {
  const wrong: string[] = [];
  const sums = new Map<string, bigint>();
  const nameOf = ({ account, asset }: { account: string; asset: string }) => `${account} in ${asset}`;
  let balances: Balance[] = [];
  let last = 0;
  // Until no line came in between: a server may be writing.
  for (let lines = await purse.lines(last, LINES_AT_ONCE); lines.length > 0; ) {
    for (const line of lines) {
      const sum = (sums.get(nameOf(line)) ?? 0n) + line.amount;
      if (sum !== line.after) wrong.push(`line ${line.serial}: ${nameOf(line)} is ${line.after}, but must be ${sum}`);
      sums.set(nameOf(line), sum);
      last = line.serial;
    }
    balances = await purse.balances();
    lines = await purse.lines(last, LINES_AT_ONCE);
  }
  const stated = new Map(balances.map((balance) => [nameOf(balance), balance.amount]));
  for (const [name, sum] of sums) {
    const balance = stated.get(name) ?? 0n;
    if (balance !== sum) wrong.push(`${name} is ${balance}, but its lines make ${sum}`);
    stated.delete(name);
  }
  for (const [name, balance] of stated) wrong.push(`${name} is ${balance}, but has no lines`);
  for (const asset of ASSETS) {
    const [held, owed] = sumsOf(balances, asset);
    if (held !== owed) wrong.push(`${held} ${asset} on the chain belong to accounts of ${owed}`);
  }
  return wrong;
}

const amountOf = (balances: readonly Balance[], account: string, asset: Asset): bigint =>
  balances.find((one) => one.account === account && one.asset === asset)?.amount ?? 0n;

/** What lies on the chain, and to whom it belongs. */
function sumsOf(balances: readonly Balance[], asset: Asset): [held: bigint, owed: bigint] {
  let [held, owed] = [0n, 0n];
  for (const balance of balances) {
    if (balance.asset !== asset) continue;
    if (isOnChain(balance.account)) held += balance.amount;
    else owed += balance.amount;
  }
  return [held, owed];
}
