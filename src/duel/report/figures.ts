import type { Fault } from '../players/player.ts';
import { type Estimate, estimate } from '../statistics/pentanomial.ts';
import { type Hypotheses, type SprtState, sprt } from '../statistics/sprt.ts';
import type { PlayerTally, Score, Tally } from '../tally.ts';

export interface Times {
  p50: number;
  p99: number;
}

/** The result of a duel as `--json` prints it, from the first player's side. What is unbounded or unknown is no number there, but null. */
export interface DuelFigures {
  game: string;
  games: number;
  score: Score;
  elo: number;
  eloLow: number;
  eloHigh: number;
  los: number;
  pentanomial: number[];
  sprt: SprtState | null;
  forfeits: { a: { [fault in Fault]: number }; b: { [fault in Fault]: number } };
  msPerMove: { a: Times; b: Times };
}

export function duelFigures(game: string, tally: Tally, hypotheses: Hypotheses | undefined): DuelFigures {
  const [a, b] = tally.players as [PlayerTally, PlayerTally];
  const { elo, low, high, los }: Estimate = estimate(tally.pentanomial);
  return {
    game,
    games: tally.games,
    score: a.score,
    elo,
    eloLow: low,
    eloHigh: high,
    los,
    pentanomial: tally.pentanomial,
    sprt: hypotheses ? sprt(tally.pentanomial, hypotheses) : null,
    forfeits: { a: a.forfeits, b: b.forfeits },
    msPerMove: { a: timesOf(a), b: timesOf(b) },
  };
}

export const timesOf = ({ times }: PlayerTally): Times => ({
  p50: rounded(times.percentile(0.5)),
  p99: rounded(times.percentile(0.99)),
});

/** Three digits: more are not known. */
const rounded = (ms: number): number => Number(ms.toPrecision(3));
