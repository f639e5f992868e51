import type { NewPairing, Seeded } from '../competition.ts';
import type { FormatOf } from '../format.ts';
import { type FormatRules, lastRound, newPairing } from './rules.ts';

/**
 * One round of everybody against everybody, as in Berger's tables: those whose numbers add up to the round's meet, the one
 * that would meet itself meets the last. Seats follow the sum, so that nobody sits first much oftener than second.
 * @param count even @param round from 1
 */
export function bergerRound(count: number, round: number): [first: number, second: number][] {
  const turning = count - 1;
  const middle = ((round - 1) * (count / 2)) % turning;
  const pairs: [number, number][] = [middle < count / 2 ? [middle, turning] : [turning, middle]];
  for (let step = 1; step < count / 2; step++) {
    const [a, b] = [(middle + step) % turning, (middle + turning - step) % turning];
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    pairs.push((a + b) % 2 ? [low, high] : [high, low]);
  }
  return pairs;
}

/**
 * The same round by the circle: the first stays in place, the others walk around, one place per round. Seats alternate from
 * round to round for the first, from pair to pair for the others.
 * @param count even @param round from 1
 */
export function circleRound(count: number, round: number): [first: number, second: number][] {
  const turning = count - 1;
  const at = (place: number) => (place === 0 ? 0 : 1 + ((place - round + turning * count) % turning));
  return Array.from({ length: count / 2 }, (_, i): [number, number] => {
    const [one, other] = [at(i), at(count - 1 - i)];
    const swapped = i === 0 ? round % 2 === 0 : i % 2 === 1;
    return swapped ? [other, one] : [one, other];
  });
}

/** Everybody meets everybody, `cycles` times with seats changed each time. With an odd number each in turn is free. */
export const roundRobin: FormatRules<FormatOf<'round-robin'>> = {
  next({ format: { rounds = 1, cycles = rounds, order }, entrants, pairings }) {
    const count = entrants.length + (entrants.length % 2);
    const perCycle = count - 1;
    const roundOf = order === 'circle' ? circleRound : bergerRound;
    for (let round = lastRound(pairings) + 1; round <= cycles * perCycle; round++) {
      const swapped = Math.floor((round - 1) / perCycle) % 2 === 1;
      const due: NewPairing[] = [];
      for (const pair of roundOf(count, ((round - 1) % perCycle) + 1)) {
        const [one, other] = pair.map((i) => entrants[i]);
        if (!one || !other || (one.withdrew && other.withdrew)) continue;
        const seats = [one.agent, other.agent];
        due.push(newPairing(round, due.length + 1, swapped ? seats.reverse() : seats));
      }
      if (due.length) return due;
    }
    return 'over';
  },
};

/** All rounds as they will be while nobody withdraws. */
export function roundRobinSchedule(format: FormatOf<'round-robin'>, entrants: Seeded[]): NewPairing[][] {
  const rounds: NewPairing[][] = [];
  for (;;) {
    const last = rounds.at(-1)?.map((pairing) => ({ ...pairing, outcome: null })) ?? [];
    const next = roundRobin.next({ format, entrants, pairings: last, seed: '' });
    if (!Array.isArray(next)) return rounds;
    rounds.push(next);
  }
}
