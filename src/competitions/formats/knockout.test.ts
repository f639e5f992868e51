import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Format } from '../format.ts';
import { seedOrder } from './bracket.ts';
import { doubleKnockoutNodes } from './double-knockout.ts';
import { type Course, pairKey, playOut, type Run, roundsOf } from './fixture.ts';
import { merit, pair } from './index.ts';

const favourites: Course = {
  ranks: ({ agents }) =>
    agents.map((agent) => 1 + agents.filter((other) => Number(other.slice(1)) < Number(agent.slice(1))).length),
};

function lossesOf({ entrants, pairings }: Run): Map<string, number> {
  const losses = new Map(entrants.map(({ agent }) => [agent, 0]));
  for (const { agents, outcome } of pairings) {
    const loser = agents[outcome!.ranks.indexOf(2)];
    if (loser) losses.set(loser, losses.get(loser)! + 1);
  }
  return losses;
}

const best = ({ format, entrants, pairings, seed }: Run): string[] => {
  const merits = merit(format, entrants, pairings, seed)!;
  const compared = [...merits].sort(([, a], [, b]) => b[0]! - a[0]! || (b[1] ?? 0) - (a[1] ?? 0));
  return compared.map(([agent]) => agent);
};

const courses = fc.record({
  count: fc.integer({ min: 2, max: 40 }),
  text: fc.string(),
  absentees: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 }),
  leaving: fc.array(fc.record({ round: fc.integer({ min: 1, max: 5 }), who: fc.integer({ min: 1, max: 40 }) }), {
    maxLength: 5,
  }),
});

