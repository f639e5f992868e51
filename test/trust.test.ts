import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyText } from '../src/cli/verify.ts';
import type { SeatMove } from '../src/core/game.ts';
import type { Entry, ExportedRecord } from '../src/core/record.ts';
import type { Check, KeySet } from '../src/core/verify.ts';
import { verifyHere } from '../src/web/verification.ts';
import { games } from './all-games.ts';
import { goldenRecords } from './golden.ts';
import { newSigner, type Signer } from './signed.ts';

/** Both of our ways to verify: that of the command and that of the site. */
const VERIFIERS: { [name: string]: (record: unknown, keys: KeySet) => Promise<Check[]> } = {
  command: async (record, keys) => (await verifyText(JSON.stringify(record), { keys })).checks,
  site: (record, keys) => verifyHere(JSON.parse(JSON.stringify(record)), { keys }),
};
const FLIPS = 20;
const MOST_ENTRIES = 12;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = (string | number)[];

const at = (value: Json, path: Path): Json =>
  path.reduce((part, key) => (part as { [key: string]: Json })[key]!, value);

/** Every place in a value, the inner ones too. */
function pathsOf(value: Json): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[key], ...pathsOf(inner).map((path) => [key, ...path])]);
}

/** Other values for one place, each different from what is there. */
function others(value: Json): Json[] {
  if (value === null) return [0];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, value - 0.5, String(value)];
  if (typeof value === 'string') return [`${value} `, value.slice(1), 7];
  if (Array.isArray(value))
    return [[...value, ...(value.length ? [value[0]!] : [0])], value.slice(1), {}].filter(differs(value));
  return [{ ...value, extra: 1 }, []];
}

const differs = (value: Json) => (other: Json) => JSON.stringify(other) !== JSON.stringify(value);

/** The record with something else in one place, or nothing there any more. */
function flipped(record: Json, path: Path, choice: number): Json {
  const copy = structuredClone(record);
  const key = path.at(-1)!;
  const parent = at(copy, path.slice(0, -1)) as { [key: string]: Json };
  const values = others(parent[key]!);
  const value = values[choice % (values.length + 1)];
  if (value !== undefined) parent[key] = value;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return copy;
}

/** A record of each game, cut short by the host where it is long: a thousand entries more are no other kind of entry. */
const short = games.map(({ id }) => {
  const own = goldenRecords().filter(({ record }) => record.game === id);
  const { record } = own.sort((a, b) => a.record.entries.length - b.record.entries.length)[0]!;
  return [id, record.entries.length > MOST_ENTRIES ? stopped(record) : record] as const;
});

function stopped(record: ExportedRecord): ExportedRecord {
  const entries = record.entries.slice(0, MOST_ENTRIES);
  const end: Entry = { at: entries.at(-1)!.at + 1, kind: 'end', reason: 'stopped', source: 'host' };
  return { ...record, entries: [...entries, end], outcome: { kind: 'void', reason: 'stopped' } };
}

const movesOf = ({ entries }: ExportedRecord): SeatMove[] =>
  entries.flatMap((entry) => (entry.kind === 'move' ? entry.moves : []));

const TAMPERINGS: ((record: ExportedRecord) => unknown)[] = [
  ({ seats }) => seats.reverse(),
  ({ seats, arrival }) => [seats.reverse(), arrival!.reverse()],
  (record) => (record.seats = []),
  ({ seats }) => (seats[0]!.name = 'Eve'),
  ({ seats, arrival }) => (seats[0]!.agent = arrival![0] = 'eve'),
  (record) => {
    for (const move of movesOf(record)) move.seat = 0;
  },
  ({ entries }) => entries[0]!.at++,
  ({ entries }) => entries.shift(),
  ({ entries }) => entries.reverse(),
  (record) => delete record.arrival,
  (record) => delete record.signature,
];

const isBroken = (checks: Check[]): boolean => checks.some(({ verdict }) => verdict === 'broken');

let signer: Signer;
beforeAll(async () => {
  signer = await newSigner();
});

describe.each(short)('a record of %s', (_, golden) => {
  let signed: ExportedRecord;
  beforeAll(async () => {
    signed = await signer.sign({ ...golden, table: 'a table' });
  });

  it.each(Object.keys(VERIFIERS))('holds in every check, by the %s', async (name) => {
    const checks = await VERIFIERS[name]!(signed, signer.keys);
    expect(checks.map(({ verdict }) => verdict)).toEqual(Array(8).fill('held'));
  });

  it.each(Object.keys(VERIFIERS))('is refused by the %s whatever is changed in its header or result', async (name) => {
    const { entries: _, ...rest } = signed;
    for (const [choice, path] of pathsOf(rest as unknown as Json).entries()) {
      const checks = await VERIFIERS[name]!(flipped(signed as unknown as Json, path, choice), signer.keys);
      if (!isBroken(checks)) throw new Error(`${path.join('/')}: ${JSON.stringify(checks)}`);
    }
  });

  it.each(Object.keys(VERIFIERS))('is refused by the %s whatever is changed in its entries', async (name) => {
    const paths = pathsOf(signed.entries as unknown as Json).map((path): Path => ['entries', ...path]);
    const change = fc.tuple(fc.constantFrom(...paths), fc.nat(3));
    await fc.assert(
      fc.asyncProperty(change, async ([path, choice]) => {
        expect(isBroken(await VERIFIERS[name]!(flipped(signed as unknown as Json, path, choice), signer.keys))).toBe(
          true,
        );
      }),
      { numRuns: FLIPS },
    );
  });

  it.each(Object.keys(VERIFIERS))(
    'is refused by the %s however its seats, moves and times were exchanged',
    async (name) => {
      for (const change of TAMPERINGS) {
        const other = structuredClone(signed);
        change(other);
        if (!isBroken(await VERIFIERS[name]!(other, signer.keys))) throw new Error(String(change));
      }
    },
  );

  it.each(Object.keys(VERIFIERS))('is refused by the %s when another server signed it', async (name) => {
    const theirs = await (await newSigner()).sign(signed);
    const checks = await VERIFIERS[name]!(theirs, signer.keys);
    expect(checks.filter(({ verdict }) => verdict === 'broken').map(({ name: check }) => check)).toEqual(['signature']);
  });
});
