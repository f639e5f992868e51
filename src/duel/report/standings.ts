import { bradleyTerry } from '../statistics/bradley-terry.ts';
import { plackettLuce } from '../statistics/plackett-luce.ts';
import type { Rating } from '../statistics/rating-list.ts';
import { gamesOf, pointsOf, type Score, type Tally } from '../tally.ts';
import { commonLines } from './duel.ts';
import { type Times, timesOf } from './figures.ts';
import { percent, scoreWords, signed, table } from './words.ts';

export interface Standing extends Rating {
  /** Its number among the players, from 0. */
  player: number;
  name: string;
  score: Score;
}

/** Games of two seats by Bradley and Terry, of more by Plackett and Luce; the best first. */
export function standingsOf(tally: Tally, names: string[], seats: number): Standing[] {
  const ratings =
    seats === 2 ? bradleyTerry(names.length, tally.meetings()) : plackettLuce(names.length, tally.rankings);
  return ratings
    .map((rating, player) => ({ ...rating, player, name: names[player]!, score: tally.players[player]!.score }))
    .sort((a, b) => b.elo - a.elo || a.player - b.player);
}

export interface StandingsFigures {
  game: string;
  games: number;
  players: {
    name: string;
    elo: number;
    eloLow: number;
    eloHigh: number;
    score: Score;
    forfeits: object;
    msPerMove: Times;
  }[];
  /** [i][j]: player i against player j, in the order of `players`; null against itself. */
  crosstable: (Score | null)[][];
}

export function standingsFigures(game: string, tally: Tally, standings: Standing[]): StandingsFigures {
  return {
    game,
    games: tally.games,
    players: standings.map(({ player, name, elo, low, high, score }) => ({
      name,
      elo,
      eloLow: low,
      eloHigh: high,
      score,
      forfeits: tally.players[player]!.forfeits,
      msPerMove: timesOf(tally.players[player]!),
    })),
    crosstable: standings.map(({ player }) =>
      standings.map(({ player: other }) => (player === other ? null : tally.crosstable[player]![other]!)),
    ),
  };
}

export interface StandingsReport {
  title: string;
  names: string[];
  seed: string;
  tally: Tally;
  standings: Standing[];
  ended: string | undefined;
}

/** A rating list and who did how well against whom. */
export function standingsReport({ title, names, seed, tally, standings, ended }: StandingsReport): string {
  return [
    `${title}, ${tally.games} games, seed ${seed}${ended ? ` (${ended})` : ''}`,
    '',
    ...table([
      ['', 'Elo', '95 %', 'games', 'score', 'won, drawn, lost'],
      ...standings.map(({ name, elo, low, high, score }, i) => [
        `${i + 1}. ${name}`,
        signed(elo),
        `±${((high - low) / 2).toFixed(1)}`,
        String(gamesOf(score)),
        percent(pointsOf(score) / gamesOf(score)),
        scoreWords(score),
      ]),
    ]),
    '',
    ...table([
      ['points of', ...standings.map((_, i) => `${i + 1}.`)],
      ...standings.map(({ player, name }, i) => [
        `${i + 1}. ${name}`,
        ...standings.map(({ player: other }) =>
          crossCell(player === other ? undefined : tally.crosstable[player]![other]!),
        ),
      ]),
    ]),
    '',
    ...commonLines(tally, names),
  ].join('\n');
}

const crossCell = (score: Score | undefined): string =>
  score && gamesOf(score) ? `${pointsOf(score)}/${gamesOf(score)}` : '·';
