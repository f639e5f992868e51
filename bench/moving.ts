import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp, compact, restore } from '../src/storage/moving/backup.ts';
import { copyStorage } from '../src/storage/moving/copy.ts';
import { openStorage } from '../src/storage/open.ts';
import { postgresDatabase } from '../src/storage/suite/databases.ts';
import { sampleEntry, sampleRecord, won } from '../src/storage/suite/samples.ts';
import { startPostgres } from '../test/postgres.ts';

// How long it takes to back up, restore, compact and copy so many matches of forty moves: node bench/moving.ts 20000
const matches = Number(process.argv[2] ?? 20_000);
const MOVES = 40;
const folder = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
const [here, file] = [join(folder, 'here'), join(folder, 'backup.db')];

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  console.log(`${what.padEnd(10)} ${seconds.toFixed(2)} s, ${((seconds / matches) * 1e6).toFixed(0)} s per million`);
}

const storage = await openStorage({ data: here });
const entries = Array.from({ length: MOVES }, (_, step) => sampleEntry(step));
for (let first = 0; first < matches; first += 500) {
  const ids = Array.from({ length: Math.min(500, matches - first) }, (_, i) => `m${first + i}`);
  await Promise.all(ids.map((id) => storage.matches.create(sampleRecord(id, { entries: entries.slice(0, -1) }))));
  await Promise.all(
    ids.map((match) => storage.matches.append({ match, step: MOVES - 1, entry: entries.at(-1)!, close: won })),
  );
}
console.log(`${matches} matches, ${((await storage.size()) / 1e6).toFixed(0)} MB`);
await storage.close();

await timed('backup', () => backUp(here, file));
await timed('restore', () => restore(join(folder, 'there'), file, false));
await timed('compact', () => compact(here));
const postgres = await startPostgres();
if (postgres) {
  const database = await postgresDatabase(postgres.url);
  await timed('copy', () => copyStorage({ data: here }, database.place));
  await timed('back', () => copyStorage(database.place, { data: join(folder, 'back') }));
  await database.remove();
  await postgres.stop();
}
rmSync(folder, { recursive: true });
