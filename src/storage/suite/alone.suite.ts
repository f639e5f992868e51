import { describe, expect, it } from 'vitest';
import type { TestDatabase } from './samples.ts';

export function aloneSuite(name: string, fresh: () => Promise<TestDatabase>): void {
  describe(name, () => {
    it('has one server at a time: another does not start until that one is closed', async () => {
      const database = await fresh();
      const first = await database.open({ exclusive: true });
      await expect(database.open({ exclusive: true })).rejects.toThrow(/^Another Crossplay server uses/);
      await first.close();
      const second = await database.open({ exclusive: true });
      await second.close();
      await database.drop();
    });
  });
}
