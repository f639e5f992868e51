import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backUp, restore } from './moving/backup.ts';
import { openStorage } from './open.ts';
import { NoDatabase } from './trouble.ts';

const SOMEBODY = 65_534;

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'crossplay-open-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test.each([
  ['crossplay.db', false],
  ['crossplay.lock', true],
])('a %s that is no database is a sentence', async (file, exclusive) => {
  const data = folder();
  writeFileSync(join(data, file), 'garbage'.repeat(1000));
  const opening = openStorage({ data, databaseUrl: undefined, exclusive });
  await expect(opening).rejects.toThrow(NoDatabase);
  await expect(openStorage({ data, databaseUrl: undefined, exclusive })).rejects.toThrow(/its file is no database/);
});

test('a database that cannot be written is a sentence', async () => {
  const data = folder();
  await (await openStorage({ data, databaseUrl: undefined })).close();
  // A folder where the log of writes should be keeps everyone from writing, whoever runs this.
  mkdirSync(join(data, 'crossplay.db-wal'));
  await expect(openStorage({ data, databaseUrl: undefined })).rejects.toThrow(
    /the database in .* cannot be used: it cannot be/,
  );
});

test('what root makes in a folder of somebody else belongs to them, a restored database too', async (context) => {
  context.skip(process.getuid?.() !== 0, 'only root can make what is not its own');
  const [data, safe] = [folder(), folder()];
  chownSync(data, SOMEBODY, SOMEBODY);
  const storage = await openStorage({ data, exclusive: true });
  const owners = () => new Set(readdirSync(data).map((file) => statSync(join(data, file)).uid));
  expect(owners()).toEqual(new Set([SOMEBODY]));
  await storage.close();
  await backUp(data, join(safe, 'backup.db'));
  await restore(data, join(safe, 'backup.db'), true);
  expect(owners()).toEqual(new Set([SOMEBODY]));
});
