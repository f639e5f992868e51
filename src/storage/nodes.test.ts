import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../test/postgres.ts';
import { type Storage, StorageBusy } from '../core/storage.ts';
import { type NodeStore, nodeStore } from './nodes.ts';
import { openPostgres } from './postgres.ts';
import { type PlacedDatabase, postgresDatabase } from './suite/databases.ts';
import { sampleRecord } from './suite/samples.ts';

const server: TestPostgres | undefined = await startPostgres();

describe.skipIf(!server)('nodes over one PostgreSQL', () => {
  let database: PlacedDatabase & { remove(): Promise<void> };
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    database = await postgresDatabase(server!.url);
    await (await database.open()).close();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    await database.drop();
  });
  afterAll(async () => {
    await database.remove();
    await server!.stop();
  });

  async function aNode(name: string) {
    const url = database.place.databaseUrl!;
    const heard: string[] = [];
    let epoch = 0;
    const storage: Storage = await openPostgres(url, {
      name,
      epoch: () => epoch,
      mayWrite: async () => {},
      lost: () => heard.push('lost'),
      fenced: () => heard.push('fenced'),
    });
    const nodes: NodeStore = nodeStore(url, name);
    open.push(nodes, storage);
    epoch = await nodes.join(1);
    await nodes.arrive(epoch);
    return { storage, nodes, heard, row: async () => (await nodes.all()).find((row) => row.name === name)! };
  }

  test('what a node writes is its own, and a node that was declared gone writes nothing', async () => {
    const [a, b] = [await aNode('a'), await aNode('b')];
    await a.storage.matches.create(sampleRecord('m1'));
    expect(await a.nodes.own()).toEqual(['m1']);
    expect(await b.nodes.adopt(10)).toEqual([]);

    expect(await b.nodes.declareGone(await a.row())).toBe(true);
    expect(await b.nodes.declareGone(await a.row())).toBe(false);
    await expect(a.storage.matches.create(sampleRecord('m2'))).rejects.toThrow('declared this one gone');
    const move = { match: 'm1', step: 0, entry: { at: 1, kind: 'note', topic: 'x', data: 1 } } as const;
    await expect(a.storage.matches.append(move)).rejects.toThrow('declared this one gone');
    expect(a.heard).toContain('fenced');

    expect(await b.nodes.adopt(10)).toEqual(['m1']);
    expect(await b.storage.matches.append(move)).toMatchObject({ done: 'appended' });
    expect((await b.storage.matches.load('m1'))!.entries).toHaveLength(1);
  });

  test('what a node had not begun to write when the connection went is written when it is back', async () => {
    const a = await aNode('a');
    const other = new pg.Client(database.place.databaseUrl);
    open.push({ close: () => other.end() });
    await other.connect();
    await other.query(`begin; update nodes set wire = wire where name = 'a'`);
    const written = a.storage.matches.create(sampleRecord('m1'));
    const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
    await other.query(`select pg_terminate_backend(pid) from (${waiting}) as waiting`);
    await expect.poll(() => a.heard).toEqual(['lost']);
    await other.query('commit');
    await written;
    expect(await a.nodes.own()).toEqual(['m1']);
  });

  test('two that adopt at once take different matches', async () => {
    const [a, b, c] = [await aNode('a'), await aNode('b'), await aNode('c')];
    const ids = Array.from({ length: 30 }, (_, index) => `m${index}`);
    for (const id of ids) await a.storage.matches.create(sampleRecord(id));
    await b.nodes.declareGone(await a.row());
    const taken = await Promise.all([b, c, b, c].map(({ nodes }) => nodes.adopt(10)));
    const rest = await b.nodes.adopt(100);
    expect([...taken.flat(), ...rest].sort()).toEqual(ids.sort());
  });

  test('a node that joins anew under its name goes on with what nobody took', async () => {
    const [a, b] = [await aNode('a'), await aNode('b')];
    await a.storage.matches.create(sampleRecord('m1'));
    await b.nodes.declareGone(await a.row());
    const again = await aNode('a');
    expect(await again.nodes.own()).toEqual(['m1']);
    expect(await b.nodes.adopt(10)).toEqual([]);
    await expect(a.storage.matches.create(sampleRecord('m2'))).rejects.toThrow('declared this one gone');
  });

  test('a place has one node until that one is gone or lets it go', async () => {
    const [a, b] = [await aNode('a'), await aNode('b')];
    const both = await Promise.all([a.nodes.claim('lobby', 'lobby:ttt'), b.nodes.claim('lobby', 'lobby:ttt')]);
    expect(both.filter(Boolean)).toHaveLength(1);
    const [first, second] = both[0] ? [a, b] : [b, a];
    expect(await first.nodes.claim('lobby', 'lobby:ttt')).toBe(true);
    await second.nodes.declareGone(await first.row());
    expect(await second.nodes.claim('lobby', 'lobby:ttt')).toBe(true);
    await second.nodes.release();
    await second.nodes.leave((await second.row()).epoch);
    const third = await aNode('c');
    expect(await third.nodes.places()).toEqual([]);
    expect(await third.nodes.claim('lobby', 'lobby:ttt')).toBe(true);
  });

  test('matches from before there were nodes are adopted, and every node knows what is under way', async () => {
    const alone = await database.open({ exclusive: true });
    await alone.matches.create(sampleRecord('m1'));
    await alone.close();
    const a = await aNode('a');
    expect(await a.nodes.headers({})).toMatchObject([{ id: 'm1' }]);
    expect(await a.nodes.headers({ agent: 'nobody' })).toEqual([]);
    const [header] = await a.nodes.headers({});
    const { agent } = header!.seats[0]!;
    expect(await Promise.all([a.nodes.seats(agent), a.nodes.seats('nobody')])).toEqual([1, 0]);
    expect(JSON.stringify(await a.nodes.headers({}))).not.toContain('"seed"');
    expect(await a.nodes.adopt(10)).toEqual(['m1']);
  });

  test('a server without a cluster and nodes refuse each other in words', async () => {
    await aNode('a');
    await expect(database.open({ exclusive: true })).rejects.toThrow('NATS_URL');
    await Promise.all(open.splice(0).map((one) => one.close()));
    open.push(await database.open({ exclusive: true }));
    await expect(aNode('b')).rejects.toThrow('without NATS_URL');
  });

  test('two nodes that settle for the same agents count every change', async () => {
    const [a, b] = [await aNode('a'), await aNode('b')];
    const agents = ['x', 'y', 'z'];
    const post = (storage: Storage, turn: number) => {
      const two =
        turn % 2 ? [agents[turn % 3]!, agents[(turn + 1) % 3]!] : [agents[(turn + 1) % 3]!, agents[turn % 3]!];
      const figures = two.map((agent) => ({ agent, book: 'points' }));
      return storage.figures.post(
        { figures, settle: () => figures.map((key) => ({ ...key, change: 1, reason: 'test' })) },
        turn,
      );
    };
    await Promise.all(Array.from({ length: 60 }, (_, turn) => post(turn % 4 < 2 ? a.storage : b.storage, turn)));
    const values = await a.storage.figures.read(agents.map((agent) => ({ agent, book: 'points' })));
    expect(values.reduce((sum, value) => sum! + value!, 0)).toBe(120);
  });
});

test('who asks for matches while nothing answers at the database is told to try again', async () => {
  const nodes = nodeStore('postgres://nobody@127.0.0.1:1/nothing', 'a');
  await expect(nodes.headers({})).rejects.toThrow(StorageBusy);
  await nodes.close();
});
