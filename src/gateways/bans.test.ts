import { expect, onTestFinished, test } from 'vitest';
import { testArena } from '../../test/arena.ts';
import { sums } from '../../test/toys.ts';
import { createAccounts } from '../accounts/accounts.ts';
import { Bans } from './bans.ts';
import { Sockets } from './sockets.ts';

/** A villain in a match of three that goes on without it, and the accounts as a command in another process has them. */
async function villainAtPlay() {
  const { arena, local, clock, storage } = await testArena([sums]);
  const accounts = createAccounts({ storage, clock });
  const registered = await accounts.register('Villain');
  if ('error' in registered) throw new Error(registered.error);
  const { agent, apiKey } = registered;
  const seats = [agent.id, 'a', 'b'].map((id) => ({ agent: id, name: id, kind: 'agent' as const, via: 'test' }));
  const match = await local.begin({ game: 'sums', seats }, (begun) => {
    for (const seat of seats.keys()) begun.watch(seat, () => {});
  });
  const sockets = new Sockets();
  const cut: string[] = [];
  const gateway = { name: 'test', shutOut: (id: string) => cut.push(id), stop: async () => {} };
  const faults: unknown[] = [];
  const fault = (error: unknown) => faults.push(error);
  const bans = new Bans({ arena, accounts, clock, sockets, gateways: () => [gateway], fault });
  await bans.start();
  onTestFinished(() => {
    bans.stop();
    sockets.close();
    expect(faults).toEqual([]);
  });
  const forfeits = () => match.record.entries.filter(({ kind }) => kind === 'forfeit').length;
  return {
    accounts,
    elsewhere: createAccounts({ storage, clock }),
    storage,
    clock,
    agent,
    apiKey,
    forfeits,
    cut,
    bans,
  };
}

test('a ban that a command made is felt within half a second', async () => {
  const { elsewhere, clock, agent, forfeits, cut } = await villainAtPlay();
  await clock.pass(10_000);
  await elsewhere.ban(agent.id);
  await clock.pass(500);
  expect(forfeits()).toBe(1);
  expect(cut).toContain(agent.id);
});

test('a ban is felt though the clock of whoever made it is an hour late', async () => {
  const { storage, clock, agent, forfeits } = await villainAtPlay();
  await clock.pass(10_000);
  const late = { ...clock, now: () => clock.now() - 3_600_000 };
  await createAccounts({ storage, clock: late }).ban(agent.id);
  await clock.pass(500);
  expect(forfeits()).toBe(1);
});

test('whoever was let in by what was known before the ban is shut out too', async () => {
  const { accounts, elsewhere, clock, agent, apiKey, cut } = await villainAtPlay();
  await clock.pass(499);
  expect(await accounts.authenticate(apiKey)).not.toHaveProperty('bannedAt');
  await elsewhere.ban(agent.id);
  await clock.pass(1);
  expect(await accounts.authenticate(apiKey)).toHaveProperty('bannedAt');
  const before = cut.length;
  await clock.pass(500);
  expect(cut.length).toBeGreaterThan(before);
});

test('a ban ends a seat once, however often it is looked for', async () => {
  const { accounts, clock, agent, forfeits, bans } = await villainAtPlay();
  await accounts.ban(agent.id);
  bans.shutOut(agent.id);
  await clock.pass(5000);
  expect(forfeits()).toBe(1);
});

test('whoever was let in again is left alone', async () => {
  const { elsewhere, clock, agent, cut } = await villainAtPlay();
  await elsewhere.ban(agent.id);
  await clock.pass(500);
  await elsewhere.unban(agent.id);
  const before = cut.length;
  await clock.pass(5000);
  expect(cut).toHaveLength(before);
});
