import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { english, generateMnemonic } from 'viem/accounts';
import { afterAll, expect, it } from 'vitest';
import { realClock } from '../core/clock.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { freshAddress, withChain } from './fixture.ts';
import { openPurse } from './open.ts';

withChain('books that have begun', (world) => {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-books-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const seedFile = (): string => {
    const path = join(folder, crypto.randomUUID());
    writeFileSync(path, generateMnemonic(english), { mode: 0o600 });
    return path;
  };

  it('go on with their own chain, token and seed alone', async () => {
    const storage = await openSqlite(':memory:');
    const troubles: (string | undefined)[] = [];
    const parts = {
      storage,
      place: () => true,
      clock: realClock(),
      trouble: (words: string | undefined) => void troubles.push(words),
      fault: () => {},
    };
    const { url, id, usdc } = world();
    const settings = { url, id, usdc, seedFile: seedFile(), confirmations: 1 };
    // Before the first block is booked a host may change its mind.
    await openPurse({ ...settings, seedFile: seedFile() }, parts);
    const purse = await openPurse(settings, parts);
    await purse.round();
    await purse.stop();
    await openPurse(settings, parts);
    await expect(openPurse({ ...settings, seedFile: seedFile() }, parts)).rejects.toThrow('began with another seed');
    await expect(openPurse({ ...settings, id: 84532 }, parts)).rejects.toThrow(`are of chain ${id}`);
    await expect(openPurse({ ...settings, usdc: freshAddress() }, parts)).rejects.toThrow(`the token ${usdc}`);
    expect(troubles).toEqual([]);
    await storage.close();
  });
});
