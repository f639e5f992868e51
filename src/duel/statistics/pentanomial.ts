import { eloOfScore } from './elo.ts';
import { normalCdf, Z95 } from './normal.ts';

/**
 * Pairs of games with swapped seats, counted by the points that the first player made in them: 0, ½, 1, 1½, 2. The two
 * games of a pair share opening and seed, so they are no independent draws; the pairs are.
 */
export type Pentanomial = [number, number, number, number, number];

/** What each of the five is worth, as a share of the pair's points. */
export const SHARES = [0, 0.25, 0.5, 0.75, 1] as const;

export interface Estimate {
  /** Elo of the first player over the second, NaN without games, infinite where one made all the points. */
  elo: number;
  /** The 95 % interval. */
  low: number;
  high: number;
  /** Likelihood of superiority: how sure it is that the first player is the stronger one. */
  los: number;
}

export const countPairs = (counts: Pentanomial): number => counts.reduce((sum, count) => sum + count, 0);

export function meanAndVariance(counts: Pentanomial): { mean: number; variance: number } {
  const pairs = countPairs(counts);
  let mean = 0;
  for (let i = 0; i < 5; i++) mean += (counts[i]! * SHARES[i]!) / pairs;
  let variance = 0;
  for (let i = 0; i < 5; i++) variance += (counts[i]! * (SHARES[i]! - mean) ** 2) / pairs;
  return { mean, variance };
}

export function estimate(counts: Pentanomial): Estimate {
  const pairs = countPairs(counts);
  if (pairs === 0) return { elo: Number.NaN, low: -Infinity, high: Infinity, los: 0.5 };
  const always = counts.indexOf(pairs);
  if (always >= 0) return estimateWithoutSpread(SHARES[always]!, pairs);
  const { mean, variance } = meanAndVariance(counts);
  const error = Math.sqrt(variance / pairs);
  return {
    elo: eloOfScore(mean),
    low: eloOfScore(mean - Z95 * error),
    high: eloOfScore(mean + Z95 * error),
    los: normalCdf((mean - 0.5) / error),
  };
}

/**
 * Every pair ended alike, so nothing is known of the spread. With 97.5 % on either side (Clopper and Pearson) that outcome
 * has at least the chance 0.025^(1/pairs); what is left may fall anywhere. Superiority as after a uniform prior.
 */
function estimateWithoutSpread(share: number, pairs: number): Estimate {
  const sure = 0.025 ** (1 / pairs);
  const doubt = 0.5 ** (pairs + 1);
  return {
    elo: eloOfScore(share),
    low: eloOfScore(sure * share),
    high: eloOfScore(1 - sure * (1 - share)),
    los: share === 0.5 ? 0.5 : share > 0.5 ? 1 - doubt : doubt,
  };
}
