import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAll, goesOn, underLoad } from '../cluster/load.ts';
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
import type { SteadyAgent } from '../cluster/steady-agent.ts';

const LOAD = { agents: 36, matches: 200 };
const LONG = 600_000;
const NETWORK = '10.0.0.0/8';
const MINUTE = 60_000;
const WRONG_CLOCK = join(import.meta.dirname, '../cluster/wrong-clock.ts');
/** By how much the clock of each node is ahead. */
const NODES = { a: 0, b: MINUTE, c: -MINUTE };
type Name = keyof typeof NODES;

const canCut = isInside || noNamespaces() === undefined;

test.runIf(canCut && !isInside)(
  'nodes in networks of their own',
  async () => {
    const { code, output } = await runInside(import.meta.filename);
    expect(code, output).toBe(0);
  },
  LONG,
);

if (isInside) openHub();
const cluster = canCut && !isInside ? undefined : ((await testCluster(isInside ? NETWORK : undefined)) as TestCluster);

// Where PostgreSQL or NATS is not installed.
describe.skipIf(!cluster)('three nodes whose clocks differ by a minute', { timeout: LONG }, () => {
  const networks: { [name: string]: NodeNetwork } = {};
  const { nodes, databaseUrl, nats, postgres } = cluster ?? ({} as TestCluster);

  const start = (name: Name) => {
    const network = networks[name];
    const env = {
      NODE_OPTIONS: `--import=${WRONG_CLOCK}`,
      TEST_CLOCK_AHEAD: String(NODES[name]),
      // All agents have one address.
      CROSSPLAY_SAME_OWNER: 'yes',
      CROSSPLAY_SAME_PAIR: 'off',
      ...(network && {
        HOST: network.own('door'),
        DATABASE_URL: `postgres://crossplay@${network.ours('database')}${new URL(databaseUrl).pathname}`,
        NATS_URL: `nats://${network.ours('nats')}:${new URL(nats.url).port}`,
      }),
    };
    return cluster!.start(name, env, network && { enter: network.enter });
  };

  beforeAll(async () => {
    for (const [nth, name] of (Object.keys(NODES) as Name[]).entries()) {
      if (isInside) networks[name] = await nodeNetwork(nth);
      await start(name);
    }
  }, LONG);
  afterAll(async () => {
    await cluster!.stop();
    for (const network of Object.values(networks)) network.remove();
  }, LONG);

  const isReady = (name: Name, status = 200) =>
    expect
      .poll(
        () =>
          fetch(`${nodes[name]!.url}/readyz`).then(
            (reply) => reply.status,
            () => 0,
          ),
        { timeout: 120_000 },
      )
      .toBe(status);
  const isGone = (name: Name, gone = true) => expect.poll(() => cluster!.gone(name), { timeout: 60_000 }).toBe(gone);
  /** It has joined anew if it was declared gone: one that does not know it yet says that it is ready. */
  const isBack = async (name: Name) => {
    await isGone(name, false);
    await isReady(name);
  };

  /** Agents go to the others. */
  async function end(name: Name, signal: 'SIGKILL' | 'SIGTERM') {
    const { [name]: node } = nodes;
    delete nodes[name];
    return node!.stop(signal);
  }

  async function cutOff(name: Name, cables: Cable[], until: () => Promise<void>): Promise<void> {
    for (const cable of cables) networks[name]!.pull(cable);
    await until();
    for (const cable of cables) networks[name]!.plug(cable);
    await isBack(name);
  }

  async function freeze(name: Name): Promise<void> {
    const { [name]: node } = nodes;
    delete nodes[name];
    node!.child.kill('SIGSTOP');
    await isGone(name);
    node!.child.kill('SIGCONT');
    nodes[name] = node!;
    await isBack(name);
  }

  /** Nobody's connection ends meanwhile. */
  async function unnoticed(agents: SteadyAgent[], happens: () => Promise<void>): Promise<void> {
    const returns = () => agents.map((agent) => agent.returns);
    const before = returns();
    await happens();
    for (const name of Object.keys(NODES) as Name[]) await isReady(name);
    await goesOn(agents);
    expect(returns()).toEqual(before);
  }

  test('play two hundred matches through all that can happen: nothing is lost, doubled or forfeited', async () => {
    const agents = await underLoad(cluster!, LOAD, async (playing) => {
      for (const name of ['a', 'b'] as const) {
        await end(name, 'SIGKILL');
        await isGone(name);
        await goesOn(playing);
        await start(name);
      }
      expect(await end('c', 'SIGTERM')).toBe(0);
      await goesOn(playing);
      await start('c');
      await unnoticed(playing, async () => {
        await nats.kill();
        await nats.start();
      });
      await unnoticed(playing, () => postgres.restart!());
      await freeze('b');
      await goesOn(playing);
      if (!isInside) return;
      await cutOff('b', ['nats', 'database'], () => isGone('b'));
      await cutOff('c', ['nats'], () => isGone('c'));
      await unnoticed(playing, () => cutOff('a', ['database'], () => isReady('a', 503)));
      expect(await cluster!.gone('a')).toBe(false);
    });
    const { matches } = await checkAll(cluster!, agents);
    expect(matches).toBeGreaterThanOrEqual(LOAD.matches);
  });
});
