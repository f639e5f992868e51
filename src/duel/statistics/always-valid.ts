import { countPairs, meanAndVariance, type Pentanomial } from './pentanomial.ts';

/** Tunes the bound to be tightest after some fifty pairs. */
const TIGHTEST = 1.5;

/**
 * Is one player better, at 95 %, although one looked after every single pair? An ordinary interval would be left by chance
 * sooner or later. This is the mixture bound of Robbins for sums of numbers between 0 and 1, which holds at all times at once.
 */
export function isDecided(counts: Pentanomial): boolean {
  const pairs = countPairs(counts);
  if (pairs === 0) return false;
  const spread = pairs / 4 + TIGHTEST;
  const bound = Math.sqrt(spread * Math.log(spread / (TIGHTEST * 0.05 ** 2)));
  return pairs * Math.abs(meanAndVariance(counts).mean - 0.5) > bound;
}
