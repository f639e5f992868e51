import { type Likelihood, maximise } from './newton.ts';
import { PRIOR_PRECISION, type Rating, ratingsOf } from './rating-list.ts';

/** Games of one player against another, from the first one's side. */
export interface Meeting {
  first: number;
  second: number;
  wins: number;
  draws: number;
  losses: number;
}

const DRAW_PRIOR_PRECISION = 0.01;

/** Strengths that make the results likeliest, where a draw is as likely as Davidson has it: ν·√(ab) beside a and b. */
export function bradleyTerry(players: number, meetings: Meeting[]): Rating[] {
  const likelihood = (at: number[]): Likelihood => likelihoodOf(at, players, meetings);
  return ratingsOf(maximise(likelihood, Array(players + 1).fill(0)), players);
}

/** `at` holds the strengths and, last, the logarithm of ν. */
function likelihoodOf(at: number[], players: number, meetings: Meeting[]): Likelihood {
  const nu = players;
  const draws = meetings.some((meeting) => meeting.draws > 0) ? Math.exp(at[nu]!) : 0;
  let value = 0;
  const gradient: number[] = [];
  const information = at.map(() => Array<number>(players + 1).fill(0));
  for (let i = 0; i <= nu; i++) {
    const precision = i === nu ? DRAW_PRIOR_PRECISION : PRIOR_PRECISION;
    value -= (precision * at[i]! ** 2) / 2;
    gradient[i] = -precision * at[i]!;
    information[i]![i] = precision;
  }
  for (const { first, second, wins, draws: drawn, losses } of meetings) {
    const games = wins + drawn + losses;
    const a = Math.exp((at[first]! - at[second]!) / 2);
    const total = a + 1 / a + draws;
    const [win, loss, draw] = [a / total, 1 / a / total, draws / total];
    value += wins * Math.log(win) + losses * Math.log(loss) + (drawn && drawn * Math.log(draw));
    const lead = wins + drawn / 2 - games * (win + draw / 2);
    gradient[first]! += lead;
    gradient[second]! -= lead;
    gradient[nu]! += drawn - games * draw;
    const points = win + draw / 2;
    const spread = games * (win + draw / 4 - points ** 2);
    const withDraws = games * (draw / 2 - points * draw);
    information[first]![first]! += spread;
    information[second]![second]! += spread;
    information[first]![second]! -= spread;
    information[second]![first]! -= spread;
    for (const [player, sign] of [
      [first, 1],
      [second, -1],
    ] as const) {
      information[player]![nu]! += sign * withDraws;
      information[nu]![player]! += sign * withDraws;
    }
    information[nu]![nu]! += games * draw * (1 - draw);
  }
  return { value, gradient, information };
}
