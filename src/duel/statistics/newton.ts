/** A concave log-likelihood at a point. `information` is minus the matrix of second derivatives. */
export interface Likelihood {
  value: number;
  gradient: number[];
  information: number[][];
}

export interface Maximum {
  at: number[];
  /** The inverse of the information. */
  covariance: number[][];
}

/** Newton's steps, halved where they overshoot. */
export function maximise(likelihood: (at: number[]) => Likelihood, start: number[]): Maximum {
  let at = start;
  let here = likelihood(at);
  for (let step = 0; step < 200; step++) {
    const covariance = inverse(here.information);
    const move = covariance.map((row) => dot(row, here.gradient));
    if (dot(move, here.gradient) < 1e-12) break;
    let length = 1;
    let next = at.map((value, i) => value + move[i]!);
    let there = likelihood(next);
    while (!(there.value >= here.value) && length > 1e-9) {
      length /= 2;
      next = at.map((value, i) => value + length * move[i]!);
      there = likelihood(next);
    }
    at = next;
    here = there;
  }
  return { at, covariance: inverse(here.information) };
}

const dot = (a: number[], b: number[]): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** By elimination; the matrix is positive definite. */
function inverse(matrix: number[][]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...Array.from({ length: size }, (_, j) => (i === j ? 1 : 0))]);
  for (let column = 0; column < size; column++) {
    const pivot = rows[column]!;
    const scale = pivot[column]!;
    for (let k = 0; k < 2 * size; k++) pivot[k]! /= scale;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[column]!;
      if (factor !== 0) for (let k = 0; k < 2 * size; k++) row[k]! -= factor * pivot[k]!;
    }
  }
  return rows.map((row) => row.slice(size));
}
