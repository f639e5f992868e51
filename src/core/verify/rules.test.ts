import { describe, expect, test } from 'vitest';
import { lateMove, playMatch, seedOf } from '../../../test/play.ts';
import { offers } from '../../../test/toys.ts';
import { AUDIENCE } from '../game.ts';
import type { Entry, ExportedRecord, Outcome } from '../record.ts';
import { type Any, brokenOf, changed, check, golden, wordsOf } from './fixture.ts';

describe('what the clock did', () => {
  const late = () => golden('bazaar', 'late-today.json');
  const firstLate = (record: ExportedRecord) => record.entries.find((entry) => entry.kind === 'late') as Any;

  test.each<[string, (entry: Any) => unknown]>([
    ['another move than the fallback', (entry) => (entry.moves[0].move = { text: 'hello' })],
    ['no move', (entry) => (entry.moves = [])],
    ['other seats', (entry) => (entry.seats = [entry.seats[0] === 0 ? 1 : 0])],
    ['an ask that nobody asked', (entry) => (entry.ask = 'x')],
  ])('%s is refused', async (_, change) => {
    const record = late();
    expect(brokenOf(await check(record))).toEqual([]);
    change(firstLate(record));
    expect(brokenOf(await check(record))).toContain('rules');
  });

  test('is refused where the terms say something else', async () => {
    expect(brokenOf(await check(changed(late(), ({ terms }) => (terms.late = 'forfeit'))))).toEqual(['rules']);
    expect(brokenOf(await check(changed(late(), ({ terms }) => (terms.late = 'again'))))).toEqual(['rules']);
    expect(brokenOf(await check(changed(late(), ({ terms }) => (terms.strikes = { out: 1 }))))).toEqual(['rules']);
    const chess = golden('chess', 'forfeit.json');
    expect(brokenOf(await check(chess))).toEqual([]);
    expect(brokenOf(await check(changed(chess, ({ terms }) => (terms.late = 'fallback'))))).toEqual(['rules']);
  });

  test('counts while the seats were away, without a strike', async () => {
    const record = changed(late(), (one) => (firstLate(one).away = true));
    expect(brokenOf(await check(record))).toEqual([]);
  });

  test('answers an ask when its own time is over', async () => {
    const { record, position } = playMatch(offers, {
      seats: 2,
      seed: seedOf('asks'),
      choose: () => ({ go: true }),
      disturb: ({ step, state, status }) => {
        if (step === 0) return { kind: 'move', moves: [{ seat: 0, move: { offer: true } }] };
        const ask = status.kind === 'turn' ? status.asks?.[0] : undefined;
        return ask && { kind: 'late', seats: [ask.seat], moves: [lateMove(offers, state, ask.seat, ask)], ask: ask.id };
      },
    });
    const exported = { ...record, outcome: position.status as Outcome };
    expect(brokenOf(await check(exported))).toEqual([]);
    const wrong = changed(exported, ({ entries }) => ((entries[1] as Any).moves[0].move = { answer: true }));
    expect(brokenOf(await check(wrong))).toEqual(['rules']);
  });
});

