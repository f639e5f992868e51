import { type Likelihood, maximise } from './newton.ts';
import { PRIOR_PRECISION, type Rating, ratingsOf } from './rating-list.ts';

/** One game of several seats: who sat there, and which rank they came to. A player may hold several seats. */
export interface Ranking {
  players: number[];
  ranks: number[];
}

/**
 * Strengths that make the rankings likeliest where the best is drawn first, each in proportion to its strength, then the
 * best of the rest, and so on. Ties count as Efron has them: the tied leave the rest by and by, in equal parts.
 */
export function plackettLuce(players: number, rankings: Ranking[]): Rating[] {
  const likelihood = (at: number[]): Likelihood => likelihoodOf(at, players, rankings);
  return ratingsOf(maximise(likelihood, Array(players).fill(0)), players);
}

function likelihoodOf(at: number[], players: number, rankings: Ranking[]): Likelihood {
  let value = 0;
  const gradient = at.map((strength) => -PRIOR_PRECISION * strength);
  const information = at.map((_, i) => at.map((__, j) => (i === j ? PRIOR_PRECISION : 0)));
  for (const strength of at) value -= (PRIOR_PRECISION * strength ** 2) / 2;
  const strengths = at.map(Math.exp);
  for (const { players: seated, ranks } of rankings) {
    for (const rank of new Set(ranks)) {
      const chosen = seated.filter((_, seat) => ranks[seat] === rank);
      const rest = seated.filter((_, seat) => ranks[seat]! >= rank);
      if (rest.length === 1) continue;
      for (const player of chosen) {
        value += at[player]!;
        gradient[player]! += 1;
      }
      for (let gone = 0; gone < chosen.length; gone++) {
        const shares = Array<number>(players).fill(0);
        for (const player of rest) shares[player]! += strengths[player]!;
        for (const player of chosen) shares[player]! -= (gone / chosen.length) * strengths[player]!;
        const total = shares.reduce((sum, share) => sum + share, 0);
        value -= Math.log(total);
        for (let i = 0; i < players; i++) {
          if (shares[i] === 0) continue;
          const part = shares[i]! / total;
          gradient[i]! -= part;
          information[i]![i]! += part;
          for (let j = 0; j < players; j++) information[i]![j]! -= (part * shares[j]!) / total;
        }
      }
    }
  }
  return { value, gradient, information };
}
