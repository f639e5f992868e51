import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry, MatchRecord, Outcome } from '../../../core/record.ts';
import { closing } from '../../../core/settle/settle.ts';
import { openSqlite } from '../../../storage/sqlite.ts';
import { messagesOf, POINTS, pointsFor, settlePoints } from './points.ts';
import { holdStakes, settleWager, WAGER, wagerNote } from './wager.ts';

const AGENTS = ['ann', 'ben', 'cat'];

const over = (ranks: number[]): Outcome => ({ kind: 'over', ranks, scores: ranks, reason: 'test' });
const OUTCOMES: Outcome[] = [over([1, 2]), over([2, 1]), over([1, 1]), { kind: 'void', reason: 'test' }];

const recordOf = (seats: string[], entries: Entry[] = []): MatchRecord => ({
  id: 'm',
  game: 'talk',
  version: 1,
  options: {},
  terms: {
    clock: { each: 1 },
    late: 'again',
    away: { pause: 0, tell: 0, restart: 0 },
    seating: 'arrival',
    rated: true,
  },
  seats: seats.map((agent) => ({ agent, name: agent, kind: 'agent', via: 'test' })),
  seed: '',
  seedHash: '',
  at: 0,
  entries,
});

const end: Entry = { at: 0, kind: 'end', reason: 'test', source: 'test' };

const wagers = fc.array(
  fc.record({
    pair: fc.shuffledSubarray(AGENTS, { minLength: 2, maxLength: 2 }),
    amount: fc.integer({ min: 1, max: 80 }),
    outcome: fc.constantFrom(...OUTCOMES),
  }),
  { maxLength: 20 },
);

test('over any wagers the books balance and nobody falls below zero', async () => {
  const { figures, close } = await openSqlite(':memory:');
  let serial = 0;
  await fc.assert(
    fc.asyncProperty(wagers, async (made) => {
      const own = (agent: string) => `${agent}-${serial}`;
      serial++;
      const seed = AGENTS.map((agent) => ({ agent: own(agent), book: POINTS, change: 100, reason: 'win' }));
      await figures.post({ figures: [], settle: () => seed }, 0);
      const balances = () => figures.read(AGENTS.map((agent) => ({ agent: own(agent), book: POINTS })));
      for (const { pair, amount, outcome } of made) {
        const wager = { amount, proposer: 0 };
        const record = recordOf(pair.map(own), [{ at: 0, kind: 'note', topic: WAGER, data: wager }]);
        const before = await balances();
        const held = await figures.post(holdStakes(record, wager), 0);
        const canPay = pair.every((agent) => before[AGENTS.indexOf(agent)]! >= amount);
        expect('refused' in held).toBe(!canPay);
        if ('refused' in held) {
          expect(await balances()).toEqual(before);
          continue;
        }
        for (const balance of await balances()) expect(balance).toBeGreaterThanOrEqual(0);
        await figures.post(closing([settleWager()], record, end, outcome, {}), 0);
        const after = (await balances()) as number[];
        expect(after.reduce((sum, balance) => sum + balance)).toBe(300);
        for (const balance of after) expect(balance).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 40 },
  );
  await close();
});

test('points are for the result and half of ten a message, at most a hundred', () => {
  expect([0, 1, 3, 10, 40].map((messages) => pointsFor('win', messages))).toEqual([100, 105, 115, 150, 150]);
  expect([pointsFor('draw', 2), pointsFor('loss', 2)]).toEqual([60, 35]);
});

test('only messages that an agent sent itself count, the one that ends the match too', () => {
  const say = (seat: number, move: unknown): Entry => ({ at: 0, kind: 'move', moves: [{ seat, move }] });
  const isMessage = (move: unknown) => move === 'word';
  const entries: Entry[] = [
    say(0, 'word'),
    say(1, 'deal'),
    { at: 0, kind: 'late', seats: [1], moves: [{ seat: 1, move: 'word', late: true }] },
    { at: 0, kind: 'move', moves: [{ seat: -1, move: 'word', by: 'x' }] },
  ];
  const record = recordOf(['ann', 'ben'], entries);
  expect([messagesOf(record, 0, isMessage), messagesOf(record, 1, isMessage)]).toEqual([1, 0]);
  const { settle } = closing([settlePoints({ talk: isMessage })], record, say(0, 'word'), over([1, 2]), {});
  expect(settle(() => undefined)).toEqual([
    { agent: 'ann', book: POINTS, change: 110, reason: 'win' },
    { agent: 'ben', book: POINTS, change: 25, reason: 'loss' },
  ]);
});

test.each([
  ['another game', { game: 'chess' }],
  ['a guest', { seats: recordOf(['ann', 'ben']).seats.map((seat) => ({ ...seat, kind: 'guest' as const })) }],
])('there are no points for %s', (_name, change) => {
  const record = { ...recordOf(['ann', 'ben']), ...change };
  expect(closing([settlePoints({ talk: () => true })], record, end, over([1, 2]), {}).settle(() => undefined)).toEqual(
    [],
  );
});

test('a wager is noted once, early, by two agents of this gateway, in a game that awards points', () => {
  const rule = wagerNote({ talk: (move) => move === 'word' }, 'test');
  const wager = { amount: 5, proposer: 1 };
  const allow = (record: MatchRecord, data: unknown = wager) => rule.allow(record, undefined!, data);
  const said = (count: number): Entry[] =>
    Array.from({ length: count }, (_, i) => ({ at: 0, kind: 'move', moves: [{ seat: i % 2, move: 'word' }] }));
  const deal: Entry = { at: 0, kind: 'move', moves: [{ seat: 0, move: 'deal' }] };
  const pair = ['ann', 'ben'];
  expect(allow(recordOf(pair))).toBeUndefined();
  expect(allow(recordOf(pair, [...said(3), deal]))).toBeUndefined();
  expect(allow(recordOf(pair, said(4)))).toMatch(/before move 5/);
  expect(allow(recordOf(pair, [{ at: 0, kind: 'note', topic: WAGER, data: wager }]))).toMatch(/already/);
  const none = 'No wagers are made on this match.';
  expect(allow({ ...recordOf(pair), game: 'constructor' })).toBe(none);
  expect(allow({ ...recordOf(pair), seats: recordOf(pair).seats.map((seat) => ({ ...seat, via: 'x' })) })).toBe(none);
  for (const data of [null, 5, { amount: 0, proposer: 0 }, { amount: 1.5, proposer: 0 }, { amount: 5, proposer: 2 }]) {
    expect(allow(recordOf(pair), data)).toBe(none);
  }
});
