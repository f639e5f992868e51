/** Elo points per unit of the natural logarithm of the odds. */
export const ELO_PER_LOGIT = 400 / Math.LN10;

/** The difference of two players of whom one makes this share of the points. All or none: infinitely far apart. */
export const eloOfScore = (score: number): number =>
  score <= 0 ? -Infinity : score >= 1 ? Infinity : ELO_PER_LOGIT * Math.log(score / (1 - score));

export const scoreOfElo = (elo: number): number => 1 / (1 + 10 ** (-elo / 400));
