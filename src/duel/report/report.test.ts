import { describe, expect, test } from 'vitest';
import type { GameResult } from '../lane.ts';
import { Tally } from '../tally.ts';
import { duelReport } from './duel.ts';
import { duelFigures } from './figures.ts';
import { progressLine } from './progress.ts';
import { standingsFigures, standingsOf, standingsReport } from './standings.ts';

const game = (seating: number[], ranks: number[], change: Partial<GameResult> = {}): GameResult => ({
  seating,
  outcome: { kind: 'over', ranks, scores: ranks, reason: 'test' },
  failures: [],
  times: seating.map((player) => [player + 1, 10]),
  missed: seating.map(() => 0),
  steps: 20,
  fingerprint: Math.random(),
  ...change,
});
const WIN = [1, 2];
const LOSS = [2, 1];
const DRAW = [1, 1];
const pair = (first: number[], second: number[]) => ({ round: 0, games: [game([0, 1], first), game([1, 0], second)] });

function duelTally(): Tally {
  const tally = new Tally(2, 2);
  for (const round of [pair(WIN, LOSS), pair(WIN, DRAW), pair(WIN, WIN), pair(DRAW, WIN), pair(LOSS, WIN)])
    tally.add(round);
  return tally;
}

describe('the tally of a duel', () => {
  test('counts wins, draws and losses from each side, by seat and by pair', () => {
    const tally = duelTally();
    expect(tally.players[0]!.score).toEqual({ wins: 4, draws: 2, losses: 4 });
    expect(tally.players[1]!.score).toEqual({ wins: 4, draws: 2, losses: 4 });
    expect(tally.players[0]!.seats).toEqual([
      { wins: 3, draws: 1, losses: 1 },
      { wins: 1, draws: 1, losses: 3 },
    ]);
    expect(tally.pentanomial).toEqual([1, 1, 1, 1, 1]);
  });

  test('counts games of several seats by pairs of ranks', () => {
    const tally = new Tally(2, 4);
    tally.add({ round: 0, games: [game([0, 1, 0, 1], [1, 2, 3, 4]), game([1, 0, 1, 0], [1, 4, 2, 3])] });
    expect(tally.players[0]!.score).toEqual({ wins: 1, draws: 0, losses: 1 });
    expect(tally.pentanomial).toEqual([0, 0, 1, 0, 0]);
  });

  test('leaves void games out of the score', () => {
    const tally = new Tally(2, 2);
    tally.add({
      round: 0,
      games: [game([0, 1], WIN), game([1, 0], WIN, { outcome: { kind: 'void', reason: 'too long' } })],
    });
    expect(tally).toMatchObject({ games: 2, voids: 1, pentanomial: [0, 0, 0, 0, 0] });
  });

  test('keeps the first example of each failure', () => {
    const tally = new Tally(2, 2);
    const failure = (words: string) => ({ seat: 0, fault: 'crash' as const, words, lastWords: ['a line'] });
    tally.add({ round: 0, games: [game([0, 1], LOSS, { failures: [failure('one')] }), game([1, 0], LOSS)] });
    tally.add({ round: 1, games: [game([0, 1], LOSS, { failures: [failure('two')] }), game([1, 0], LOSS)] });
    expect(tally.players[0]!.forfeits).toEqual({ illegal: 0, late: 0, crash: 2 });
    expect(tally.players[0]!.examples.crash).toMatchObject({ game: 1, words: 'one' });
  });
});

