import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAll, underLoad } from '../cluster/load.ts';
import { type TestCluster, testCluster } from '../cluster/nodes.ts';

const cluster = (await testCluster()) as TestCluster;
const LOAD = { agents: 24, matches: 3 };
const LONG = 120_000;

// Where PostgreSQL or NATS is not installed.
describe.skipIf(!cluster)('three nodes under load', { timeout: LONG }, () => {
  beforeAll(async () => {
    for (const name of ['a', 'b', 'c']) await cluster.start(name);
  }, LONG);
  afterAll(() => cluster.stop(), LONG);

  async function withoutTrouble(happens: () => Promise<void>) {
    const agents = await underLoad(cluster, LOAD, happens);
    const { matches } = await checkAll(cluster, agents);
    expect(matches).toBe((LOAD.agents * LOAD.matches) / 2);
    return agents;
  }

  test('play as one does', async () => {
    const agents = await withoutTrouble(async () => {});
    expect(agents.every(({ returns }) => returns === 1)).toBe(true);
  });

  test('lose nothing when one is killed, and nothing when another is', async () => {
    for (const name of ['a', 'b']) {
      await withoutTrouble(async () => {
        const { [name]: node } = cluster.nodes;
        delete cluster.nodes[name];
        await node!.stop('SIGKILL');
      });
      await cluster.start(name);
    }
  });

  test('lose nothing when one is told to leave', async () => {
    await withoutTrouble(async () => {
      const { c } = cluster.nodes;
      delete cluster.nodes.c;
      expect(await c!.stop('SIGTERM')).toBe(0);
    });
    await cluster.start('c');
  });

  test('stand still while NATS is away, and go on', async () => {
    const agents = await withoutTrouble(async () => {
      await cluster.nats.kill();
      await cluster.nats.start();
    });
    expect(agents.every(({ returns }) => returns === 1)).toBe(true);
  });

  test('stand still while PostgreSQL is away, and go on', async () => {
    const agents = await withoutTrouble(() => cluster.postgres.restart!());
    expect(agents.every(({ returns }) => returns === 1)).toBe(true);
  });

  test('go on without one that is cut off, and take it in again when it is back', async () => {
    const { b } = cluster.nodes;
    await withoutTrouble(async () => {
      delete cluster.nodes.b;
      b!.child.kill('SIGSTOP');
      await expect.poll(() => cluster.gone('b'), { timeout: 30_000 }).toBe(true);
      b!.child.kill('SIGCONT');
    });
    cluster.nodes.b = b!;
    await expect.poll(async () => (await fetch(`${b!.url}/readyz`)).status, { timeout: 30_000 }).toBe(200);
  });
});
