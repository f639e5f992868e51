import { readFile } from 'node:fs/promises';
import { type Accounts, createAccounts } from '../accounts/accounts.ts';
import { realClock } from '../core/clock.ts';
import type { AgentRow, Deed } from '../core/storage.ts';
import { type Arguments, readArguments, withStorage } from './arguments.ts';
import { ConfigError } from './config.ts';
import { byCommand } from './deed.ts';

interface Work {
  accounts: Accounts;
  words: string[];
}

const withAccounts = <T>(parsed: Arguments, work: (parts: Work) => Promise<T>): Promise<T> =>
  withStorage(parsed, async (storage) =>
    work({
      accounts: createAccounts({ storage, clock: realClock() }),
      words: parsed.words,
    }),
  );

/** What is done to an agent, for the audit. */
const doing = (deed: string, { id, name }: AgentRow, change?: Pick<Deed, 'before' | 'after'>): Deed =>
  byCommand({ deed, subject: id, words: name, ...change });

/** Prints the token alone on its last line, so that a script can take it. */
export async function mintToken(args: string[]): Promise<void> {
  const parsed = readArguments(args, 'mint-token NAME [--replace]', 1, { switches: ['replace'] });
  const token = await withAccounts(parsed, async ({ accounts, words: [name] }) => {
    const agent = await ensure(accounts, name!);
    const replace = parsed.has('replace');
    const key = await (replace
      ? accounts.rotate(agent.id, doing('replace keys', agent))
      : accounts.mintKey(agent.id, doing('add key', agent)));
    const { length } = await accounts.keys(agent.id);
    const others =
      length === 1 ? 'the only one that is valid' : `one of ${length} that are valid; --replace leaves one`;
    console.log(`Token for ${agent.name}, ${others}. It is shown only now:`);
    return key;
  });
  console.log(token);
}

export async function addKey(args: string[]): Promise<void> {
  const parsed = readArguments(args, 'add-key NAME FILE.pub', 2);
  await withAccounts(parsed, async ({ accounts, words: [name, file] }) => {
    const line = await readFile(file!, 'utf8').catch(() => {
      throw new ConfigError(`cannot read ${file}.`);
    });
    const agent = await ensure(accounts, name!);
    const added = await accounts.addSshKey(agent.id, line.trim(), doing('add SSH key', agent));
    if ('error' in added) throw new ConfigError(added.error);
    console.log(`${agent.name} may now play with ${added.fingerprint}.`);
  });
}

export const ban = (args: string[]): Promise<void> => setBanned(args, 'ban');
export const unban = (args: string[]): Promise<void> => setBanned(args, 'unban');

async function setBanned(args: string[], what: 'ban' | 'unban'): Promise<void> {
  await withAccounts(readArguments(args, `${what} NAME`, 1), async ({ accounts, words: [name] }) => {
    const agent = await known(accounts, name!);
    const before = agent.bannedAt !== undefined;
    await accounts[what](agent.id, doing(what, agent, { before, after: what === 'ban' }));
    console.log(`${agent.name} is ${what === 'ban' ? 'shut out' : 'let in again'}.`);
  });
}

/** An empty owner is none. */
export async function owner(args: string[]): Promise<void> {
  await withAccounts(readArguments(args, 'owner NAME OWNER', 2), async ({ accounts, words: [name, text] }) => {
    const agent = await known(accounts, name!);
    const set = await accounts.setOwner(agent.id, text, doing('owner', agent, { before: agent.owner ?? '' }));
    if ('error' in set) throw new ConfigError(set.error);
    console.log(
      set.owner ? `${agent.name} belongs to ${set.owner}.` : `${agent.name} belongs to nobody in particular.`,
    );
  });
}

export async function deleteAgent(args: string[]): Promise<void> {
  await withAccounts(readArguments(args, 'delete-agent NAME', 1), async ({ accounts, words: [name] }) => {
    const agent = await known(accounts, name!);
    const kept = await accounts.remove(agent.id, doing('delete', agent, { before: agent.name }));
    if (kept) throw new ConfigError(`${agent.name} is not deleted. ${kept.error}`);
    console.log(`${agent.name} is deleted; the name is free in thirty days.`);
  });
}

async function known(accounts: Accounts, name: string): Promise<AgentRow> {
  const agent = await accounts.byName(name);
  if (!agent) throw new ConfigError(`no account "${name}".`);
  return agent;
}

async function ensure(accounts: Accounts, name: string): Promise<AgentRow> {
  const agent = await accounts.ensure(name);
  if ('error' in agent) throw new ConfigError(agent.error);
  return agent;
}