describe('the report of a duel', () => {
  const hypotheses = { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05 };

  test('as JSON has exactly its fields', () => {
    const figures = duelFigures('c4', duelTally(), hypotheses);
    expect(Object.keys(figures)).toEqual(
      'game games score elo eloLow eloHigh los pentanomial sprt forfeits msPerMove'.split(' '),
    );
    expect(figures).toMatchObject({
      game: 'c4',
      games: 10,
      score: { wins: 4, draws: 2, losses: 4 },
      elo: 0,
      los: 0.5,
      pentanomial: [1, 1, 1, 1, 1],
      sprt: { verdict: null, llr: expect.any(Number), lower: expect.any(Number), upper: expect.any(Number) },
      forfeits: { a: { illegal: 0, late: 0, crash: 0 }, b: { illegal: 0, late: 0, crash: 0 } },
      msPerMove: { a: { p50: expect.any(Number), p99: expect.any(Number) } },
    });
    expect(duelFigures('c4', duelTally(), undefined).sprt).toBeNull();
  });

  test('as text is a table that can be pasted', () => {
    const tally = duelTally();
    tally.players[1]!.forfeits.crash = 1;
    tally.players[1]!.examples.crash = { seat: 0, fault: 'crash', words: 'It ended.', lastWords: ['Oh no'], game: 3 };
    const figures = duelFigures('c4', tally, hypotheses);
    const report = { title: 'Connect Four', names: ['new', 'old'] as [string, string], seed: '7', tally, figures };
    expect(`\n${duelReport({ ...report, hypotheses, ended: undefined })}\n`).toBe(`
new against old: Connect Four, 10 games in pairs, seed 7

                    wins  draws  losses   score
all games              4      2       4  50.0 %
in the first seat      3      1       1  70.0 %
in the second seat     1      1       3  30.0 %

Elo          +0.0 (95 %: −251.8 to +251.8), superior with 50.0 %
pairs        1 1 1 1 1 (with 0, ½, 1, 1½, 2 points)
SPRT         LLR -0.00 of -2.94 to 2.94 for 0 or 5 Elo: undecided
per move     new: p50 993 µs, p99 10.1 ms; old: p50 2.0 ms, p99 10.1 ms
length       20 to 20 moves, 20.0 on average; 10 different games
forfeits
  old: 1 crash
    crash, first in game 3: It ended.
      | Oh no
`);
  });

  test('of no games says that nothing is known', () => {
    const tally = new Tally(2, 2);
    const figures = duelFigures('c4', tally, undefined);
    expect(JSON.parse(JSON.stringify(figures))).toMatchObject({
      elo: null,
      eloLow: null,
      eloHigh: null,
      los: 0.5,
      games: 0,
    });
    const names: [string, string] = ['new', 'old'];
    const text = duelReport({
      title: 'C4',
      names,
      seed: '7',
      tally,
      figures,
      hypotheses: undefined,
      ended: 'interrupted',
    });
    expect(text).toMatch(/Elo +\? \(95 %: −∞ to \+∞\)/);
    expect(text).toMatch(/interrupted/);
  });

  test('while it runs is one line', () => {
    expect(progressLine({ tally: duelTally(), games: 20, seconds: 5, hypotheses })).toBe(
      '10/20 games, +4 =2 −4, Elo +0.0 ±251.8, LLR -0.00 (-2.94, 2.94), 2.0 games/s, 5 s left',
    );
    expect(progressLine({ tally: duelTally(), games: 20, seconds: 5, hypotheses, width: 79 })).toBe(
      '10/20 games, +4 =2 −4, Elo +0.0 ±251.8, LLR -0.00 (-2.94, 2.94), 5 s left',
    );
  });
});

describe('the standings of several', () => {
  const tally = new Tally(3, 2);
  for (let i = 0; i < 10; i++) {
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const ranks = i < 7 ? WIN : i < 8 ? DRAW : LOSS;
      tally.add({ round: i, games: [game([a, b], ranks), game([b, a], ranks.toReversed())] });
    }
  }
  const standings = standingsOf(tally, ['a', 'b', 'c'], 2);

  test('are ordered by strength, with intervals', () => {
    expect(standings.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(standings[1]!.elo).toBeCloseTo(0, 6);
    expect(standings[0]!.low).toBeLessThan(standings[0]!.elo);
  });

  test('are a list and a crosstable', () => {
    const text = standingsReport({
      title: 'C4',
      names: ['a', 'b', 'c'],
      seed: '7',
      tally,
      standings,
      ended: undefined,
    });
    expect(text).toMatch(/1\. a +\+\d+\.\d +±\d+\.\d +40 +75\.0 % +\+28 =4 −8/);
    expect(text).toMatch(/2\. b +5\/20 +· +15\/20/);
    const figures = standingsFigures('c4', tally, standings);
    expect(figures.players[0]).toMatchObject({ name: 'a', score: { wins: 28, draws: 4, losses: 8 } });
    expect(figures.crosstable[0]).toEqual([null, { wins: 14, draws: 2, losses: 4 }, { wins: 14, draws: 2, losses: 4 }]);
  });
});
