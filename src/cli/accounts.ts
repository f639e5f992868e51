import { readFile } from 'node:fs/promises';
import { type Accounts, createAccounts } from '../accounts/accounts.ts';
import { realClock } from '../core/clock.ts';
import type { AgentRow } from '../core/storage.ts';
import { readArguments, withStorage } from './arguments.ts';
import { ConfigError } from './config.ts';

const withAccounts = <T>(
  args: string[],
  usage: string,
  count: number,
  work: (accounts: Accounts, words: string[]) => Promise<T>,
) => {
  const parsed = readArguments(args, usage, count);
  return withStorage(parsed, async (storage) => work(createAccounts({ storage, clock: realClock() }), parsed.words));
};

/** Prints the token alone on its last line, so that a script can take it. */
export async function mintToken(args: string[]): Promise<void> {
  const token = await withAccounts(args, 'mint-token NAME', 1, async (accounts, [name]) => {
    const agent = await ensure(accounts, name!);
    console.log(`Token for ${agent.name}; it is shown only now:`);
    return accounts.mintKey(agent.id);
  });
  console.log(token);
}

export async function addKey(args: string[]): Promise<void> {
  await withAccounts(args, 'add-key NAME FILE.pub', 2, async (accounts, [name, file]) => {
    const line = await readFile(file!, 'utf8').catch(() => {
      throw new ConfigError(`cannot read ${file}.`);
    });
    const agent = await ensure(accounts, name!);
    const added = await accounts.addSshKey(agent.id, line.trim());
    if ('error' in added) throw new ConfigError(added.error);
    console.log(`${agent.name} may now play with ${added.fingerprint}.`);
  });
}

export const ban = (args: string[]): Promise<void> => setBanned(args, 'ban');
export const unban = (args: string[]): Promise<void> => setBanned(args, 'unban');

async function setBanned(args: string[], what: 'ban' | 'unban'): Promise<void> {
  await withAccounts(args, `${what} NAME`, 1, async (accounts, [name]) => {
    const agent = await accounts.byName(name!);
    if (!agent) throw new ConfigError(`no account "${name}".`);
    await accounts[what](agent.id);
    console.log(`${agent.name} is ${what === 'ban' ? 'shut out' : 'let in again'}.`);
  });
}

async function ensure(accounts: Accounts, name: string): Promise<AgentRow> {
  const agent = await accounts.ensure(name);
  if ('error' in agent) throw new ConfigError(agent.error);
  return agent;
}
