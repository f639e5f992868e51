import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pairing } from '../competition.ts';
import { arenaPoints } from './arena.ts';
import { pairKey, playOut } from './fixture.ts';
import { pair } from './index.ts';

const arena = { type: 'arena', minutes: 60 } as const;
const courses = fc.record({
  count: fc.integer({ min: 2, max: 14 }),
  text: fc.string(),
  waves: fc.integer({ min: 1, max: 25 }),
});

describe('an arena', () => {
  test('has nobody in two pairings at once', () => {
    fc.assert(
      fc.property(courses, ({ count, text, waves }) => {
        const { format, entrants, pairings, seed } = playOut(arena, count, text, { waves });
        for (const { id } of pairings) {
          const known = pairings.filter((pairing) => pairing.id !== id);
          const open: Pairing[] = [...known, { ...pairings.find((pairing) => pairing.id === id)!, outcome: null }];
          const next = pair(format, entrants, open, seed);
          const busy = open.filter(({ outcome }) => !outcome).flatMap(({ agents }) => agents);
          const due = Array.isArray(next) ? next.flatMap(({ agents }) => agents) : [];
          expect(new Set([...busy, ...due]).size).toBe(busy.length + due.length);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('does not pair the same two again at once while there are others', () => {
    fc.assert(
      fc.property(courses, ({ count, text, waves }) => {
        fc.pre(count > 2);
        const last = new Map<string, string>();
        for (const { agents } of playOut(arena, count, text, { waves }).pairings) {
          const [one, other] = agents as [string, string];
          expect(last.get(one) === other && last.get(other) === one).toBe(false);
          last.set(one, other).set(other, one);
        }
      }),
    );
  });

  test('of two plays on between them, with seats in turn', () => {
    const { pairings } = playOut(arena, 2, 'x', { waves: 6 });
    expect(pairings).toHaveLength(6);
    for (const [i, { agents }] of pairings.entries())
      if (i) expect(agents).toEqual([...pairings[i - 1]!.agents].reverse());
  });

  test('leaves nobody waiting for long', () => {
    fc.assert(
      fc.property(courses, ({ count, text }) => {
        const { pairings } = playOut(arena, count, text, { waves: 40 });
        const played = new Map<string, number>();
        for (const agent of pairings.flatMap(({ agents }) => agents)) played.set(agent, (played.get(agent) ?? 0) + 1);
        expect(played.size).toBe(count);
      }),
      { numRuns: 25 },
    );
  });

  test('pairs by score', () => {
    const { entrants, seed } = playOut(arena, 8, 'x', { waves: 0 });
    const won = (agents: string[], round: number): Pairing => ({
      id: `R${round}M${agents}`,
      round,
      agents,
      outcome: { ranks: [1, 2], reason: 'played' },
    });
    const before = [won(['A1', 'A5'], 1), won(['A2', 'A6'], 1), won(['A3', 'A7'], 1), won(['A4', 'A8'], 1)];
    const next = pair(arena, entrants, before, seed) as Pairing[];
    const winners = new Set(['A1', 'A2', 'A3', 'A4']);
    for (const { agents } of next) expect(winners.has(agents[0]!)).toBe(winners.has(agents[1]!));
    expect(new Set(next.map(({ agents }) => pairKey(agents))).size).toBe(4);
  });

  test('counts a win double from the third in a row on where streaks count, by rounds and not by when results came', () => {
    const wins: Pairing[] = [1, 2, 3, 4, 5, 6].map((round) => ({
      id: `R${round}M1`,
      round,
      agents: ['A', 'B'],
      outcome: { ranks: round === 5 ? [1, 1] : [1, 2], reason: 'played' },
    }));
    expect(arenaPoints({ ...arena, streaks: true }, wins).get('A')).toBe(1 + 1 + 2 + 2 + 0.5 + 1);
    expect(arenaPoints(arena, wins).get('A')).toBe(5.5);
  });

  test('ends when fewer than two are left', () => {
    const { pairings } = playOut(arena, 3, 'x', { withdraw: (round) => (round === 2 ? ['A1', 'A2'] : []) });
    expect(pairings.length).toBeGreaterThan(0);
  });
});
