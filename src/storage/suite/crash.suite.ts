import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { PlacedDatabase } from './databases.ts';
import { sampleEntry } from './samples.ts';

const PROGRAM = fileURLToPath(new URL('../../../test/append-forever.ts', import.meta.url));

/** Kills a process that writes, at a moment that differs from run to run; the last step it acknowledged of each match. */
async function crash(database: PlacedDatabase): Promise<Map<string, number>> {
  const writer = spawn(process.execPath, [PROGRAM, JSON.stringify(database.place)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged = new Map<string, number>();
  let left = randomInt(1, 600);
  for await (const line of createInterface({ input: writer.stdout })) {
    const [match, step] = line.split(' ');
    acknowledged.set(match!, Number(step));
    if (--left === 0) writer.kill('SIGKILL');
  }
  expect(writer.signalCode ?? (await new Promise((done) => writer.once('exit', (_, signal) => done(signal))))).toBe(
    'SIGKILL',
  );
  return acknowledged;
}

export function crashSuite(name: string, fresh: () => Promise<PlacedDatabase>): void {
  describe(name, () => {
    for (const time of ['once', 'twice']) {
      it(`keeps every acknowledged entry when its server is killed (${time})`, async () => {
        const database = await fresh();
        const acknowledged = await crash(database);
        const storage = await database.open();
        const records = await storage.matches.live();
        for (const [match, last] of acknowledged) {
          const entries = records.find((record) => record.id === match)?.entries ?? [];
          expect(entries.length).toBeGreaterThan(last);
          expect(entries).toEqual(entries.map((_, step) => sampleEntry(step)));
        }
        await storage.close();
        const server = await database.open({ exclusive: true });
        await server.close();
        await database.drop();
      });
    }
  });
}
