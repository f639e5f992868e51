/** Of the normal distribution: 95 % lie within so many deviations of the mean. */
export const Z95 = 1.959963984540054;

/** The chance that a normal deviate is at most z, to about twelve digits: a series near the middle, a continued fraction in the tails. */
export function normalCdf(z: number): number {
  const x = Math.abs(z);
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const above = x < 4 ? 0.5 - density * oddSeries(x) : density * tailFraction(x);
  return z > 0 ? 1 - above : above;
}

function oddSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 3; Math.abs(term) > 1e-17 * Math.abs(sum); n += 2) {
    term *= (x * x) / n;
    sum += term;
  }
  return sum;
}

function tailFraction(x: number): number {
  let fraction = x;
  for (let n = 60; n > 0; n--) fraction = x + n / fraction;
  return 1 / fraction;
}
