import ssh2 from 'ssh2';
import { expect, it } from 'vitest';
import { openSqlite } from '../../../storage/sqlite.ts';
import { hostKey } from './host-key.ts';

it('the host key is made once, works, and is the same after that', async () => {
  const { documents, close } = await openSqlite(':memory:');
  const [one, other] = await Promise.all([hostKey(documents), hostKey(documents)]);
  expect(other).toBe(one);
  expect(await hostKey(documents)).toBe(one);
  const parsed = ssh2.utils.parseKey(one);
  expect(parsed).not.toBeInstanceOf(Error);
  expect((parsed as ssh2.ParsedKey).type).toBe('ssh-ed25519');
  await close();
});
