import { describe, expect, test } from 'vitest';
import { isDecided } from './always-valid.ts';
import { scoreOfElo } from './elo.ts';
import { chance, drawn } from './fixture-chance.ts';
import { countPairs, meanAndVariance, type Pentanomial } from './pentanomial.ts';
import { type Hypotheses, sprt } from './sprt.ts';

const usual = { alpha: 0.05, beta: 0.05 };

describe('the log-likelihood ratio', () => {
  test.each([
    [[223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07],
    [[871, 26175, 55983, 26678, 821], 0, 2, -4.98],
  ] as [Pentanomial, number, number, number][])(
    'of %j between %d and %d is what fastchess says',
    (counts, elo0, elo1, llr) => {
      expect(Math.abs(sprt(counts, { elo0, elo1, ...usual }).llr - llr)).toBeLessThanOrEqual(0.006);
    },
  );

  test.each([
    [[253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94],
    [[58, 3302, 33130, 3518, 84], 0.25, 1.25, 2.97],
    [[491, 7345, 29693, 7670, 465], -0.25, 1.25, 2.96],
    [[53, 2220, 21459, 2445, 47], 0.25, 1.25, 2.97],
    [[133, 1751, 5094, 1849, 165], -0.5, 1.5, 2.94],
    [[149, 4748, 32785, 5063, 159], 0.25, 1.75, 2.95],
    [[59, 754, 2467, 865, 75], -0.5, 1.5, 2.95],
    [[33, 1185, 8378, 1302, 50], 0.25, 1.75, 2.95],
    [[17, 253, 1042, 337, 39], -0.5, 1.5, 2.96],
    [[11, 407, 3238, 513, 11], 0.25, 1.75, 2.93],
    [[665, 4806, 9333, 4893, 747], -0.5, 1.5, 2.95],
    [[328, 4564, 15580, 4789, 371], 0.25, 1.75, 2.98],
    [[147, 3086, 14341, 3264, 150], -0.25, 1.25, 2.97],
    [[14, 749, 10319, 869, 17], 0.25, 1.25, 2.94],
    [[424, 2948, 5832, 3045, 460], -1, 3, 2.94],
    [[1284, 17437, 55536, 18085, 1292], 0, 2, 2.94],
    [[243, 1665, 3339, 1762, 281], -1.5, 0.5, 2.95],
    [[444, 5546, 17841, 5604, 428], -1.5, 0.5, 2.63],
  ] as [Pentanomial, number, number, number][])(
    'of %j between %d and %d is what Stockfish’s testers published',
    (counts, elo0, elo1, llr) => {
      expect(Math.abs(sprt(counts, { elo0, elo1, ...usual }).llr - llr)).toBeLessThanOrEqual(0.006);
    },
  );

  test.each([
    [[40, 190, 410, 260, 60], 0, 5],
    [[5, 90, 310, 95, 4], -3, 3],
    [[300, 100, 200, 120, 280], 0, 10],
  ] as [Pentanomial, number, number][])(
    'of %j between %d and %d is near that of a normal distribution',
    (counts, elo0, elo1) => {
      const [s0, s1] = [scoreOfElo(elo0), scoreOfElo(elo1)];
      const { mean, variance } = meanAndVariance(counts);
      const normal = (countPairs(counts) * (s1 - s0) * (2 * mean - s0 - s1)) / (2 * variance);
      expect(sprt(counts, { elo0, elo1, ...usual }).llr / normal).toBeCloseTo(1, 1);
    },
  );

  test('of no games is 0, between bounds that Wald gave', () => {
    const { llr, lower, upper, verdict } = sprt([0, 0, 0, 0, 0], { elo0: 0, elo1: 5, ...usual });
    expect([llr, verdict]).toEqual([0, null]);
    expect([lower, upper].map((bound) => bound.toFixed(4))).toEqual(['-2.9444', '2.9444']);
  });

  test('of all wins and of all losses comes to the right verdict', () => {
    const ask = { elo0: 0, elo1: 50, ...usual };
    expect(sprt([0, 0, 0, 0, 30], ask).verdict).toBe('H1');
    expect(sprt([30, 0, 0, 0, 0], ask).verdict).toBe('H0');
  });
});

/** Pairs whose mean is that of a difference in Elo, with the draws of a close match. */
function sharesAt(elo: number): number[] {
  const tilt = (scoreOfElo(elo) - 0.5) * 4;
  const level = [0.08, 0.22, 0.4, 0.22, 0.08];
  const slope = [-0.18, -0.14, 0, 0.14, 0.18];
  return level.map((share, i) => share + slope[i]! * tilt);
}

function run(shares: number[], random: () => number, done: (counts: Pentanomial) => boolean, most = 100_000): boolean {
  const counts: Pentanomial = [0, 0, 0, 0, 0];
  for (let pair = 0; pair < most; pair++) {
    counts[drawn(shares, random)]!++;
    if (done(counts)) return true;
  }
  return false;
}

describe('in 2,000 simulated runs', () => {
  const ask: Hypotheses = { elo0: 0, elo1: 40, ...usual };
  const accepted = (elo: number, seed: number): number => {
    const random = chance(seed);
    let h1 = 0;
    for (let i = 0; i < 2000; i++) {
      let verdict: string | null = null;
      run(sharesAt(elo), random, (counts) => (verdict = sprt(counts, ask).verdict) !== null);
      if (verdict === 'H1') h1++;
    }
    return h1 / 2000;
  };

  test('the shares have the mean that they should', () => {
    const shares = sharesAt(40);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(shares.reduce((sum, share, i) => sum + (share * i) / 4, 0)).toBeCloseTo(scoreOfElo(40), 12);
  });

  // Twice the standard error of 2,000 draws at 5 % is 1 %.
  test('H1 is accepted in at most 5 % where H0 holds', () => {
    expect(accepted(0, 1)).toBeLessThanOrEqual(0.06);
  });

  test('H0 is accepted in at most 5 % where H1 holds', () => {
    expect(1 - accepted(40, 2)).toBeLessThanOrEqual(0.06);
  });

  test('looking after every pair finds two equals different in at most 5 %', () => {
    const random = chance(3);
    const wrong = Array.from({ length: 2000 }, () => run(sharesAt(0), random, isDecided, 500)).filter(Boolean).length;
    expect(wrong / 2000).toBeLessThanOrEqual(0.05);
  });
});

test('looking after every pair tells who wins them all after a dozen, and says nothing of no games', () => {
  expect(isDecided([0, 0, 0, 0, 12])).toBe(true);
  expect(isDecided([0, 0, 0, 0, 8])).toBe(false);
  expect(isDecided([0, 0, 0, 0, 0])).toBe(false);
});
