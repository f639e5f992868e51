import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRecord } from './own-record.ts';

const golden = (file: string): string => readFileSync(join(import.meta.dirname, '../games', file), 'utf8');

test.each(['connect-four/records/draw.json', 'tic-tac-toe/records/draw.json'])(
  'a record from a file is shown with all of its steps: %s',
  async (file) => {
    const text = golden(file);
    const opened = await openRecord(text);
    if (typeof opened === 'string') throw new Error(opened);
    const { entries, seats, outcome } = JSON.parse(text);
    expect(opened.replay.positions).toHaveLength(entries.length + 1);
    expect(opened.feed.header).toMatchObject({ seat: -1, outcome });
    expect(opened.feed.header.seats.map(({ name }) => name)).toEqual(seats.map(({ name }: { name: string }) => name));
    expect(opened.feed.steps.at(-1)).toMatchObject({ step: entries.length, status: { kind: 'over' } });
  },
);

test('names that turn or hide the text around them are written out', async () => {
  const record = JSON.parse(golden('tic-tac-toe/records/draw.json'));
  record.seats[0].name = '\u202eEvil';
  const opened = await openRecord(JSON.stringify(record));
  if (typeof opened === 'string') throw new Error(opened);
  expect(opened.feed.header.seats[0]!.name).toBe('⟨U+202E⟩Evil');
  expect(opened.record.seats[0]!.name).toBe('\u202eEvil');
});

test('what is no record is refused with a sentence', async () => {
  const record = JSON.parse(golden('tic-tac-toe/records/draw.json'));
  expect(await openRecord('{')).toBe('This file is no JSON.');
  expect(await openRecord('[]')).toMatch(/not the record of a finished match/);
  expect(await openRecord(JSON.stringify({ ...record, version: 99 }))).toMatch(/no rules for version 99 of ttt/);
  const twice = { ...record, entries: [record.entries[0], ...record.entries] };
  expect(await openRecord(JSON.stringify(twice))).toMatch(/cannot be played again/);
});
