import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { Seat, SeatMove, Turn } from '../../core/game.ts';
import { AUDIENCE } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import { debateBots } from './bots.ts';
import type { Move, Options, State } from './rules.ts';
import { regularDebate, spicyDebate } from './rules.ts';

const random = stepRandom('00'.repeat(32), 0);
const play = (state: State, ...moves: [SeatMove<Move>, ...SeatMove<Move>[]]) =>
  regularDebate.play(state, moves, random);
const say = (state: State, text = 'So it is.') => play(state, { seat: state.messages.length % 2, move: { text } });
const miss = (state: State) => {
  const seat = state.messages.length % 2;
  return play(state, { seat, move: regularDebate.fallback!(state, seat), late: true });
};
const close = (state: State) =>
  play(state, { seat: AUDIENCE, move: regularDebate.fallback!(state, AUDIENCE), late: true });
const voteFor = (seat: Seat, by: string): SeatMove<Move> => ({ seat: AUDIENCE, move: { vote: seat }, by });
const start = (options: Options = {}) => regularDebate.start(options, 2, random);
const capped = (): State => Array.from({ length: 20 }).reduce<State>((state) => say(state), start());
const refusal = (state: State, move: SeatMove<Move>) => regularDebate.check(state, move)?.code;

describe.each([regularDebate, spicyDebate])('$id', (game) => {
  it('begins with seat 0 and goes back and forth', () => {
    const first = game.start({}, 2, random);
    expect(game.status(first)).toEqual({ kind: 'turn', number: 0, must: [0] });
    const second = game.play(first, [{ seat: 0, move: { text: 'Yes.' } }], random);
    expect(game.status(second)).toEqual({ kind: 'turn', number: 1, must: [1] });
    expect(game.view(second, 'spectator')).toMatchObject({
      messages: [{ seat: 0, text: 'Yes.' }],
      used: [1, 0],
      toMove: 1,
      phase: 'talk',
    });
  });
});

describe('a debate', () => {
  it('has ten messages of up to 2000 characters for each side unless its options say otherwise', () => {
    expect(regularDebate.view(start(), 0)).toMatchObject({ maxMessages: 10, maxChars: 2000, prompt: null });
    const options: Options = { maxMessages: 1, maxChars: 5, prompt: { title: 'Tea or coffee?' } };
    expect(Value.Check(regularDebate.options, options)).toBe(true);
    expect(regularDebate.view(start(options), 1)).toMatchObject({
      maxMessages: 1,
      maxChars: 5,
      prompt: { title: 'Tea or coffee?', body: null },
    });
  });

  it.each<[string, string, string | undefined]>([
    ['an ordinary message', 'Good evening.', undefined],
    ['a message of 2000 characters', 'x'.repeat(2000), undefined],
    ['2000 characters that take two units each', '🎤'.repeat(2000), undefined],
    ['a message of 2001 characters', 'x'.repeat(2001), 'too-long'],
    ['an empty message', '', 'empty'],
    ['a blank message', ' \n', 'empty'],
  ])('answers %s rightly', (_name, text, expected) => {
    expect(refusal(start(), { seat: 0, move: { text } })).toBe(expected);
  });

  it('says by how much a message is too long', () => {
    expect(regularDebate.check(start({ maxChars: 3 }), { seat: 0, move: { text: 'four' } })).toEqual({
      code: 'too-long',
      reason: 'The message is too long: 4 characters of 3',
      context: { length: 4, most: 3 },
    });
  });

  it('refuses to hear the same side twice in a row, and anybody once the vote is open', () => {
    expect(refusal(say(start()), { seat: 0, move: { text: 'And' } })).toBe('not-your-turn');
    expect(refusal(capped(), { seat: 0, move: { text: 'And' } })).toBe('not-your-turn');
  });

  it('does not let an agent pass or close the vote', () => {
    expect(Value.Check(regularDebate.move, { pass: true })).toBe(false);
    expect(Value.Check(regularDebate.move, { close: true })).toBe(false);
  });

  it('takes a missed turn as one of that side’s messages', () => {
    const state = miss(start());
    expect(regularDebate.view(state, 1)).toMatchObject({
      messages: [{ seat: 0, text: '', late: true }],
      used: [1, 0],
      toMove: 1,
    });
    const rest = Array.from({ length: 19 }).reduce<State>((each) => say(each), state);
    expect(regularDebate.status(rest)).toMatchObject({ must: [AUDIENCE] });
    expect(regularDebate.view(rest, 1).used).toEqual([10, 10]);
  });

  it('opens the vote when both sides have used their messages', () => {
    expect(regularDebate.status(capped())).toEqual({
      kind: 'turn',
      number: 20,
      must: [AUDIENCE],
      out: [0, 1],
      phase: 'vote',
    });
    expect(regularDebate.view(capped(), 'spectator')).toMatchObject({ phase: 'vote', toMove: null });
  });

  it('reads any text as a message', () => {
    expect(regularDebate.text!.parse(start(), 1, 'vote 1')).toEqual({ text: 'vote 1' });
    expect(regularDebate.text!.print(start(), { text: 'Hello' })).toBe('Hello');
    expect(regularDebate.text!.parse(capped(), AUDIENCE, '1')).toBeUndefined();
  });

  it.each(['late', 'illegal', 'away', 'removed'] as const)('is lost at once by a seat that is %s', (why) => {
    expect(regularDebate.leave!(say(start()), [1], why)).toBeUndefined();
  });

  it('opens the vote at once when somebody walks out, and then ends with leave', () => {
    const talk = say(start());
    const state = regularDebate.leave!(talk, [1], 'left')!;
    expect(regularDebate.status(state)).toMatchObject({ must: [AUDIENCE], phase: 'vote', number: 20 });
    expect(regularDebate.view(state, 0)).toMatchObject({ left: [1], phase: 'vote' });
    const voted = close(play(state, voteFor(1, 'ann')));
    expect(regularDebate.status(voted)).toMatchObject({ ranks: [2, 1], reason: 'leave' });
  });

  it('lets the debaters go once the vote is open', () => {
    const state = play(capped(), voteFor(1, 'ann'));
    for (const why of ['left', 'away'] as const) expect(regularDebate.leave!(state, [1], why)).toEqual(state);
    expect(regularDebate.status(close(state))).toMatchObject({ reason: 'cap' });
  });
});

