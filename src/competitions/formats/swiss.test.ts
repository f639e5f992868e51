import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pairing } from '../competition.ts';
import type { FormatOf } from '../format.ts';
import { pairKey, playOut, type Run, roundsOf } from './fixture.ts';
import { pair } from './index.ts';
import { swissRounds } from './swiss.ts';

const swiss = (rounds: number): FormatOf<'swiss'> => ({ type: 'swiss', rounds });

/** Whether everybody could be paired without a rematch and without a second bye, by trying. */
function couldBeFair(agents: string[], before: Pairing[]): boolean {
  const met = new Set(before.map((pairing) => pairKey(pairing.agents)));
  const byes = (agent: string) => before.filter((p) => p.agents.length === 1 && p.agents[0] === agent).length;
  const fewest = Math.min(...agents.map(byes));
  const go = (left: string[], byeGiven: boolean): boolean => {
    const [first, ...rest] = left;
    if (first === undefined) return true;
    if (!byeGiven && agents.length % 2 === 1 && byes(first) === fewest && go(rest, true)) return true;
    return rest.some(
      (other) =>
        !met.has(pairKey([first, other])) &&
        go(
          rest.filter((one) => one !== other),
          byeGiven,
        ),
    );
  };
  return go(agents, false);
}

const course = fc.record({
  count: fc.integer({ min: 2, max: 12 }),
  rounds: fc.integer({ min: 1, max: 11 }),
  text: fc.string(),
  leaving: fc.array(fc.record({ round: fc.integer({ min: 1, max: 6 }), who: fc.integer({ min: 1, max: 12 }) }), {
    maxLength: 4,
  }),
});

const played = ({ count, rounds, text, leaving }: typeof course extends fc.Arbitrary<infer T> ? T : never): Run =>
  playOut(swiss(rounds), count, text, {
    withdraw: (round) => leaving.filter((one) => one.round === round).map(({ who }) => `A${who}`),
  });

describe('a Swiss', () => {
  test('pairs everybody that is there once in each round, with one bye where the number is odd', () => {
    fc.assert(
      fc.property(course, (given) => {
        for (const round of roundsOf(played(given).pairings)) {
          const seated = round.flatMap(({ agents }) => agents);
          expect(new Set(seated).size).toBe(seated.length);
          expect(round.filter(({ agents }) => agents.length === 1)).toHaveLength(seated.length % 2);
        }
      }),
    );
  });

  test('makes no rematch and gives no second bye before it must', () => {
    fc.assert(
      fc.property(course, (given) => {
        const { pairings } = played(given);
        for (const round of roundsOf(pairings)) {
          const before = pairings.filter((pairing) => pairing.round < round[0]!.round);
          const met = new Set(before.map(({ agents }) => pairKey(agents)));
          const agents = round.flatMap((pairing) => pairing.agents);
          const byes = (agent: string) => before.filter((p) => p.agents.length === 1 && p.agents[0] === agent).length;
          const fewest = Math.min(...agents.map(byes));
          const unfair = round.some((pairing) =>
            pairing.agents.length === 1 ? byes(pairing.agents[0]!) > fewest : met.has(pairKey(pairing.agents)),
          );
          if (unfair) expect(couldBeFair(agents, before)).toBe(false);
        }
      }),
    );
  });

  test('of rounds enough for half the opponents has no rematch and no second bye at all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 60 }), fc.string(), (count, text) => {
        const { pairings } = playOut(swiss(Math.floor(count / 2) - 1), count, text);
        expect(new Set(pairings.map(({ agents }) => pairKey(agents))).size).toBe(pairings.length);
      }),
      { numRuns: 25 },
    );
  });

  test('balances seats: nobody sits on one side more than two times oftener, while there is a choice of opponents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 16, max: 60 }), fc.string(), (count, text) => {
        const { pairings } = playOut(swiss(7), count, text);
        const balance = new Map<string, number>();
        for (const { agents } of pairings) {
          if (agents.length === 1) continue;
          for (const [seat, agent] of agents.entries()) balance.set(agent, (balance.get(agent) ?? 0) + (seat ? -1 : 1));
        }
        expect(Math.max(...[...balance.values()].map(Math.abs))).toBeLessThanOrEqual(2);
      }),
      { numRuns: 25 },
    );
  });

  test('does not depend on the order in which results came', () => {
    fc.assert(
      fc.property(course, fc.infiniteStream(fc.nat()), (given, keys) => {
        const { format, entrants, pairings, seed } = played({ ...given, leaving: [] });
        const rounds = roundsOf(pairings);
        const last = rounds.pop()!;
        const before = rounds.flat();
        const shuffled = before
          .map((p) => ({ p, key: keys.next().value! }))
          .sort((a, b) => a.p.round - b.p.round || a.key - b.key);
        expect(
          pair(
            format,
            entrants,
            shuffled.map(({ p }) => p),
            seed,
          ),
        ).toEqual(last.map(({ outcome: _, ...pairing }) => pairing));
      }),
    );
  });

  test('begins with the upper half against the lower, and goes on with equals that sat on other sides', () => {
    const { pairings } = playOut(swiss(2), 8, 'x', {
      ranks: ({ agents }) => (Number(agents[0]!.slice(1)) < Number(agents[1]!.slice(1)) ? [1, 2] : [2, 1]),
    });
    expect(roundsOf(pairings).map((round) => round.map(({ agents }) => pairKey(agents)))).toEqual([
      ['A1 A5', 'A2 A6', 'A3 A7', 'A4 A8'],
      ['A1 A4', 'A2 A3', 'A5 A8', 'A6 A7'],
    ]);
  });

  test('gives the bye to the last of the lowest score that had none', () => {
    const { pairings } = playOut(swiss(3), 5, 'x', {
      ranks: ({ agents }) => (Number(agents[0]!.slice(1)) < Number(agents[1]!.slice(1)) ? [1, 2] : [2, 1]),
    });
    const byes = pairings.filter(({ agents }) => agents.length === 1).map(({ agents }) => agents[0]);
    expect(byes[0]).toBe('A5');
    expect(new Set(byes).size).toBe(3);
    expect(byes).not.toContain('A1');
  });

  test('has as many rounds as a knockout unless told, and never more than opponents', () => {
    expect([2, 3, 8, 9, 1000].map((count) => swissRounds({ type: 'swiss' }, count))).toEqual([1, 2, 3, 4, 10]);
    expect(swissRounds(swiss(9), 6)).toBe(5);
    expect(swissRounds(swiss(9), 5)).toBe(5);
  });

  test('goes on with those who are left, and ends when nobody has an opponent', () => {
    const { pairings } = playOut(swiss(5), 6, 'x', {
      withdraw: (round) => (round === 1 ? ['A1', 'A2', 'A3'] : round === 2 ? ['A4', 'A5'] : []),
    });
    expect(roundsOf(pairings).map((round) => round.flatMap(({ agents }) => agents).length)).toEqual([6, 3]);
  });
});