describe('what happens beside the moves', () => {
  const forfeit = () => golden('tic-tac-toe', 'forfeit.json');
  const insert = (entry: Any, at = 1) => changed(forfeit(), ({ entries }) => entries.splice(at, 0, entry));

  test.each<[string, Any]>([
    ['a forfeit of a seat that does not exist', { at: 1, kind: 'forfeit', seats: [2], why: 'left' }],
    ['a forfeit of the audience', { at: 1, kind: 'forfeit', seats: [AUDIENCE], why: 'left' }],
    ['a forfeit of nobody', { at: 1, kind: 'forfeit', seats: [], why: 'left' }],
    ['a forfeit of the same seat twice', { at: 1, kind: 'forfeit', seats: [0, 0], why: 'left' }],
    ['a forfeit for no reason that we know', { at: 1, kind: 'forfeit', seats: [0], why: 'bored' }],
    ['an end without a source', { at: 1, kind: 'end', reason: 'x' }],
    ['a note without a topic', { at: 1, kind: 'note', data: 1 }],
    ['a pace that is no number', { at: 1, kind: 'note', topic: 'pace', data: 'quick' }],
    ['a kind of entry that there is not', { at: 1, kind: 'gift' }],
    ['an entry without a time', { kind: 'note', topic: 'x', data: 1 }],
    ['a move of nobody', { at: 1, kind: 'move', moves: [] }],
    [
      'a move that the clock is said to have made',
      { at: 1, kind: 'move', moves: [{ seat: 1, move: { cell: 0 }, late: true }] },
    ],
    ['a move with a name', { at: 1, kind: 'move', moves: [{ seat: 1, move: { cell: 0 }, by: 'x' }] }],
    ['two moves at once', { at: 1, kind: 'move', moves: [0, 1].map((cell) => ({ seat: 1, move: { cell } })) }],
    ['a vote where nobody is asked', { at: 1, kind: 'move', moves: [{ seat: AUDIENCE, move: { cell: 0 }, by: 'x' }] }],
  ])('%s is refused', async (_, entry) => {
    expect(brokenOf(await check(insert(entry)))).not.toEqual([]);
  });

  test('a note is kept, and nobody moves while the match is paused', async () => {
    const note = (topic: string): Entry => ({ at: 1, kind: 'note', topic, data: { any: ['thing'] } });
    expect(brokenOf(await check(insert(note('wager'))))).toEqual([]);
    const paused = changed(forfeit(), ({ entries }) => entries.splice(1, 0, note('pause')));
    expect(brokenOf(await check(paused))).toEqual(['rules']);
    const resumed = changed(forfeit(), ({ entries }) => entries.splice(1, 0, note('pause'), note('resume')));
    expect(brokenOf(await check(resumed))).toEqual([]);
  });

  test('an end from outside the rules holds and says who decided, unless it is of another shape', async () => {
    const over: Outcome = { kind: 'over', ranks: [2, 1], scores: [0, 3], reason: 'reported' };
    const ended = (entry: Any, outcome: Outcome) => ({ ...forfeit(), entries: [entry], outcome });
    const end = { at: 1, kind: 'end', over, reason: 'won', source: 'reported by REF01' };
    const checks = await check(ended(end, over));
    expect(brokenOf(checks)).toEqual([]);
    expect(wordsOf(checks, 'result')).toContain('reported by REF01');
    const short = { ...over, ranks: [1] };
    expect(brokenOf(await check(ended({ ...end, over: short }, short)))).toEqual(['rules']);
    const nobody = { ...over, forfeit: { seats: [7], why: 'left' as const } };
    expect(brokenOf(await check(ended({ ...end, over: nobody }, nobody)))).toEqual(['rules']);
    const stopped = { at: 1, kind: 'end', reason: 'stopped', source: 'host' };
    expect(brokenOf(await check(ended(stopped, { kind: 'void', reason: 'stopped' })))).toEqual([]);
    expect(brokenOf(await check(ended(stopped, { kind: 'void', reason: 'other' })))).toEqual(['result']);
  });

  test('votes are one for each spectator, none of those who play', async () => {
    const record = golden('debate', 'regular-cap.json');
    const vote = (change: (entry: Any) => unknown) =>
      changed(record, ({ entries }) => change(entries.find((one: Any) => one.moves?.[0].seat === AUDIENCE)));
    expect(brokenOf(await check(record))).toEqual([]);
    expect(brokenOf(await check(vote((entry) => (entry.moves[0].by = 'bot-0'))))).toEqual(['rules']);
    expect(brokenOf(await check(vote((entry) => delete entry.moves[0].by)))).toEqual(['rules']);
    expect(brokenOf(await check(vote((entry) => entry.moves.push(entry.moves[0]))))).toEqual(['rules']);
  });
});
