import { expect, test } from 'vitest';
import { MATCH_COLUMNS, MOVE_COLUMNS, type PastWish, pastLines, readPastWish } from './past-rows.ts';
import type { Entry, MatchRecord } from './record.ts';
import type { PastMatch, PastPage } from './storage.ts';

const record = (change: Partial<MatchRecord> = {}): MatchRecord => ({
  id: 'm1',
  game: 'ttt',
  version: 1,
  options: { size: 3 },
  terms: {
    clock: { each: 1 },
    late: 'forfeit',
    away: { pause: 0, tell: 0, restart: 0 },
    seating: 'arrival',
    rated: true,
  },
  seats: [
    { agent: 'a', name: '=Ann, "the great"', kind: 'agent', via: 'loa' },
    { agent: 'b', name: 'Bob', kind: 'bot', via: 'house' },
  ],
  seed: '00',
  seedHash: 'ff',
  at: 0,
  entries: [],
  ...change,
});
const outcome = {
  kind: 'over',
  ranks: [2, 1],
  scores: [0, 1],
  reason: 'forfeit',
  forfeit: { seats: [0], why: 'late' },
} as const;
const past = (number: number, change: Partial<MatchRecord> = {}): PastMatch => ({
  place: { at: number, serial: number },
  record: record({ id: `m${number}`, at: number, ...change }),
  result: {
    outcome: { ...outcome, ranks: [2, 1], scores: [0, 1], forfeit: { seats: [0], why: 'late' } },
    at: 1000,
    steps: 4,
  },
});
const wish = (change: Partial<PastWish> = {}): PastWish => ({
  game: 'ttt',
  since: 0,
  format: 'jsonl',
  moves: false,
  ...change,
});

async function written(all: PastMatch[], asked: PastWish): Promise<{ lines: string[]; pages: PastPage[] }> {
  const pages: PastPage[] = [];
  const read = async (page: PastPage) => {
    pages.push(page);
    const from = all.findIndex(({ place }) => place.at > page.after.at);
    return from < 0 ? [] : all.slice(from, from + page.limit);
  };
  let text = '';
  for await (const lines of pastLines(read, asked)) text += lines;
  return { lines: text.trimEnd().split('\n').filter(Boolean), pages };
}

test('every match is one line, however many pages there are', async () => {
  const all = Array.from({ length: 450 }, (_, i) => past(i + 1));
  const { lines, pages } = await written(all, wish());
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(all.map(({ record: { id } }) => id));
  expect(pages.map(({ after }) => after.at)).toEqual([-1, 200, 400]);
});

test('a line has the columns in order, with what is not there as null', async () => {
  const { lines } = await written([past(5)], wish());
  const row = JSON.parse(lines[0]!);
  expect(Object.keys(row)).toEqual(MATCH_COLUMNS);
  expect(row).toMatchObject({
    id: 'm5',
    began: '1970-01-01T00:00:00.005Z',
    ended: '1970-01-01T00:00:01.000Z',
    ranks: [2, 1],
    forfeitSeats: [0],
    forfeitWhy: 'late',
    kinds: ['agent', 'bot'],
    head: null,
    signature: null,
  });
});

test('the head is that of the signature', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claim = { id: 'm5', seedHash: 'ff', head: 'abc', outcome: past(5).result.outcome, at: 1000 };
  const signature = `${part({ alg: 'EdDSA', kid: 'k' })}.${part(claim)}.${'A'.repeat(86)}`;
  const { lines } = await written([{ ...past(5), result: { ...past(5).result, signature } }], wish());
  expect(JSON.parse(lines[0]!)).toMatchObject({ head: 'abc', signature });
});

test('CSV quotes what it must and lets no name be a formula', async () => {
  const { lines } = await written([past(5)], wish({ format: 'csv' }));
  expect(lines[0]).toBe(MATCH_COLUMNS.join(','));
  expect(lines[1]).toContain(`"[""=Ann, \\""the great\\"""",""Bob""]"`);
  const single = await written([past(5, { id: '=1+1' })], wish({ format: 'csv' }));
  expect(single.lines[1]).toMatch(/^'=1\+1,ttt,1,/);
});

test('moves are one line each, with those that the clock made and what ended the match', async () => {
  const entries: Entry[] = [
    { at: 1, kind: 'move', moves: [{ seat: 0, move: { cell: 4 } }] },
    { at: 2, kind: 'late', seats: [1], moves: [{ seat: 1, move: { cell: 0 }, late: true }] },
    { at: 3, kind: 'late', seats: [0], moves: [] },
    { at: 4, kind: 'note', topic: 'wager', data: { amount: 3 } },
    { at: 5, kind: 'forfeit', seats: [0, 1], why: 'left' },
    { at: 6, kind: 'end', reason: 'stopped', source: 'host' },
  ];
  const { lines, pages } = await written([past(5, { entries })], wish({ moves: true }));
  const rows = lines.map((line) => JSON.parse(line));
  expect(Object.keys(rows[0])).toEqual(MOVE_COLUMNS);
  expect(pages[0]).toMatchObject({ entries: true });
  expect(rows.map(({ step, kind, seat, move, words }) => [step, kind, seat, move, words])).toEqual([
    [0, 'move', 0, { cell: 4 }, null],
    [1, 'late', 1, { cell: 0 }, null],
    [2, 'late', 0, null, null],
    [3, 'note', null, { amount: 3 }, 'wager'],
    [4, 'forfeit', 0, null, 'left'],
    [4, 'forfeit', 1, null, 'left'],
    [5, 'end', null, null, 'stopped'],
  ]);
});

test('a wish is read from texts, and a wrong one answered with a sentence', () => {
  const idOf = (game: string) => (game === 'ttt' ? 'ttt' : undefined);
  expect(readPastWish({ game: 'ttt', since: '2026-01-31', format: 'csv', moves: 'yes' }, idOf)).toEqual({
    game: 'ttt',
    since: Date.UTC(2026, 0, 31),
    format: 'csv',
    moves: true,
  });
  expect(readPastWish({ game: 'ttt', moves: 'no' }, idOf)).toEqual(wish());
  expect(readPastWish({}, idOf)).toMatch(/no game/);
  expect(readPastWish({ game: 'ttt', since: 'yesterday' }, idOf)).toMatch(/no date/);
  expect(readPastWish({ game: 'ttt', format: 'xml' }, idOf)).toMatch(/none of jsonl, csv/);
});
