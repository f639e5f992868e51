import { describe, expect, test } from 'vitest';
import { eloOfScore, scoreOfElo } from './elo.ts';
import { normalCdf } from './normal.ts';
import { estimate, type Pentanomial } from './pentanomial.ts';

const errorOf = ({ low, high }: { low: number; high: number }) => (high - low) / 2;

/** The pairs that so many independent games would make on average. */
function pairsOf(wins: number, losses: number, draws: number): Pentanomial {
  const games = wins + draws + losses;
  const [w, d, l] = [wins / games, draws / games, losses / games];
  return [l * l, 2 * l * d, 2 * w * l + d * d, 2 * w * d, w * w].map((share) => (share * games) / 2) as Pentanomial;
}

describe('Elo, its interval and the likelihood of superiority', () => {
  test.each([
    [[34, 54, 63, 64, 75], 55.58, 27.65, 1.0],
    [[332, 433, 498, 333, 334], -8.64, 10.33, 0.0505],
    [[7895, 8757, 5685, 568, 9999], -21.04, 2.95, 0],
  ] as [Pentanomial, number, number, number][])(
    'of the pairs %j are what fastchess says',
    (counts, elo, error, los) => {
      const found = estimate(counts);
      expect(found.elo).toBeCloseTo(elo, 2);
      expect(Math.abs(errorOf(found) - error)).toBeLessThanOrEqual(0.006);
      expect(found.los).toBeCloseTo(los, 4);
    },
  );

  test.each([
    [255, 222, 23, 22.96, 29.84],
    [279, 204, 17, 52.51, 30.3],
    [271, 211, 18, 41.89, 30.15],
    [98, 91, 11, 12.17, 47.06],
    [133, 183, 10, -53.71, 37.67],
    [550, 434, 56, 38.91, 20.66],
  ])('of %i wins, %i losses and %i draws are what cutechess-cli printed', (wins, losses, draws, elo, error) => {
    const found = estimate(pairsOf(wins, losses, draws));
    expect(found.elo).toBeCloseTo(elo, 1);
    // It takes 1.9627 for the quantile 1.96.
    expect(Math.abs(errorOf(found) / error - 1)).toBeLessThan(0.002);
  });

  test.each([
    [5975, 6077, 26894, 0.1764],
    [4307, 4063, 8620, 0.9962],
    [20, 10, 30, 0.9661],
  ])(
    'of %i wins, %i losses and %i draws: superiority is the textbook’s Φ((w−l)/√(w+l)), to what draws change',
    (wins, losses, draws, los) => {
      expect(normalCdf((wins - losses) / Math.sqrt(wins + losses))).toBeCloseTo(los, 3);
      expect(Math.abs(estimate(pairsOf(wins, losses, draws)).los - los)).toBeLessThan(0.005);
    },
  );

  test('without games nothing is known', () => {
    expect(estimate([0, 0, 0, 0, 0])).toEqual({ elo: Number.NaN, low: -Infinity, high: Infinity, los: 0.5 });
  });

  test.each([1, 5, 100])(
    'of %i pairs that were all won has a lower bound that so many wins allow, and no upper one',
    (pairs) => {
      const { elo, low, high, los } = estimate([0, 0, 0, 0, pairs]);
      expect([elo, high]).toEqual([Infinity, Infinity]);
      expect(scoreOfElo(low) ** pairs).toBeCloseTo(0.025, 10);
      expect(los).toBeCloseTo(1 - 0.5 ** (pairs + 1), 12);
    },
  );

  test.each([1, 5, 100])('of %i pairs that were all lost is the mirror of all won', (pairs) => {
    const [won, lost] = [estimate([0, 0, 0, 0, pairs]), estimate([pairs, 0, 0, 0, 0])];
    expect([lost.elo, lost.low]).toEqual([-Infinity, -Infinity]);
    expect(lost.high).toBeCloseTo(-won.low, 8);
    expect(lost.los).toBeCloseTo(1 - won.los, 12);
  });

  test('of level pairs alone is 0, and not as sure as if it were measured', () => {
    const { elo, low, high, los } = estimate([0, 0, 100, 0, 0]);
    expect([elo, los]).toEqual([0, 0.5]);
    expect(low).toBeLessThan(-10);
    expect(high).toBeCloseTo(-low, 8);
  });

  test('turn round with the sides', () => {
    const [a, b] = [estimate([3, 8, 20, 12, 7]), estimate([7, 12, 20, 8, 3])];
    expect([b.elo, b.low, b.high, b.los].map((value) => value.toFixed(9))).toEqual(
      [-a.elo, -a.high, -a.low, 1 - a.los].map((value) => value.toFixed(9)),
    );
  });
});

test.each([
  [0.5, 0],
  [0.75, 190.85],
  [0.9, 381.7],
  [0.64, 99.95],
  [0, -Infinity],
  [1, Infinity],
])('the score %d is %d Elo', (score, elo) => {
  if (Number.isFinite(elo)) expect(eloOfScore(score)).toBeCloseTo(elo, 2);
  else expect(eloOfScore(score)).toBe(elo);
  expect(scoreOfElo(eloOfScore(score))).toBeCloseTo(score, 12);
});

test.each([
  [0, 0.5],
  [1, 0.841344746068543],
  [-1.959963984540054, 0.025],
  [3.9, 0.999951903655982],
  [-4.1, 2.0657506912546e-5],
  [-6, 9.86587645037698e-10],
])('the normal distribution at %d is %d, as in the tables', (z, share) => {
  expect(normalCdf(z) / share).toBeCloseTo(1, 9);
});
