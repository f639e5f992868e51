import { expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../../test/clock.ts';
import { createAccounts } from '../accounts/accounts.ts';
import { keyIdOf } from '../accounts/keys.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { Sockets } from './sockets.ts';
import { TakenKeys } from './taken-keys.ts';

/** A server that runs, and the accounts as a command in another process has them. */
async function running() {
  const storage = await openSqlite(':memory:');
  const clock = fakeClock();
  const accounts = createAccounts({ storage, clock });
  const sockets = new Sockets();
  const faults: unknown[] = [];
  const takenKeys = new TakenKeys({ accounts, clock, sockets, fault: (error) => faults.push(error) });
  await takenKeys.start();
  onTestFinished(async () => {
    takenKeys.stop();
    sockets.close();
    await storage.close();
    expect(faults).toEqual([]);
  });
  const ended: string[] = [];
  return {
    accounts,
    takenKeys,
    clock,
    ended,
    elsewhere: createAccounts({ storage, clock: { ...clock, now: () => clock.now() - 3_600_000 } }),
    async agent(name: string) {
      const registered = await accounts.register(name);
      if ('error' in registered) throw new Error(registered.error);
      return { id: registered.agent.id, key: registered.apiKey };
    },
    /** A connection that came by that key, or by none. */
    connect(label: string, agent: string, key?: string) {
      const leave = sockets.own(agent, {
        key: key && keyIdOf(key),
        end() {
          ended.push(label);
          leave();
        },
      });
    },
  };
}

test('what came by a key that a command replaced ends within half a second, and nothing else', async () => {
  const { elsewhere, clock, agent, connect, ended } = await running();
  const [robbed, fair] = [await agent('Robbed'), await agent('Fair')];
  connect('by the old key', robbed.id, robbed.key);
  connect('by a ticket', robbed.id);
  connect('of another', fair.id, fair.key);
  await clock.pass(10_000);
  const fresh = await elsewhere.rotate(robbed.id);
  connect('by the new key', robbed.id, fresh);
  await clock.pass(500);
  expect(ended).toEqual(['by the old key']);
  await clock.pass(5000);
  expect(ended).toEqual(['by the old key']);
});

test('one of several keys ends what came by it', async () => {
  const { elsewhere, accounts, takenKeys, agent, connect, ended } = await running();
  const { id, key } = await agent('Several');
  const second = await accounts.mintKey(id);
  connect('first', id, key);
  connect('second', id, second);
  expect(await elsewhere.revoke(id, keyIdOf(key))).toBe(true);
  await takenKeys.look();
  expect(ended).toEqual(['first']);
});

test('whoever was let in by what was known before ends too', async () => {
  const { elsewhere, clock, agent, connect, ended } = await running();
  const { id, key } = await agent('Late');
  await elsewhere.rotate(id);
  await clock.pass(500);
  connect('late', id, key);
  await clock.pass(500);
  expect(ended).toEqual(['late']);
});

test('more agents at once than are kept are looked at all the same', async () => {
  const { elsewhere, clock, agent, connect, ended } = await running();
  const { id, key } = await agent('Hidden');
  const crowd = await agent('Crowd');
  connect('hidden', id, key);
  connect('of another', crowd.id, await elsewhere.mintKey(crowd.id));
  await elsewhere.rotate(id);
  const keys = await Promise.all(Array.from({ length: 300 }, () => elsewhere.mintKey(crowd.id)));
  for (const spare of keys) await elsewhere.revoke(crowd.id, keyIdOf(spare));
  await clock.pass(500);
  expect(ended).toEqual(['hidden']);
});

test('what was taken back before the server ran is nothing to it', async () => {
  const { elsewhere, accounts, agent } = await running();
  const { id } = await agent('Early');
  await elsewhere.rotate(id);
  const first = await accounts.takenBack(-1);
  expect(first).toMatchObject({ agents: [] });
  expect(await accounts.takenBack(first!.count)).toBeUndefined();
});
