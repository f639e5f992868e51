import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WIRE } from '../../src/cluster/messages.ts';
import { checkAll, goesOn, underLoad } from '../cluster/load.ts';
import { type TestCluster, testCluster } from '../cluster/nodes.ts';
import { copyTree } from '../copied-tree.ts';

const cluster = (await testCluster()) as TestCluster;
const LOAD = { agents: 12, matches: 24 };
const LONG = 300_000;

/** The program so many versions later: each has a new wire and has added a column. */
function later(versions: number): { folder: string; remove(): void } {
  const tree = copyTree();
  const change = (file: string, from: string, to: string) => {
    const path = join(tree.folder, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  };
  change('src/cluster/messages.ts', `WIRE = ${WIRE};`, `WIRE = ${WIRE + versions};`);
  const steps = Array.from({ length: versions }, (_, nth) => {
    const name = `later_${nth + 1}`;
    return `'900-${name}': { up: (db) => db.schema.alterTable('agents').addColumn('${name}', 'text').execute() },`;
  });
  change(
    'src/storage/migrations/index.ts',
    '[FIRST]: beginning(flavour),',
    `[FIRST]: beginning(flavour),\n${steps.join('\n')}`,
  );
  return tree;
}

async function columns(): Promise<string[]> {
  const client = new pg.Client(cluster.databaseUrl);
  await client.connect();
  const { rows } = await client.query(
    `select column_name from information_schema.columns where table_name = 'agents' and column_name like 'later%'`,
  );
  await client.end();
  return rows.map(({ column_name }) => column_name);
}

// Where PostgreSQL or NATS is not installed.
describe.skipIf(!cluster)('nodes of different versions', { timeout: LONG }, () => {
  const [next, tooLate] = [later(1), later(3)];
  beforeAll(async () => {
    for (const name of ['a', 'b']) await cluster.start(name);
  }, LONG);
  afterAll(async () => {
    await cluster.stop();
    next.remove();
    tooLate.remove();
  }, LONG);

  test('one that is too new is refused in words before it has changed anything', async () => {
    await expect(cluster.start('c', {}, { tree: tooLate.folder })).rejects.toThrow(
      /runs a Crossplay that is too old for this one\. Update the running nodes version by version\./,
    );
    expect(await columns()).toEqual([]);
  });

  test('a rolling restart leads to the next version and forfeits nobody', async () => {
    const agents = await underLoad(cluster, LOAD, async (playing) => {
      for (const name of ['a', 'b']) {
        const { [name]: node } = cluster.nodes;
        delete cluster.nodes[name];
        expect(await node!.stop('SIGTERM')).toBe(0);
        await goesOn(playing);
        await cluster.start(name, {}, { tree: next.folder });
        await goesOn(playing);
      }
    });
    const { matches } = await checkAll(cluster, agents);
    expect(matches).toBeGreaterThanOrEqual(LOAD.matches);
    expect(await columns()).toEqual(['later_1']);
  });

  test('the version before is refused in words by then', async () => {
    await expect(cluster.start('c')).rejects.toThrow(/This database was written by a newer Crossplay/);
  });
});
