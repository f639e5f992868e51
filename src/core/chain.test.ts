import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { goldenRecords } from '../../test/golden.ts';
import { canonical } from './canonical.ts';
import { firstHash, headOf, isVoidedLater, nextHash } from './chain.ts';
import type { Outcome } from './record.ts';
import { toHex } from './sha256.ts';

const record = { ...goldenRecords()[0]!.record, arrival: ['bot-0', 'bot-1'], table: 'a table' };
const sha256 = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

test('the first hash is that of the header, each other one that of the last and an entry', () => {
  const { id, game, version, options, terms, arrival, seats, seedHash, at, table } = record;
  const header = canonical({ id, game, version, options, terms, arrival, seats, seedHash, at, table });
  let head = sha256(header);
  expect(toHex(firstHash(record))).toBe(head.toString('hex'));
  for (const entry of record.entries) head = sha256(head, canonical(entry));
  expect(headOf(record)).toBe(head.toString('hex'));
});

test('a handed-in hash gives the same chain', () => {
  const native = (bytes: Uint8Array) => sha256(bytes);
  const first = firstHash(record, native);
  expect(toHex(first)).toBe(toHex(firstHash(record)));
  expect(toHex(nextHash(first, record.entries[0]!, native))).toBe(toHex(nextHash(first, record.entries[0]!)));
});

test('a match was voided later if it is void and its last entry does not say so', () => {
  const nothing: Outcome = { kind: 'void', reason: 'x' };
  const end = { at: 1, kind: 'end', reason: 'x', source: 'host' } as const;
  expect(isVoidedLater(record, record.outcome)).toBe(false);
  expect(isVoidedLater(record, nothing)).toBe(true);
  expect(isVoidedLater({ entries: [end] }, nothing)).toBe(false);
  const reported = { ...end, over: { kind: 'over' as const, ranks: [1], scores: [0], reason: 'x' } };
  expect(isVoidedLater({ entries: [reported] }, nothing)).toBe(true);
});
