import { describe, expect, test } from 'vitest';
import { hold } from './contest.ts';
import { gameOf, planOf } from './fixture.ts';
import { localHost, type RoundResult, runLane } from './lane.ts';
import type { Plan } from './plan.ts';
import { Children } from './players/children.ts';
import { type StartLane, threadLane } from './run.ts';
import type { Tally } from './tally.ts';

const CENTRE = { kind: 'duel', players: 2, seats: 2, games: 40 } as const;

async function play(plan: Plan, more: Partial<Parameters<typeof hold>[0]> = {}, startLane?: StartLane) {
  const children = new Children();
  const records: string[] = [];
  const { tally, ended } = await hold(
    {
      plan,
      children,
      startLane: startLane ?? threadLane(plan, children),
      hypotheses: undefined,
      stopEarly: false,
      keep: (record) => records.push(JSON.stringify(record)),
      signal: new AbortController().signal,
      ...more,
    },
    () => {},
  );
  return { tally, ended, records };
}

const scores = ({ players, pentanomial, different }: Tally) => ({
  score: players[0]!.score,
  seats: players[0]!.seats,
  pentanomial,
  different,
});

describe('a run', () => {
  test('gives the same records byte by byte for the same seed, whatever the number of lanes', async () => {
    const plan = planOf('c4', ['house:easy', 'house:medium'], { schedule: CENTRE, records: true });
    const [one, three, other] = await Promise.all([
      play(plan),
      play({ ...plan, lanes: 3 }),
      play({ ...plan, seed: 'another' }),
    ]);
    expect(one.records).toHaveLength(40);
    expect(one.records).toEqual(three.records);
    expect(scores(one.tally)).toEqual(scores(three.tally));
    expect(one.records[0]).not.toBe(other.records[0]);
    expect(new Set(one.records.map((text) => JSON.parse(text).id)).size).toBe(40);
  });

  test('plays both games of a pair from the same seed and opening, with swapped seats', async () => {
    const openings = [
      { name: 'a', moves: [{ column: 3 }] },
      { name: 'b', moves: [{ column: 0 }] },
    ];
    const plan = planOf('c4', ['house:easy', 'house:medium'], {
      records: true,
      openings,
      schedule: { ...CENTRE, games: 4 },
    });
    const records = (await play(plan)).records.map((text) => JSON.parse(text));
    expect(records[0].seed).toBe(records[1].seed);
    expect(records[0].seed).not.toBe(records[2].seed);
    expect(records.map(({ seats }) => seats[0].name)).toEqual([
      'house:easy',
      'house:medium',
      'house:easy',
      'house:medium',
    ]);
    expect(records.map(({ entries }) => entries[0].moves[0].move.column)).toEqual([3, 3, 0, 0]);
  });

  test('ends by the SPRT after the same round, whatever the number of lanes', async () => {
    const plan = planOf('c4', ['house:medium', 'house:easy'], { schedule: { ...CENTRE, games: 2000 } });
    const hypotheses = { elo0: 0, elo1: 100, alpha: 0.05, beta: 0.05 };
    const [one, two] = await Promise.all([play(plan, { hypotheses }), play({ ...plan, lanes: 2 }, { hypotheses })]);
    expect(one.ended).toBe('ended by the SPRT');
    expect(one.tally.games).toBeLessThan(200);
    expect(scores(one.tally)).toEqual(scores(two.tally));
  });

  test('ends early once it is clear who is better, and not between equals', async () => {
    const better = await play(planOf('c4', ['house:medium', 'house:easy'], { schedule: { ...CENTRE, games: 400 } }), {
      stopEarly: true,
    });
    expect(better.ended).toMatch(/who is better/);
    expect(better.tally.games).toBeLessThan(100);
    const equal = await play(planOf('ttt', ['house:easy', 'house:easy'], { schedule: { ...CENTRE, games: 400 } }), {
      stopEarly: true,
    });
    expect(equal.ended).toBeUndefined();
    expect(equal.tally.games).toBe(400);
  });

  test('stops at once when it is told to, with what is known', async () => {
    const aborter = new AbortController();
    const plan = planOf('c4', ['house:hard', 'house:hard'], { schedule: { ...CENTRE, games: 100_000 }, lanes: 2 });
    const children = new Children();
    const { tally, ended } = await hold(
      {
        plan,
        children,
        startLane: threadLane(plan, children),
        hypotheses: undefined,
        stopEarly: false,
        signal: aborter.signal,
      },
      () => aborter.abort(),
    );
    expect(ended).toBe('interrupted');
    expect(tally.games).toBeGreaterThan(0);
  });

  test('counts rounds in order, however quick the lanes are', async () => {
    const plan = planOf('ttt', ['house:easy', 'house:easy'], { schedule: { ...CENTRE, games: 12 }, lanes: 2 });
    const results: RoundResult[][] = [[], []];
    for (const lane of [0, 1]) {
      await runLane(plan, gameOf('ttt').rules, lane, localHost(plan, gameOf('ttt'), new Children()), (result) =>
        results[lane]!.push(result),
      );
    }
    const told: number[] = [];
    const startLane: StartLane = (lane, tell) => {
      // The second lane is done before the first begins.
      const done = (async () => {
        if (lane === 0) await new Promise((resolve) => setImmediate(resolve));
        tell(results[lane]!);
      })();
      return { done, stop: async () => {} };
    };
    const { tally } = await play(plan, { keep: () => {} }, startLane);
    for (const { round } of results.flat()) told.push(round);
    expect(tally.games).toBe(12);
    expect(told.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('of more than two ranks them all', async () => {
    const players = ['house:easy', 'house:medium', 'house:hard'];
    const plan = planOf('c4', players, { schedule: { kind: 'round-robin', players: 3, seats: 2, games: 4 } });
    const { tally } = await play(plan);
    expect(tally.games).toBe(12);
    expect(tally.crosstable.map((row) => row.map(({ wins, draws, losses }) => wins + draws + losses))).toEqual([
      [0, 4, 4],
      [4, 0, 4],
      [4, 4, 0],
    ]);
  });

  test('of a game of four seats is counted by pairs of ranks', async () => {
    const schedule = { ...CENTRE, seats: 4, games: 4 };
    const { tally } = await play(planOf('dance-battle', ['house:hard', 'house:easy'], { schedule }));
    expect(tally.games).toBe(4);
    expect(tally.pentanomial.reduce((sum, count) => sum + count)).toBe(2);
  });
});
