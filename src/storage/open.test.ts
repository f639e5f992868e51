import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

/** What a server of somebody who is not root says of the folder. */
function openedBySomebody(data: string): string {
  const script = `
    import { openStorage } from ${JSON.stringify(join(import.meta.dirname, 'open.ts'))};
    await openStorage({ data: ${JSON.stringify(data)}, exclusive: true }).then(
      (storage) => storage.close().then(() => console.log('opened')),
      (error) => console.log(error.name, error.message),
    );`;
  const asSomebody = process.getuid?.() === 0 ? { uid: SOMEBODY, gid: SOMEBODY } : {};
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', ...asSomebody });
}

test.each([
  ['crossplay.db', 0o444, 'it cannot be written'],
  ['crossplay.lock', 0o444, 'it cannot be written'],
  ['.', 0o000, 'it cannot be opened'],
])('to a server a %s with the mode %o is a sentence', async (path, mode, why) => {
  const data = folder();
  if (process.getuid?.() === 0) chownSync(data, SOMEBODY, SOMEBODY);
  expect(openedBySomebody(data)).toBe('opened\n');
  chmodSync(join(data, path), mode);
  onTestFinished(() => chmodSync(join(data, path), 0o700));
  expect(openedBySomebody(data)).toBe(`NoDatabase the database in ${data} cannot be used: ${why}.\n`);
});
