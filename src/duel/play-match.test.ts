import { describe, expect, test } from 'vitest';
import { verify } from '../core/verify.ts';
import { gameIds } from './catalogue.ts';
import { gameOf, setupOf, TERMS } from './fixture.ts';
import { playMatch, type Setup } from './play-match.ts';
import { housePlayer } from './players/house.ts';
import { type Answer, Faulty, type Player, type Question } from './players/player.ts';

/** A player that answers as the test says, and what it was told. */
function scripted(answer: (question: Question) => Answer | Promise<Answer>) {
  const told = { begun: 0, ended: [] as string[], dropped: 0 };
  const player: Player = {
    fresh: false,
    begin: () => void told.begun++,
    answer,
    end: ({ reason }) => void told.ended.push(reason),
    drop: () => void told.dropped++,
    lastWords: () => ['its last words'],
    close: async () => {},
  };
  return { player, told };
}

const first = scripted(({ legal }) => ({ move: legal()![0] })).player;
const never = () => new Promise<Answer>(() => {});
/** What a verifier finds wrong with it. */
const faults = async ({ game, record }: Setup, outcome: object) => {
  const checks = await verify({ ...record, outcome }, { rules: () => game, keys: 'There are none.' });
  return checks.filter(({ verdict }) => verdict === 'broken').map(({ words }) => words);
};

describe('a match without a server', () => {
  test.each(gameIds())('%s is played to its end by house bots, and its record holds', async (id) => {
    const setup = setupOf(id);
    const bots = gameOf(id).bots;
    const players = setup.record.seats.map((_, seat) => housePlayer(bots[seat % 2]!));
    const { outcome, failures, times } = await playMatch(setup, players);
    expect(outcome.kind).toBe('over');
    expect(failures).toEqual([]);
    expect(times.every((all) => all.length > 0)).toBe(true);
    expect(await faults(setup, outcome)).toEqual([]);
    expect(setup.record.entries.map(({ at }) => at)).toEqual(setup.record.entries.map((_, i) => i + 1));
  });

  test.each(['c4', 'blotto', 'clawpoly'])('%s is the same again with the same seeds', async (id) => {
    const again = async () => {
      const setup = setupOf(id);
      await playMatch(
        setup,
        setup.record.seats.map(() => housePlayer(gameOf(id).bots[0]!)),
      );
      return JSON.stringify(setup.record);
    };
    expect(await again()).toBe(await again());
  });

  test('begins with its opening, which costs nobody time', async () => {
    const setup = setupOf('ttt', { opening: [{ cell: 4 }, { cell: 0 }] });
    const { times } = await playMatch(setup, [first, first]);
    expect(setup.record.entries.slice(0, 2)).toEqual([
      { at: 1, kind: 'move', moves: [{ seat: 0, move: { cell: 4 } }] },
      { at: 2, kind: 'move', moves: [{ seat: 1, move: { cell: 0 } }] },
    ]);
    expect(times.flat()).toHaveLength(setup.record.entries.length - 2);
  });

  test('tells a player what it may know, and the end', async () => {
    const questions: Question[] = [];
    const { player, told } = scripted((question) => {
      questions.push(question);
      return { move: question.legal()![0] };
    });
    const setup = setupOf('ttt');
    await playMatch(setup, [first, player]);
    expect(questions[0]).toMatchObject({ seat: 1, step: 1, turn: { number: 1 }, view: { toMove: 1 } });
    expect(questions[0]!.legal()).toHaveLength(8);
    expect(told).toEqual({ begun: 1, ended: ['three in a row'], dropped: 0 });
  });

  test('takes moves as text', async () => {
    const setup = setupOf('chess');
    const fool = ['f3', 'e5', 'g4', 'Qh4#'];
    const { player } = scripted(({ turn }) => ({ text: fool[turn.number]! }));
    expect((await playMatch(setup, [player, player])).outcome).toMatchObject({ ranks: [2, 1], reason: 'checkmate' });
  });

  test('asks everyone at once where moves are sealed', async () => {
    const open: (() => void)[] = [];
    let most = 0;
    const { player } = scripted(async ({ view, turn, seat }) => {
      const bot = gameOf('blotto').bots[0]!;
      await new Promise<void>((resolve) => {
        open.push(resolve);
        most = Math.max(most, open.length);
        if (open.length === 2) for (const go of open.splice(0)) go();
      });
      return {
        move: bot.play(view, turn, seat, { int: () => 0, pick: (list) => list[0]!, shuffle: (list) => [...list] }),
      };
    });
    const setup = setupOf('blotto');
    const { outcome } = await playMatch(setup, [player, player]);
    expect(most).toBe(2);
    expect(await faults(setup, outcome)).toEqual([]);
  });
});

