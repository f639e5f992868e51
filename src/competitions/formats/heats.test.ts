import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FormatOf } from '../format.ts';
import { playOut, roundsOf } from './fixture.ts';
import { plan } from './heats.ts';
import { merit } from './index.ts';

const heats = (seats: number, advance: number, least = 2): FormatOf<'heats'> => ({
  type: 'heats',
  seats,
  advance,
  least,
});
const strongest = ({ agents }: { agents: string[] }) =>
  agents.map((agent) => 1 + agents.filter((other) => Number(other.slice(1)) < Number(agent.slice(1))).length);

describe('heats', () => {
  test('hold everybody that is in once per stage, within the seats of the game, until one heat holds all', () => {
    const formats = fc.integer({ min: 3, max: 6 }).chain((seats) =>
      fc.record({
        seats: fc.constant(seats),
        least: fc.integer({ min: 2, max: seats }),
        advance: fc.integer({ min: 1, max: seats - 1 }),
      }),
    );
    fc.assert(
      fc.property(formats, fc.integer({ min: 2, max: 60 }), fc.string(), ({ seats, least, advance }, count, text) => {
        const stages = roundsOf(playOut(heats(seats, advance, least), count, text).pairings);
        expect(stages.length > 0).toBe(count >= least);
        for (const [i, stage] of stages.entries()) {
          const seated = stage.flatMap(({ agents }) => agents);
          expect(new Set(seated).size).toBe(seated.length);
          if (i) expect(seated.length).toBeLessThan(stages[i - 1]!.flatMap(({ agents }) => agents).length);
          for (const { agents } of stage) {
            if (agents.length === 1) continue;
            expect(agents.length).toBeGreaterThanOrEqual(least);
            expect(agents.length).toBeLessThanOrEqual(seats);
          }
        }
        if (count >= least) expect(stages.at(-1)).toHaveLength(1);
      }),
    );
  });

  test('spread the strong: sixteen in fours, two of each go on', () => {
    const run = playOut(heats(4, 2), 16, 'x', { ranks: strongest });
    const stages = roundsOf(run.pairings).map((stage) => stage.map(({ agents }) => agents.join(' ')));
    expect(stages).toEqual([
      ['A1 A8 A9 A16', 'A2 A7 A10 A15', 'A3 A6 A11 A14', 'A4 A5 A12 A13'],
      ['A1 A4 A5 A8', 'A2 A3 A6 A7'],
      ['A1 A2 A3 A4'],
    ]);
    const merits = merit(run.format, run.entrants, run.pairings, run.seed)!;
    expect(merits.get('A1')).toEqual([3, -1, 9]);
    expect(merits.get('A16')).toEqual([1, -4, 0]);
  });

  test('of a game for exactly four: who is left over goes on without playing, and enough go on for another heat', () => {
    expect(plan(heats(4, 2, 4), 5)).toEqual({ heats: 1, byes: 1 });
    expect(plan(heats(4, 2, 4), 3)).toBeUndefined();
    const run = playOut(heats(4, 2, 4), 5, 'x', { ranks: strongest });
    expect(roundsOf(run.pairings).map((stage) => stage.map(({ agents }) => agents.length))).toEqual([[4, 1], [4]]);
  });

  test('give byes to those who had fewest', () => {
    const { pairings } = playOut(heats(4, 3, 4), 15, 'x', { ranks: strongest });
    const had = new Map<string, number>();
    for (const stage of roundsOf(pairings)) {
      const byes = stage.flatMap(({ agents }) => (agents.length === 1 ? agents : []));
      const playing = stage.flatMap(({ agents }) => (agents.length === 1 ? [] : agents));
      const earlier = (agent: string) => had.get(agent) ?? 0;
      for (const agent of byes) for (const other of playing) expect(earlier(agent)).toBeLessThanOrEqual(earlier(other));
      for (const agent of byes) had.set(agent, earlier(agent) + 1);
    }
    expect(had.size).toBeGreaterThan(3);
  });

  test('do not carry on who forfeited or withdrew', () => {
    const { pairings } = playOut(heats(4, 2), 16, 'x', {
      ranks: strongest,
      absent: ({ agents, round }) => (round === 1 ? agents.filter((agent) => agent === 'A1') : []),
      withdraw: (round) => (round === 1 ? ['A2'] : []),
    });
    const later = pairings.filter(({ round }) => round > 1).flatMap(({ agents }) => agents);
    expect(later).not.toContain('A1');
    expect(later).not.toContain('A2');
    expect(later).toContain('A8');
  });
});
