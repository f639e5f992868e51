import { randomUUID } from 'node:crypto';
import { amountText, readAmount } from '../core/amounts.ts';
import { ASSETS, HOUSE_CUT, isOnChain, payout, type Send, TILL } from '../core/money.ts';
import type { Storage } from '../core/storage.ts';
import { SENDS_AT_ONCE } from '../purse/book.ts';
import { pause, readBrake } from '../purse/brake.ts';
import { ChainError } from '../purse/chain-contract.ts';
import { type CheckLine, check } from '../purse/check.ts';
import { resume } from '../purse/resume.ts';
import { type Arguments, readArguments, withStorage } from './arguments.ts';
import { CHAIN_SETTINGS, chainConfig } from './chain-config.ts';
import { ConfigError } from './config.ts';
import { keepDeed } from './deed.ts';

const USAGE = 'purse show [--json] | check | pause | resume | take AMOUNT USDC|native ADDRESS';

/** `crossplay purse …`, beside a running server or without one. */
export async function purse(args: string[]): Promise<void> {
  const parsed = readArguments(args, USAGE, args[0] === 'take' ? 4 : 1, { settings: Object.values(CHAIN_SETTINGS) });
  switch (parsed.words[0]) {
    case 'show':
      return withStorage(parsed, (storage) => show(storage, parsed.json));
    case 'check':
      return withStorage(parsed, (storage) => checkAll(storage, parsed));
    case 'take':
      return withStorage(parsed, (storage) => take(storage, parsed.words));
    case 'pause':
      await withStorage(parsed, async (storage) => {
        await pause(storage.documents, 'The host said so.', Date.now());
        await keepDeed(storage, { deed: 'pause', subject: 'purse', words: '' });
      });
      return console.log('Nothing is signed or sent any more. What was sent before may still arrive.');
    case 'resume':
      await withStorage(parsed, async (storage) => {
        await resume(storage);
        await keepDeed(storage, { deed: 'resume', subject: 'purse', words: '' });
      });
      return console.log('Paying out goes on; what failed is tried once more.');
    default:
      throw new ConfigError(`usage: crossplay ${USAGE}`);
  }
}

/** The house's part of what was won goes to the host. */
async function take({ purse, audit }: Storage, [, given, token, to]: string[]): Promise<void> {
  const asset = ASSETS.find((one) => one === token);
  if (!asset) throw new ConfigError(`usage: crossplay ${USAGE}`);
  const amount = readAmount(given, asset);
  if (amount === undefined) throw new ConfigError(`"${given}" is no amount of ${asset}.`);
  const { readAddress } = await import('../purse/chain.ts');
  const address = readAddress(to);
  if (!address) throw new ConfigError(`"${to}" is no address, or one with a slip of the pen.`);
  const earned = await purse.balance(HOUSE_CUT, asset);
  const short = `The house has earned ${amountText(earned, asset)} ${asset}, not ${amountText(amount, asset)}.`;
  const at = Date.now();
  const wish = {
    id: `take:${randomUUID()}`,
    account: HOUSE_CUT,
    to: address,
    asset,
    amount,
    reason: 'earnings',
    short,
    at,
  };
  const moved = await purse.write(payout(wish), at);
  if (moved.done === 'refused') throw new ConfigError(moved.reason);
  const words = `${amountText(amount, asset)} ${asset}`;
  await keepDeed({ audit }, { deed: 'take', subject: 'purse', words: `${words} to ${address}` });
  console.log(`${words} will be sent to ${address}.`);
}

async function show({ purse, documents }: Storage, json: boolean): Promise<void> {
  const [anchor] = await purse.anchors();
  const till = await purse.addressOf(TILL);
  const { paused } = await readBrake(documents);
  const balances = (await purse.balances()).filter(({ account }) => !isOnChain(account));
  const sends = await purse.sends(['wanted', 'signed', 'failed'], SENDS_AT_ONCE);
  if (json) {
    const shown = { address: till?.address ?? null, booked: anchor ?? null, paused: paused ?? null, balances, sends };
    return console.log(JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
  }
  if (!anchor || !till) return console.log('The books have not begun.');
  console.log(`Booked up to block ${anchor.number}. The house's address: ${till.address}`);
  if (paused) console.log(`Paused since ${new Date(paused.at).toISOString()}: ${paused.why}`);
  for (const { account, asset, amount } of balances) {
    console.log(`  ${account.padEnd(48)} ${amountText(amount, asset).padStart(28)} ${asset}`);
  }
  for (const send of sends) console.log(`  ${sendLine(send)}`);
}

const sendLine = ({ kind, id, asset, amount, to, state, why }: Send): string =>
  `${kind} ${id}: ${amountText(amount, asset)} ${asset} to ${to}, ${state}${why ? ` (${why})` : ''}`;

async function checkAll({ purse }: Storage, { text }: Arguments): Promise<void> {
  const config = chainConfig((name) => text(CHAIN_SETTINGS[name]));
  if (!config) throw new ConfigError(`${CHAIN_SETTINGS.chainUrl.variable} names no chain to compare with.`);
  const { readChain } = await import('../purse/chain.ts');
  const chain = readChain(config);
  let lines: CheckLine[];
  try {
    await chain.verify();
    lines = await check(purse, chain);
  } catch (error) {
    throw error instanceof ChainError ? new ConfigError(`the chain: ${error.message}`) : error;
  }
  for (const { right, words } of lines) console.log(`${right ? 'ok   ' : 'WRONG'}  ${words}`);
  if (lines.some(({ right }) => !right)) process.exitCode = 1;
}
