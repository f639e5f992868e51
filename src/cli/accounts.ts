import { readFile } from 'node:fs/promises';
import { type Accounts, createAccounts } from '../accounts/accounts.ts';
import { keyIdOf } from '../accounts/keys.ts';
import { realClock } from '../core/clock.ts';
import type { AgentRow, AuditRow } from '../core/storage.ts';
import { type Arguments, readArguments, withStorage } from './arguments.ts';
import { ConfigError } from './config.ts';
import { keepDeed } from './deed.ts';

interface Work {
  accounts: Accounts;
  words: string[];
  /** Keeps in the audit what was done to an agent. */
  keep(deed: string, agent: AgentRow, change?: Pick<AuditRow, 'before' | 'after'>): Promise<void>;
}

const withAccounts = <T>(parsed: Arguments, work: (parts: Work) => Promise<T>): Promise<T> =>
  withStorage(parsed, async (storage) =>
    work({
      accounts: createAccounts({ storage, clock: realClock() }),
      words: parsed.words,
      keep: (deed, { id, name }, change) => keepDeed(storage, { deed, subject: id, words: name, ...change }),
    }),
  );

/** Prints the token alone on its last line, so that a script can take it. */
export async function mintToken(args: string[]): Promise<void> {
  const parsed = readArguments(args, 'mint-token NAME [--replace]', 1, { switches: ['replace'] });
  const token = await withAccounts(parsed, async ({ accounts, words: [name], keep }) => {
    const agent = await ensure(accounts, name!);
    const replace = parsed.has('replace');
    const key = await (replace ? accounts.rotate(agent.id) : accounts.mintKey(agent.id));
    const { length } = await accounts.keys(agent.id);
    await keep(replace ? 'replace keys' : 'add key', agent, { after: { key: keyIdOf(key), keys: length } });
    const others =
      length === 1 ? 'the only one that is valid' : `one of ${length} that are valid; --replace leaves one`;
    console.log(`Token for ${agent.name}, ${others}. It is shown only now:`);
    return key;
  });
  console.log(token);
}

export async function addKey(args: string[]): Promise<void> {
  const parsed = readArguments(args, 'add-key NAME FILE.pub', 2);
  await withAccounts(parsed, async ({ accounts, words: [name, file], keep }) => {
    const line = await readFile(file!, 'utf8').catch(() => {
      throw new ConfigError(`cannot read ${file}.`);
    });
    const agent = await ensure(accounts, name!);
    const added = await accounts.addSshKey(agent.id, line.trim());
    if ('error' in added) throw new ConfigError(added.error);
    await keep('add SSH key', agent, { after: added.fingerprint });
    console.log(`${agent.name} may now play with ${added.fingerprint}.`);
  });
}

export const ban = (args: string[]): Promise<void> => setBanned(args, 'ban');
export const unban = (args: string[]): Promise<void> => setBanned(args, 'unban');

async function setBanned(args: string[], what: 'ban' | 'unban'): Promise<void> {
  await withAccounts(readArguments(args, `${what} NAME`, 1), async ({ accounts, words: [name], keep }) => {
    const agent = await known(accounts, name!);
    await accounts[what](agent.id);
    await keep(what, agent, { before: agent.bannedAt !== undefined, after: what === 'ban' });
    console.log(`${agent.name} is ${what === 'ban' ? 'shut out' : 'let in again'}.`);
  });
}

/** An empty owner is none. */
export async function owner(args: string[]): Promise<void> {
  await withAccounts(readArguments(args, 'owner NAME OWNER', 2), async ({ accounts, words: [name, text], keep }) => {
    const agent = await known(accounts, name!);
    const set = await accounts.setOwner(agent.id, text);
    if ('error' in set) throw new ConfigError(set.error);
    await keep('owner', agent, { before: agent.owner ?? '', after: set.owner });
    console.log(
      set.owner ? `${agent.name} belongs to ${set.owner}.` : `${agent.name} belongs to nobody in particular.`,
    );
  });
}

export async function deleteAgent(args: string[]): Promise<void> {
  await withAccounts(readArguments(args, 'delete-agent NAME', 1), async ({ accounts, words: [name], keep }) => {
    const agent = await known(accounts, name!);
    await accounts.remove(agent.id);
    await keep('delete', agent, { before: agent.name });
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