describe.each<[string, Format, number]>([
  ['a knockout', { type: 'knockout' }, 1],
  ['a knockout with a match for the third place', { type: 'knockout', thirdPlace: true }, 1],
  ['a double knockout', { type: 'double-knockout' }, 2],
])('%s', (_name, format, lives) => {
  test('has one winner, and everybody else has lost as often as it takes', () => {
    fc.assert(
      fc.property(courses, ({ count, text, absentees, leaving }) => {
        const run = playOut(format, count, text, {
          absent: ({ agents }) => agents.filter((agent) => absentees.includes(Number(agent.slice(1)))),
          withdraw: (round) => leaving.filter((one) => one.round === round).map(({ who }) => `A${who}`),
        });
        const third = run.pairings.find(({ part }) => part === 'third place');
        const losses = lossesOf({ ...run, pairings: run.pairings.filter((pairing) => pairing !== third) });
        const unbeaten = [...losses.values()].filter((lost) => lost < lives);
        expect(unbeaten).toHaveLength(1);
        expect(losses.get(best(run)[0]!)!).toBeLessThan(lives);
      }),
    );
  });

  test('has nobody twice in a round', () => {
    fc.assert(
      fc.property(courses, ({ count, text }) => {
        for (const round of roundsOf(playOut(format, count, text).pairings)) {
          const seated = round.flatMap(({ agents }) => agents);
          expect(new Set(seated).size).toBe(seated.length);
        }
      }),
    );
  });

  test('does not depend on the order in which results came', () => {
    fc.assert(
      fc.property(courses, ({ count, text }) => {
        const { entrants, pairings, seed } = playOut(format, count, text);
        const rounds = roundsOf(pairings);
        const last = rounds.pop()!;
        const turned = rounds.flatMap((round) => round.reverse());
        const next = pair(format, entrants, turned, seed);
        expect(new Set(Array.isArray(next) ? next.map(({ id, agents }) => `${id} ${agents}`) : [])).toEqual(
          new Set(last.map(({ id, agents }) => `${id} ${agents}`)),
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe('a knockout', () => {
  test('keeps the best seeds apart for as long as it can', () => {
    expect(seedOrder(8)).toEqual([1, 8, 4, 5, 2, 7, 3, 6]);
    const rounds = roundsOf(playOut({ type: 'knockout' }, 8, 'x', favourites).pairings);
    expect(rounds.map((round) => round.map(({ agents }) => pairKey(agents)))).toEqual([
      ['A1 A8', 'A4 A5', 'A2 A7', 'A3 A6'],
      ['A1 A4', 'A2 A3'],
      ['A1 A2'],
    ]);
  });

  test('gives the best seeds a bye where the number is no power of two', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 64 }), (count) => {
        const [first] = roundsOf(playOut({ type: 'knockout', seeding: 'entry' }, count, 'x').pairings);
        const byes = first!.filter(({ agents }) => agents.length === 1).map(({ agents }) => agents[0]);
        expect(new Set(byes)).toEqual(new Set(Array.from({ length: byes.length }, (_, i) => `A${i + 1}`)));
        expect(byes.length + first!.length).toBeGreaterThan(0);
        expect(count + byes.length).toBe(2 * first!.length);
      }),
    );
  });

  test('plays for the third place when asked to', () => {
    const { pairings, ...rest } = playOut({ type: 'knockout', thirdPlace: true }, 8, 'x', favourites);
    expect(
      pairings.filter(({ part }) => part).map(({ id, part, agents }) => `${id} ${part} ${pairKey(agents)}`),
    ).toEqual(['R3M1 final A1 A2', 'R3M2 third place A3 A4']);
    expect(best({ pairings, ...rest }).slice(0, 4)).toEqual(['A1', 'A2', 'A3', 'A4']);
    expect(playOut({ type: 'knockout', thirdPlace: true }, 2, 'x').pairings).toHaveLength(1);
  });

  test('is drawn from the seed when asked to, another seed another draw', () => {
    const draw = (text: string) =>
      playOut({ type: 'knockout', seeding: 'drawn' }, 16, text, favourites)
        .pairings.slice(0, 8)
        .map(({ agents }) => pairKey(agents));
    expect(draw('one')).toEqual(draw('one'));
    expect(draw('one')).not.toEqual(draw('another'));
  });
});

describe('a double knockout', () => {
  test('of four: the loser of the winners’ final comes back through the losers’', () => {
    const { pairings } = playOut({ type: 'double-knockout' }, 4, 'x', favourites);
    expect(pairings.map(({ id, part, agents }) => `${id} ${part} ${pairKey(agents)}`)).toEqual([
      'R1M1 winners A1 A4',
      'R1M2 winners A2 A3',
      'R2M1 winners A1 A2',
      'R2M2 losers A3 A4',
      'R3M1 losers A2 A3',
      'R4M1 final A1 A2',
    ]);
  });

  test('plays the final again if the one that had lost before wins it', () => {
    const run = playOut({ type: 'double-knockout' }, 4, 'x', {
      ranks: (pairing) =>
        pairing.part === 'final' ? favourites.ranks!(pairing).map((rank) => 3 - rank) : favourites.ranks!(pairing),
    });
    expect(run.pairings.filter(({ part }) => part === 'final').map(({ id }) => id)).toEqual(['R4M1', 'R5M1']);
    expect(best(run).slice(0, 2)).toEqual(['A2', 'A1']);
  });

  test('of two or three works as well', () => {
    for (const count of [2, 3]) {
      const run = playOut({ type: 'double-knockout' }, count, 'x', favourites);
      expect(best(run)[0]).toBe('A1');
      expect([...lossesOf(run).values()].filter((lost) => lost === 2)).toHaveLength(count - 1);
    }
  });

  test('brings nobody together again in the first half of its rounds', () => {
    fc.assert(
      fc.property(fc.constantFrom(8, 16, 32), fc.string(), (count, text) => {
        const { pairings } = playOut({ type: 'double-knockout' }, count, text);
        const met = new Set<string>();
        for (const { agents, round } of pairings) {
          if (round <= Math.log2(count)) expect(met.has(pairKey(agents))).toBe(false);
          met.add(pairKey(agents));
        }
      }),
    );
  });

  test('has as many places as it needs and no more', () => {
    expect([2, 4, 8, 16].map((count) => doubleKnockoutNodes(count).length)).toEqual([3, 7, 15, 31]);
  });
});
