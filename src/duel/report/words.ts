import type { Example, PlayerTally, Score } from '../tally.ts';
import { timesOf } from './figures.ts';

/** How numbers look in every report. */
export const signed = (elo: number): string =>
  Number.isNaN(elo)
    ? '?'
    : Number.isFinite(elo)
      ? `${elo < 0 ? '−' : '+'}${Math.abs(elo).toFixed(1)}`
      : elo < 0
        ? '−∞'
        : '+∞';

export const percent = (share: number): string => (Number.isNaN(share) ? '?' : `${(100 * share).toFixed(1)} %`);

export const milliseconds = (ms: number): string =>
  Number.isNaN(ms)
    ? '–'
    : ms >= 100
      ? `${ms.toFixed(0)} ms`
      : ms >= 1
        ? `${ms.toFixed(1)} ms`
        : `${(1000 * ms).toFixed(0)} µs`;

export const scoreWords = ({ wins, draws, losses }: Score): string => `+${wins} =${draws} −${losses}`;

/** Columns as wide as their widest cell, the first to the left, the others to the right. */
export function table(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
      .trimEnd(),
  );
}

export function timeWords(name: string, player: PlayerTally): string {
  const { p50, p99 } = timesOf(player);
  return `${name}: p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`;
}

/** Forfeits of a player and the first example of each kind, or nothing. */
export function forfeitLines(name: string, { forfeits, examples, missed }: PlayerTally): string[] {
  const kinds = (['illegal', 'late', 'crash'] as const).filter((fault) => forfeits[fault] > 0);
  const counts = kinds.map((fault) => `${forfeits[fault]} ${fault}`);
  if (missed) counts.push(`${missed} deadlines for which the clock played`);
  if (counts.length === 0) return [];
  return [`  ${name}: ${counts.join(', ')}`, ...kinds.flatMap((fault) => exampleLines(fault, examples[fault]!))];
}

const exampleLines = (fault: string, { game, words, lastWords }: Example): string[] => [
  `    ${fault}, first in game ${game}: ${words}`,
  ...lastWords.map((line) => `      | ${line}`),
];