describe('who does not play', () => {
  test.each([
    ['an illegal move', () => ({ move: { cell: 0 } }), 'illegal', 'illegal'],
    ['a move of another game', () => ({ move: { uci: 'e2e4' } }), 'illegal', 'illegal'],
    ['a text that is no move', () => ({ text: 'castle' }), 'illegal', 'illegal'],
    ['silence', never, 'late', 'late'],
    ['an error', () => Promise.reject(new Error('broken')), 'crash', 'left'],
    ['a fault of its own', () => Promise.reject(new Faulty('crash', 'It ended.')), 'crash', 'left'],
  ] as const)('loses by %s, and is dropped with its last words', async (_, answer, fault, why) => {
    const { player, told } = scripted(answer);
    const setup = setupOf('ttt', { clock: { kind: 'each', ms: 30 } });
    const { outcome, failures } = await playMatch(setup, [first, player]);
    expect(outcome).toMatchObject({ kind: 'over', ranks: [1, 2], forfeit: { seats: [1], why } });
    expect(failures).toEqual([
      { seat: 1, fault, words: expect.stringMatching(/\.|broken$/), lastWords: ['its last words'] },
    ]);
    expect(told).toMatchObject({ ended: [], dropped: 1 });
    expect(await faults(setup, outcome)).toEqual([]);
  });

  test('loses if it cannot begin, when it is asked', async () => {
    const { player } = scripted(never);
    player.begin = () => Promise.reject(new Faulty('crash', 'It ended with exit code 1.'));
    const setup = setupOf('ttt');
    const { outcome, failures } = await playMatch(setup, [first, player]);
    expect(outcome).toMatchObject({ ranks: [1, 2] });
    expect(failures[0]).toMatchObject({ fault: 'crash', words: 'It ended with exit code 1.' });
    expect(setup.record.entries).toHaveLength(2);
  });

  test('may fail to begin before the other has begun, and is dropped though nobody asked it', async () => {
    const slow = scripted(({ legal }) => ({ move: legal()![0] }));
    slow.player.begin = () => new Promise((resolve) => setImmediate(resolve));
    const broken = scripted(never);
    broken.player.begin = () => Promise.reject(new Faulty('crash', 'It ended.'));
    const resigns = scripted(() => ({ resign: true }));
    resigns.player.begin = slow.player.begin;
    const { failures } = await playMatch(setupOf('ttt'), [resigns.player, broken.player]);
    expect(failures).toEqual([]);
    expect(broken.told).toMatchObject({ ended: [], dropped: 1 });
    expect((await playMatch(setupOf('ttt'), [slow.player, broken.player])).failures).toMatchObject([{ seat: 1 }]);
  });

  test('may resign, which is no failure', async () => {
    const setup = setupOf('go');
    const { outcome, failures } = await playMatch(setup, [scripted(() => ({ resign: true })).player, first]);
    expect(outcome).toMatchObject({ ranks: [2, 1] });
    expect(failures).toEqual([]);
    expect(await faults(setup, outcome)).toEqual([]);
  });

  test('is played for by the clock where the terms say so, and struck out after so many times', async () => {
    const terms = { ...TERMS, late: 'fallback' as const, strikes: { out: 3 } };
    const setup = setupOf('clawpoly', { terms, clock: { kind: 'each', ms: 5 } });
    const { player } = scripted(never);
    const others = setup.record.seats.slice(1).map(() => housePlayer(gameOf('clawpoly').bots[0]!));
    const { outcome, failures, missed } = await playMatch(setup, [player, ...others]);
    expect(missed[0]).toBe(2);
    expect(failures).toMatchObject([{ seat: 0, fault: 'late' }]);
    expect(await faults(setup, outcome)).toEqual([]);
  });

  test('loses on a clock for the whole game, be each move quick', async () => {
    const setup = setupOf('c4', { clock: { kind: 'bank', ms: 40, increment: 0 } });
    const { player } = scripted(async ({ legal }) => {
      await new Promise((resolve) => setTimeout(resolve, 15));
      return { move: legal()!.at(-1) };
    });
    const { outcome } = await playMatch(setup, [player, first]);
    expect(outcome).toMatchObject({ forfeit: { seats: [0], why: 'late' } });
  });
});
