import { type CryptoKey, compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/clock.ts';
import type { DocumentStore } from '../core/storage.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { addSigningKey, type PublicKey, type SigningKeys, signingKeys } from './signing-keys.ts';

let clock: FakeClock;
let documents: DocumentStore;
let keys: SigningKeys;

beforeEach(async () => {
  clock = fakeClock();
  documents = (await openSqlite(':memory:')).documents;
  keys = signingKeys(documents, () => clock.now());
});

const textOf = async (jws: string, listed: PublicKey[]): Promise<string> => {
  const { kid } = decodeProtectedHeader(jws);
  const key = (await importJWK(listed.find((one) => one.kid === kid)!)) as CryptoKey;
  return new TextDecoder().decode((await compactVerify(jws, key)).payload);
};

test('what is signed is checked with the listed half of the key, which is all that is listed', async () => {
  const jws = await keys.sign('{"a":1}');
  const listed = await keys.published();
  expect(await textOf(jws, listed)).toBe('{"a":1}');
  expect(listed).toHaveLength(1);
  expect(Object.keys(listed[0]!).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  expect(listed[0]).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
});

test('the key outlives a restart', async () => {
  const jws = await keys.sign('x');
  const again = signingKeys(documents, () => clock.now());
  expect(await again.published()).toEqual(await keys.published());
  expect(await again.sign('x')).toBe(jws);
});

test('a key that another process makes signs within a second, and the old one stays listed', async () => {
  const before = await keys.sign('old');
  const kid = await addSigningKey(documents);
  await clock.pass(1000);
  const after = await keys.sign('new');
  expect(decodeProtectedHeader(after).kid).toBe(kid);
  const listed = await keys.published();
  expect(listed).toHaveLength(2);
  expect(await textOf(before, listed)).toBe('old');
  expect(await textOf(after, listed)).toBe('new');
});

test('two processes that make the first key at once agree on the one that signs', async () => {
  const other = signingKeys(documents, () => clock.now());
  await Promise.all([keys.sign('x'), other.sign('x'), addSigningKey(documents)]);
  await clock.pass(1000);
  const [mine, theirs] = [await keys.published(), await other.published()];
  expect(mine).toEqual(theirs);
  expect(await keys.sign('x')).toBe(await other.sign('x'));
});

test('whoever asks while the storage fails asks again later', async () => {
  const { list } = documents;
  documents.list = () => Promise.reject(new Error('away'));
  await expect(keys.sign('x')).rejects.toThrow('away');
  documents.list = list;
  expect(await keys.published()).toHaveLength(1);
});
