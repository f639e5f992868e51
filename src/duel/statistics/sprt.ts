import { scoreOfElo } from './elo.ts';
import { type Pentanomial, SHARES } from './pentanomial.ts';

/** H0: the first player is elo0 stronger. H1: elo1. */
export interface Hypotheses {
  elo0: number;
  elo1: number;
  /** The chance to accept H1 where H0 holds. */
  alpha: number;
  /** The chance to accept H0 where H1 holds. */
  beta: number;
}

export interface SprtState {
  /** Logarithm of the likelihood ratio of H1 to H0. */
  llr: number;
  lower: number;
  upper: number;
  verdict: 'H0' | 'H1' | null;
}

/** A result that never came up counts as a thousandth of a pair, so that no hypothesis becomes impossible. */
const NEVER = 1e-3;

/** Wald's sequential test in its generalized form: each hypothesis is as likely as the likeliest distribution with its mean. */
export function sprt(counts: Pentanomial, { elo0, elo1, alpha, beta }: Hypotheses): SprtState {
  const lower = Math.log(beta / (1 - alpha));
  const upper = Math.log((1 - beta) / alpha);
  const llr = logLikelihoodRatio(counts, scoreOfElo(elo0), scoreOfElo(elo1));
  return { llr, lower, upper, verdict: llr >= upper ? 'H1' : llr <= lower ? 'H0' : null };
}

function logLikelihoodRatio(counts: Pentanomial, score0: number, score1: number): number {
  if (counts.every((count) => count === 0)) return 0;
  const weights = counts.map((count) => count || NEVER);
  const tilt0 = tiltTowards(weights, score0);
  const tilt1 = tiltTowards(weights, score1);
  return weights.reduce(
    (sum, weight, i) =>
      sum + weight * (Math.log1p(tilt0 * (SHARES[i]! - score0)) - Math.log1p(tilt1 * (SHARES[i]! - score1))),
    0,
  );
}

/**
 * The likeliest distribution with a given mean is the observed one with each share's weight divided by 1 + t·(share − mean).
 * This is that t: the mean's error falls as t grows, so Newton's steps are kept between what is too low and too high.
 */
function tiltTowards(weights: number[], mean: number): number {
  let low = -1 / (1 - mean);
  let high = 1 / mean;
  let tilt = 0;
  for (let step = 0; step < 100; step++) {
    let error = 0;
    let slope = 0;
    for (let i = 0; i < 5; i++) {
      const part = (SHARES[i]! - mean) / (1 + tilt * (SHARES[i]! - mean));
      error += weights[i]! * part;
      slope += weights[i]! * part * part;
    }
    if (error > 0) low = tilt;
    else high = tilt;
    const newton = tilt + error / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - tilt) < 1e-13) break;
    tilt = next;
  }
  return tilt;
}
