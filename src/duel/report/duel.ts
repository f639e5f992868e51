import type { Hypotheses } from '../statistics/sprt.ts';
import { gamesOf, pointsOf, type Score, type Tally } from '../tally.ts';
import type { DuelFigures } from './figures.ts';
import { forfeitLines, percent, signed, table, timeWords } from './words.ts';

export interface DuelReport {
  title: string;
  names: [string, string];
  seed: string;
  tally: Tally;
  figures: DuelFigures;
  hypotheses: Hypotheses | undefined;
  /** Why it ended before its last game. */
  ended: string | undefined;
}

/** The table at the end of a duel. */
export function duelReport({ title, names, seed, tally, figures, hypotheses, ended }: DuelReport): string {
  const [a, b] = names;
  const { elo, eloLow, eloHigh, los, games } = figures;
  const [first] = tally.players;
  const lines = [
    `${a} against ${b}: ${title}, ${games} games in pairs, seed ${seed}${ended ? ` (${ended})` : ''}`,
    '',
    ...table([
      ['', 'wins', 'draws', 'losses', 'score'],
      scoreRow('all games', first!.score),
      ...(first!.seats.length === 2
        ? [scoreRow('in the first seat', first!.seats[0]!), scoreRow('in the second seat', first!.seats[1]!)]
        : []),
    ]),
    '',
    `Elo          ${signed(elo)} (95 %: ${signed(eloLow)} to ${signed(eloHigh)}), superior with ${percent(los)}`,
    `pairs        ${tally.pentanomial.join(' ')} (with 0, ½, 1, 1½, 2 points)`,
  ];
  if (figures.sprt && hypotheses) lines.push(`SPRT         ${sprtWords(figures, hypotheses)}`);
  lines.push(...commonLines(tally, names));
  return lines.join('\n');
}

function sprtWords({ sprt }: DuelFigures, { elo0, elo1 }: Hypotheses): string {
  const { llr, lower, upper, verdict } = sprt!;
  const answer =
    verdict === 'H1'
      ? `H1 accepted: ${elo1} Elo or more`
      : verdict === 'H0'
        ? `H0 accepted: ${elo0} Elo or less`
        : 'undecided';
  return `LLR ${llr.toFixed(2)} of ${lower.toFixed(2)} to ${upper.toFixed(2)} for ${elo0} or ${elo1} Elo: ${answer}`;
}

const scoreRow = (label: string, score: Score): string[] => [
  label,
  String(score.wins),
  String(score.draws),
  String(score.losses),
  percent(pointsOf(score) / gamesOf(score)),
];

/** What every report ends with: times, lengths, forfeits. */
export function commonLines(tally: Tally, names: readonly string[]): string[] {
  const { games, lengths, different, voids } = tally;
  const forfeits = tally.players.flatMap((player, i) => forfeitLines(names[i]!, player));
  return [
    `per move     ${tally.players.map((player, i) => timeWords(names[i]!, player)).join('; ')}`,
    ...(games
      ? [
          `length       ${lengths.least} to ${lengths.most} moves, ${(lengths.sum / games).toFixed(1)} on average; ${different} different games`,
        ]
      : []),
    ...(voids ? [`void         ${voids} games without a result`] : []),
    ...(forfeits.length ? ['forfeits', ...forfeits] : ['forfeits     none']),
  ];
}
