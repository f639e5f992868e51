import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAll, underLoad } from '../cluster/load.ts';
import {
  type Cable,
  isInside,
  type NodeNetwork,
  nodeNetwork,
  noNamespaces,
  openHub,
  runInside,
} from '../cluster/namespaces.ts';
import { type TestCluster, testCluster } from '../cluster/nodes.ts';

const LOAD = { agents: 18, matches: 3 };
const LONG = 240_000;
const NETWORK = '10.0.0.0/8';

test.skipIf(isInside)(
  'nodes in networks of their own whose cables are pulled',
  async (context) => {
    const why = noNamespaces();
    context.skip(why !== undefined, why);
    const { code, output } = await runInside(import.meta.filename);
    expect(code, output).toBe(0);
  },
  5 * LONG,
);

const cluster = isInside ? ((openHub(), await testCluster(NETWORK)) as TestCluster) : undefined;

describe.skipIf(!cluster)('three nodes, one of them cut off', { timeout: LONG }, () => {
  const networks: { [name: string]: NodeNetwork } = {};
  const { nodes, databaseUrl, nats } = cluster ?? ({} as TestCluster);

  beforeAll(async () => {
    const database = new URL(databaseUrl).pathname;
    for (const [nth, name] of ['a', 'b', 'c'].entries()) {
      const network = await nodeNetwork(nth);
      networks[name] = network;
      const env = {
        HOST: network.own('door'),
        DATABASE_URL: `postgres://crossplay@${network.ours('database')}${database}`,
        // All agents have one address.
        CROSSPLAY_SAME_OWNER: 'yes',
        CROSSPLAY_SAME_PAIR: 'off',
        NATS_URL: `nats://${network.ours('nats')}:${new URL(nats.url).port}`,
      };
      await cluster!.start(name, env, { enter: network.enter });
    }
  }, LONG);
  afterAll(async () => {
    await cluster!.stop();
    for (const network of Object.values(networks)) network.remove();
  }, LONG);

  const ready = async (name: string): Promise<number> =>
    fetch(`${nodes[name]!.url}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );

  /** @param until how long it stays cut off */
  async function cutOff(name: string, cables: Cable[], until: () => Promise<void>): Promise<void> {
    const agents = await underLoad(cluster!, LOAD, async () => {
      for (const cable of cables) networks[name]!.pull(cable);
      await until();
      for (const cable of cables) networks[name]!.plug(cable);
      await expect.poll(() => ready(name), { timeout: LONG / 2 }).toBe(200);
    });
    const { matches } = await checkAll(cluster!, agents);
    expect(matches).toBe((LOAD.agents * LOAD.matches) / 2);
  }

  const isGone = (name: string) => async () => {
    await expect.poll(() => cluster!.gone(name), { timeout: 60_000 }).toBe(true);
  };

  test('from NATS and the database: the others go on, and it joins anew', () =>
    cutOff('b', ['nats', 'database'], isGone('b')));

  test('from NATS alone: the others go on, and it joins anew', () => cutOff('c', ['nats'], isGone('c')));

  test('from the database alone: it stands still, keeps what it has and goes on', async () => {
    await cutOff('a', ['database'], async () => {
      await expect.poll(() => ready('a'), { timeout: 60_000 }).toBe(503);
    });
    expect(await cluster!.gone('a')).toBe(false);
  });
});
