import { ELO_PER_LOGIT } from './elo.ts';
import type { Maximum } from './newton.ts';
import { Z95 } from './normal.ts';

export interface Rating {
  elo: number;
  /** The 95 % interval. */
  low: number;
  high: number;
}

/**
 * A prior so wide (2,000 Elo) that results outweigh it, so that one who won or lost everything still has a number, and so
 * that the ratings add up to nothing.
 */
export const PRIOR_PRECISION = (ELO_PER_LOGIT / 2000) ** 2;

/** Ratings around a mean of 0 from strengths in natural logarithms; only their differences are known. */
export function ratingsOf({ at, covariance }: Maximum, players: number): Rating[] {
  const mean = average(at.slice(0, players));
  const rowMeans = Array.from({ length: players }, (_, i) => average(covariance[i]!.slice(0, players)));
  const grandMean = average(rowMeans);
  return rowMeans.map((rowMean, i) => {
    const variance = covariance[i]![i]! - 2 * rowMean + grandMean;
    const elo = ELO_PER_LOGIT * (at[i]! - mean);
    const error = ELO_PER_LOGIT * Z95 * Math.sqrt(Math.max(0, variance));
    return { elo, low: elo - error, high: elo + error };
  });
}

const average = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
