import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startNats, type TestNats } from '../../test/nats.ts';
import { startPostgres, type TestPostgres } from '../../test/postgres.ts';
import { realClock } from '../core/clock.ts';
import { type PlacedDatabase, postgresDatabase } from '../storage/suite/databases.ts';
import { Cluster, type ClusterParts } from './cluster.ts';

const postgres: TestPostgres | undefined = await startPostgres();
const nats: TestNats | undefined = postgres && (await startNats());

describe.skipIf(!nats)('joining a cluster', { timeout: 30_000 }, () => {
  let database: PlacedDatabase & { remove(): Promise<void> };
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    database = await postgresDatabase(postgres!.url);
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  afterAll(async () => {
    await database.remove();
    await nats!.stop();
    await postgres!.stop();
  });

  const open = async (changes: Partial<ClusterParts> = {}) => {
    const faults: string[] = [];
    const cluster = await Cluster.open({
      name: 'a',
      natsUrl: nats!.url,
      databaseUrl: database.place.databaseUrl!,
      clock: realClock(),
      sockets: () => 0,
      address: () => 'http://127.0.0.1:1',
      newId: () => 'x',
      whereabouts: { of: () => undefined, seen() {} },
      say() {},
      fault: (error) => faults.push(String(error)),
      ...changes,
    });
    stops.push(async () => {
      await cluster.leave();
      await cluster.storage.close();
      await cluster.close();
    });
    return { cluster, faults };
  };

  test('a wrong address is one line, without the password', async () => {
    const joining = open({ natsUrl: 'nats://me:secret@127.0.0.1:1' });
    await expect(joining).rejects.toThrow(/127\.0\.0\.1:1 cannot be reached.*NATS_URL/);
    await expect(joining).rejects.not.toThrow(/secret/);
  });

  test('a database that is not there, or that there is none of, is one line', async () => {
    const none = new URL(database.place.databaseUrl!);
    none.pathname = '/nowhere';
    await expect(open({ databaseUrl: none.href })).rejects.toThrow(/DATABASE_URL refuses: .*"nowhere" does not exist/);
    none.port = '1';
    await expect(open({ databaseUrl: none.href })).rejects.toThrow(/no database answers at DATABASE_URL/);
  });

  test('a refused login is one line, and the right one is taken', async () => {
    const guarded = (await startNats('--user', 'me', '--pass', 'secret'))!;
    stops.push(() => guarded.stop());
    const address = guarded.url.replace('nats://', '');
    await expect(open({ natsUrl: guarded.url })).rejects.toThrow(/refuses the login in NATS_URL/);
    await expect(open({ natsUrl: `nats://me:wrong@${address}` })).rejects.toThrow(/refuses the login in NATS_URL/);
    await open({ natsUrl: `nats://me:secret@${address}` });
  });

  test('a server without JetStream is one line that says what to do', async () => {
    const plain = (await startNats('-no-js'))!;
    stops.push(() => plain.stop());
    await expect(open({ natsUrl: plain.url })).rejects.toThrow(/nats-server -js/);
  });

  test('a second node of the same name is refused while the first is alive', async () => {
    await open();
    await expect(open()).rejects.toThrow(/named a is in the cluster already.*CROSSPLAY_NODE/);
    const { cluster } = await open({ name: 'b' });
    expect((await cluster.nodes()).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('a database without NATS_URL and nodes on it refuse each other', async () => {
    await open();
    await expect(database.open({ exclusive: true })).rejects.toThrow(/NATS_URL/);
  });
});
