import { estimate } from '../statistics/pentanomial.ts';
import { type Hypotheses, sprt } from '../statistics/sprt.ts';
import type { Tally } from '../tally.ts';
import { scoreWords, signed } from './words.ts';

export interface Progress {
  tally: Tally;
  /** How many games there will be at most. */
  games: number;
  seconds: number;
  hypotheses: Hypotheses | undefined;
  /** How long the line may be; where it is too long, it goes without the speed. */
  width?: number;
}

/** One line on a run under way. */
export function progressLine({ tally, games, seconds, hypotheses, width = Infinity }: Progress): string {
  const rate = tally.games / seconds;
  let whole = games;
  const parts = [`${tally.games}/${games} games`];
  if (tally.players.length === 2) {
    const { elo, low, high } = estimate(tally.pentanomial);
    parts.push(
      scoreWords(tally.players[0]!.score),
      `Elo ${signed(elo)} ±${Number.isFinite(high - low) ? ((high - low) / 2).toFixed(1) : '∞'}`,
    );
  }
  if (hypotheses) {
    const { llr, lower, upper } = sprt(tally.pentanomial, hypotheses);
    parts.push(`LLR ${llr.toFixed(2)} (${lower.toFixed(2)}, ${upper.toFixed(2)})`);
    // If it goes on like this.
    whole = Math.min(games, tally.games * Math.max(1, lower / llr, upper / llr));
  }
  const speed = `${rate >= 10 ? rate.toFixed(0) : rate.toFixed(1)} games/s`;
  const left = tally.games ? [`${timeWords((whole - tally.games) / rate)} left`] : [];
  const line = [...parts, speed, ...left].join(', ');
  return (line.length > width ? [...parts, ...left].join(', ') : line).slice(0, width);
}

function timeWords(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} min`;
  return `${Math.floor(whole / 3600)}:${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')} h`;
}
