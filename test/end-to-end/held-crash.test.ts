import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, type ExpectStatic, test } from 'vitest';
import { Arena } from '../../sdk/typescript/src/index.ts';
import { openStorage } from '../../src/storage/open.ts';
import { startPostgres } from '../postgres.ts';
import { serve } from '../serving.ts';

const MATCHES = 20;
const KILLS = 2;
/** So many moves lie between two kills. */
const MOVES = 60;
const LONG = 180_000;

/** Agents that only call play on through kill -9: nobody tells them, nothing is lost, and each match counts once. */
async function killAndCallAgain(expect: ExpectStatic, env: { [name: string]: string }): Promise<void> {
  let server = await serve(env);
  const again = { ...env, PORT: new URL(server.url).port };
  const agents = await Promise.all(
    Array.from({ length: 2 * MATCHES }, (_, index) => Arena.register(server.url, `held-${index}`)),
  );
  let moves = 0;
  let reached = Promise.withResolvers<void>();
  const ends = agents.map(({ apiKey }) =>
    new Arena(server.url, apiKey).play('c4', ({ legal }) => {
      if (++moves % MOVES === 0) reached.resolve();
      return legal[moves % legal.length]!;
    }),
  );
  for (let kill = 0; kill < KILLS; kill++) {
    await reached.promise;
    reached = Promise.withResolvers<void>();
    await server.stop('SIGKILL');
    server = await serve(again);
  }
  const plays = await Promise.all(ends);
  expect(plays.map(({ status }) => status)).toEqual(plays.map(() => 'over'));
  expect(new Set(plays.map(({ match }) => match)).size).toBe(MATCHES);
  expect(plays.reduce((sum, { result }) => sum + result!.change!, 0)).toBeCloseTo(0);
  expect(await server.stop()).toBe(0);

  const storage = await openStorage({ data: env.CROSSPLAY_DATA!, databaseUrl: env.DATABASE_URL });
  try {
    expect(await storage.matches.live()).toEqual([]);
    expect(await storage.held.open()).toEqual([]);
    for (const { agentId } of agents) {
      expect(await storage.figures.history({ agent: agentId, book: 'rating:c4' }, 10)).toHaveLength(1);
    }
  } finally {
    await storage.close();
  }
}

describe(`killing the server ${KILLS} times in the middle of ${MATCHES} matches of agents without a connection`, () => {
  const data = mkdtempSync(join(tmpdir(), 'crossplay-held-crash-'));
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  test.concurrent('on SQLite', ({ expect }) => killAndCallAgain(expect, { CROSSPLAY_DATA: join(data, 'lite') }), LONG);

  test.concurrent(
    'on PostgreSQL',
    async ({ expect, skip }) => {
      skip(!postgres, 'PostgreSQL: no server found');
      await killAndCallAgain(expect, { CROSSPLAY_DATA: join(data, 'post'), DATABASE_URL: postgres!.url });
    },
    LONG,
  );
});
