import { describe, expect, it } from 'vitest';
import type { Over, Seat, SeatMove, Turn } from '../../core/game.ts';
import { AUDIENCE } from '../../core/game.ts';
import {
  accept,
  check,
  goalOf,
  late,
  make,
  offered,
  propose,
  random,
  say,
  start,
  stockOf,
  stocks,
  talkedOut,
} from './fixture.ts';
import { bazaar } from './rules.ts';
import type { Move, State } from './state.ts';

describe('the talk of the bazaar', () => {
  it('goes back and forth, seat 0 first, and moves no goods', () => {
    const state = make(start(), 0, { text: '{"accept":true}' });
    expect(bazaar.status(state)).toEqual({ kind: 'turn', number: 1, must: [1], may: [0] });
    expect(bazaar.view(state, 1)).toMatchObject({
      messages: [{ seat: 0, text: '{"accept":true}' }],
      happened: { kind: 'message', seat: 0 },
      toMove: 1,
    });
    expect(stocks(state)).toEqual(stocks(start()));
    expect(bazaar.text!.parse(state, 1, 'accept')).toEqual({ text: 'accept' });
  });

  it('leaves a pending trade pending', () => {
    expect(say(offered()).pending).toMatchObject({ proposer: 0, turn: 0 });
  });

  it.each<[string, Seat, string, string]>([
    ['out of turn', 1, 'Hello', 'not-your-turn'],
    ['that is empty', 0, ' ', 'empty'],
    ['of more than 2000 characters', 0, 'x'.repeat(2001), 'too-long'],
  ])('refuses a message %s', (_name, seat, text, refusal) => {
    expect(check(start(), seat, { text })?.code).toBe(refusal);
  });

  it('passes a missed turn on without counting it as a message', () => {
    const state = late(start(), 0);
    expect(bazaar.status(state)).toMatchObject({ number: 1, must: [1], may: [0] });
    expect(bazaar.view(state, 0)).toMatchObject({ messages: [], happened: { kind: 'late', seat: 0 } });
    expect(talkedOut(state).messages).toHaveLength(10);
  });

  it('is over for a seat that leaves: nothing plays on without it', () => {
    expect(bazaar.leave).toBeUndefined();
  });
});

describe('the end of the bazaar', () => {
  const withFood = (first: number, second: number): State =>
    start({
      sides: [
        { stock: stockOf(1, 2, first, 4), goal: goalOf('food') },
        { stock: stockOf(second, 4, 2, 1), goal: goalOf('gold') },
      ],
    });

  it('comes with message 10 in all', () => {
    let state = withFood(8, 3);
    for (let message = 1; message < 10; message++) {
      state = say(state);
      expect(bazaar.status(state).kind).toBe('turn');
    }
    expect(bazaar.status(say(state)).kind).toBe('over');
  });

  it.each<[string, number, number, [number, number], [number, number]]>([
    ['one goal is met', 8, 7, [1, 2], [100, 87.5]],
    ['the other goal is met', 3, 8, [2, 1], [37.5, 100]],
    ['one is closer to its goal', 5, 4, [1, 2], [62.5, 50]],
  ])('ranks the sides rightly when %s', (_name, first, second, ranks, scores) => {
    expect(bazaar.status(talkedOut(withFood(first, second)))).toEqual({
      kind: 'over',
      ranks,
      scores,
      reason: 'trade_scored',
    } satisfies Over);
  });

  it.each<[string, number, number]>([
    ['both goals are met', 8, 9],
    ['both are equally far', 4, 4],
  ])('is left to the audience when %s', (_name, first, second) => {
    const state = talkedOut(withFood(first, second));
    expect(bazaar.status(state)).toEqual({
      kind: 'turn',
      number: 10,
      must: [AUDIENCE],
      out: [0, 1],
      phase: 'vote',
      skipUnwatched: true,
    });
    expect(bazaar.status(late(state, AUDIENCE))).toMatchObject({ ranks: [1, 1], reason: 'trade_scored' });
  });

  it('is decided by most votes, with the scores still those of the goals', () => {
    let state = talkedOut(withFood(4, 4));
    state = make(state, AUDIENCE, { vote: 1 }, 'ann');
    expect(check(state, AUDIENCE, { vote: 0 }, 'ann')?.code).toBe('voted');
    expect(bazaar.view(state, 'spectator')).toMatchObject({ totalVotes: 1, votes: null, happened: null });
    expect((bazaar.status(state) as Turn).number).toBe(10);
    const votes: [SeatMove<Move>, SeatMove<Move>] = [
      { seat: AUDIENCE, move: { vote: 0 }, by: 'bob' },
      { seat: AUDIENCE, move: { vote: 1 }, by: 'eve' },
    ];
    state = late(bazaar.play(state, votes, random), AUDIENCE);
    expect(bazaar.status(state)).toMatchObject({ ranks: [2, 1], scores: [50, 50], reason: 'trade_scored' });
    expect(bazaar.view(state, 0)).toMatchObject({ phase: 'over', votes: [1, 2] });
  });

  it('lets nobody trade, speak or vote at the wrong time', () => {
    const voting = talkedOut(withFood(4, 4));
    expect(check(voting, 0, propose({ gold: 1 }, {}))?.code).toBe('closed');
    expect(check(voting, 0, { text: 'Wait!' })?.code).toBe('closed');
    expect(check(voting, 0, { vote: 0 })?.code).toBe('no-vote');
    expect(check(start(), AUDIENCE, { vote: 0 }, 'ann')?.code).toBe('no-vote');
  });

  it('takes a pending trade with it', () => {
    const state = talkedOut(make(withFood(5, 4), 0, propose({}, { gold: 1 })));
    expect(state.pending).toBeNull();
    expect(stocks(state)).toEqual(stocks(withFood(5, 4)));
  });
});

describe('the view of the bazaar', () => {
  it('shows a seat its own stock and goal, a spectator neither, and a replay both', () => {
    const state = say(make(offered(), 1, accept));
    const own = { stock: stockOf(2, 2, 7, 4), goal: goalOf('food'), progress: 7 / 8, goalMet: false };
    const others = { stock: stockOf(6, 4, 2, 1), goal: goalOf('gold'), progress: 6 / 8, goalMet: false };
    expect(bazaar.view(state, 0).sides).toEqual([own, null]);
    expect(bazaar.view(state, 1).sides).toEqual([null, others]);
    expect(bazaar.view(state, 'spectator').sides).toEqual([null, null]);
    expect(bazaar.view(state, 'replay').sides).toEqual([own, others]);
  });

  it('opens to everyone at the end', () => {
    const state = talkedOut(make(offered(), 1, accept));
    expect(bazaar.view(state, 'spectator').sides).toMatchObject([{ progress: 7 / 8 }, { progress: 6 / 8 }]);
    expect(bazaar.view(state, 0).sides).toEqual(bazaar.view(state, 1).sides);
  });

  it('keeps the goods hidden while the audience votes', () => {
    const state = talkedOut(start({ sides: [start().sides[0], { ...start().sides[0] }] }));
    expect(state.phase).toBe('vote');
    expect(bazaar.view(state, 'spectator').sides).toEqual([null, null]);
  });
});