describe('the vote of a debate', () => {
  it.each<[string, Seat[], [number, number]]>([
    ['nobody votes', [], [1, 1]],
    ['it is a tie', [0, 1], [1, 1]],
    ['most are for seat 0', [0, 1, 0], [1, 2]],
    ['most are for seat 1', [1], [2, 1]],
  ])('ranks the sides rightly when %s', (_name, votes, ranks) => {
    const state = votes.reduce((each, seat, index) => play(each, voteFor(seat, `s${index}`)), capped());
    const scores = [0, 1].map((seat) => votes.filter((vote) => vote === seat).length);
    expect(regularDebate.status(close(state))).toEqual({ kind: 'over', ranks, scores, reason: 'cap' });
  });

  it('takes several votes in one step and never counts them as turns', () => {
    const state = play(capped(), voteFor(0, 'ann'), voteFor(0, 'bob'), voteFor(1, 'eve'));
    expect((regularDebate.status(state) as Turn).number).toBe(20);
    expect(regularDebate.view(state, 'spectator').totalVotes).toBe(3);
  });

  it('counts one vote for each spectator, the first', () => {
    const state = play(capped(), voteFor(0, 'ann'), voteFor(1, 'ann'));
    expect(refusal(state, voteFor(1, 'ann'))).toBe('voted');
    expect(refusal(state, voteFor(1, 'bob'))).toBeUndefined();
    expect(regularDebate.status(close(state))).toMatchObject({ scores: [1, 0] });
  });

  it('takes names that mean something to objects for names', () => {
    const state = play(capped(), voteFor(1, '__proto__'), voteFor(1, 'constructor'));
    expect(refusal(state, voteFor(1, '__proto__'))).toBe('voted');
    expect(refusal(state, voteFor(1, 'toString'))).toBeUndefined();
    expect(regularDebate.status(close(state))).toMatchObject({ scores: [0, 2] });
  });

  it('is not open while the sides still speak, nor to a debater', () => {
    expect(refusal(start(), voteFor(0, 'ann'))).toBe('no-vote');
    expect(refusal(capped(), { seat: 0, move: { vote: 0 } })).toBe('no-vote');
    expect(Value.Check(regularDebate.move, { vote: 2 })).toBe(false);
  });

  it('shows how many voted, and for whom only when it is closed', () => {
    const state = play(capped(), voteFor(0, 'ann'), voteFor(1, 'bob'), voteFor(1, 'eve'));
    for (const viewer of [0, 1, 'spectator'] as const) {
      expect(regularDebate.view(state, viewer)).toMatchObject({ totalVotes: 3, votes: null });
      expect(regularDebate.view(close(state), viewer)).toMatchObject({ phase: 'over', totalVotes: 3, votes: [1, 2] });
      expect(JSON.stringify(regularDebate.view(close(state), viewer))).not.toContain('ann');
    }
    expect(regularDebate.view(state, 'replay').votes).toEqual([1, 2]);
  });

  it('gives as many points as there were voters, whoever voted how often', () => {
    const votes = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom<Seat>(0, 1)), {
      minLength: 1,
    });
    const open = capped();
    fc.assert(
      fc.property(votes, (cast) => {
        const [first, ...rest] = cast.map(([by, seat]) => voteFor(seat, by));
        const over = regularDebate.status(close(play(open, first!, ...rest)));
        if (over.kind !== 'over') throw new Error('still open');
        expect(over.scores[0]! + over.scores[1]!).toBe(new Set(cast.map(([by]) => by)).size);
      }),
    );
  });
});

describe('the bots of a debate', () => {
  it.each(debateBots)('$name says that it is one, and keeps within the limits', ({ play: speak }) => {
    for (const maxChars of [2000, 40]) {
      let state = start({ maxChars, prompt: { title: 'Should every town have a tram?' } });
      for (let turn = regularDebate.status(state); state.phase === 'talk'; turn = regularDebate.status(state)) {
        const seat = (turn as Turn).must[0]!;
        const move = speak(regularDebate.view(state, seat), turn as Turn, seat, random);
        expect(regularDebate.check(state, { seat, move })).toBeUndefined();
        state = play(state, { seat, move });
      }
      expect(state.messages.slice(0, 2).every(({ text }) => text.startsWith('I am a house bot'))).toBe(true);
    }
  });
});
