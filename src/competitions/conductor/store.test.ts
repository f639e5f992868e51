import { expect, test } from 'vitest';
import { openSqlite } from '../../storage/sqlite.ts';
import type { Entry } from '../log.ts';
import { documentLogs } from './store.ts';

const entered = (agent: string): Entry => ({ at: 1, kind: 'entered', agent, name: agent });

test('a log is kept in order, and what comes behind others that were not known is not written', async () => {
  const storage = await openSqlite(':memory:');
  const logs = documentLogs(storage.documents);
  expect(await logs.read('cup')).toEqual([]);
  for (let i = 0; i < 11; i++) expect(await logs.append('cup', i, [entered(`A${i}`)])).toBe(true);
  expect(await logs.append('cup', 11, [entered('B1'), entered('B2')])).toBe(true);
  expect(await logs.append('cup', 11, [entered('C1')])).toBe(false);
  expect(await logs.append('cup', 13, [entered('B3')])).toBe(true);
  await logs.append('other', 0, [entered('D1')]);
  const agents = (await logs.read('cup')).map((entry) => (entry.kind === 'entered' ? entry.agent : ''));
  expect(agents).toEqual([...Array.from({ length: 11 }, (_, i) => `A${i}`), 'B1', 'B2', 'B3']);
  await storage.close();
});
