import type { Over } from '../core/game.ts';
import type { GameResult, RoundResult } from './lane.ts';
import type { Failure } from './play-match.ts';
import type { Fault } from './players/player.ts';
import type { Meeting } from './statistics/bradley-terry.ts';
import { Durations } from './statistics/durations.ts';
import type { Pentanomial } from './statistics/pentanomial.ts';
import type { Ranking } from './statistics/plackett-luce.ts';

export interface Score {
  wins: number;
  draws: number;
  losses: number;
}

export interface Example extends Failure {
  /** Counted from 1. */
  game: number;
}

/** What is known of one player. */
export interface PlayerTally {
  score: Score;
  /** By seat. */
  seats: Score[];
  forfeits: { [fault in Fault]: number };
  /** The first of each kind. */
  examples: { [fault in Fault]?: Example };
  /** Deadlines for which the clock played. */
  missed: number;
  times: Durations;
}

const noScore = (): Score => ({ wins: 0, draws: 0, losses: 0 });

export const pointsOf = ({ wins, draws }: Score): number => wins + draws / 2;
export const gamesOf = ({ wins, draws, losses }: Score): number => wins + draws + losses;

/** The share of `mine` against `theirs`, over all pairs of their ranks. */
function shareOf(ranks: number[], mine: number[], theirs: number[]): number {
  let points = 0;
  for (const i of mine) for (const j of theirs) points += ranks[i]! < ranks[j]! ? 1 : ranks[i] === ranks[j] ? 0.5 : 0;
  return points / (mine.length * theirs.length);
}

function count(score: Score, share: number): void {
  if (share > 0.5) score.wins++;
  else if (share < 0.5) score.losses++;
  else score.draws++;
}

/** Counts results as they come. */
export class Tally {
  readonly players: PlayerTally[];
  /** The first player's points in each pair of games; only where two play. */
  readonly pentanomial: Pentanomial = [0, 0, 0, 0, 0];
  /** [first][second]: games of one against the other, from the first one's side. */
  readonly crosstable: Score[][];
  /** Games of more than two seats. */
  readonly rankings: Ranking[] = [];
  readonly lengths = { least: Infinity, most: 0, sum: 0 };
  readonly #different = new Set<number>();
  games = 0;
  /** Ended without a result. */
  voids = 0;

  constructor(players: number, seats: number) {
    this.players = Array.from({ length: players }, () => ({
      score: noScore(),
      seats: Array.from({ length: seats }, noScore),
      forfeits: { illegal: 0, late: 0, crash: 0 },
      examples: {},
      missed: 0,
      times: new Durations(),
    }));
    this.crosstable = Array.from({ length: players }, () => Array.from({ length: players }, noScore));
  }

  get different(): number {
    return this.#different.size;
  }

  add({ games }: RoundResult): void {
    const shares = games.map((game) => this.#addGame(game));
    const [first, second] = shares;
    if (this.players.length === 2 && first !== undefined && second !== undefined) {
      // Half points of the pair, the results of several seats counting as one.
      this.pentanomial[asHalves(first) + asHalves(second)]!++;
    }
  }

  meetings(): Meeting[] {
    return this.crosstable.flatMap((row, first) =>
      row.flatMap((score, second) => (first < second && gamesOf(score) ? [{ first, second, ...score }] : [])),
    );
  }

  /** @returns the first player's share; undefined where it has none */
  #addGame(game: GameResult): number | undefined {
    const { seating, outcome, failures, times, missed, steps, fingerprint } = game;
    this.games++;
    this.#different.add(fingerprint);
    this.lengths.least = Math.min(this.lengths.least, steps);
    this.lengths.most = Math.max(this.lengths.most, steps);
    this.lengths.sum += steps;
    for (const failure of failures) this.#addFailure(this.players[seating[failure.seat]!]!, failure);
    for (const [seat, player] of seating.entries()) {
      const { times: all } = this.players[player]!;
      for (const ms of times[seat]!) all.add(ms);
      this.players[player]!.missed += missed[seat]!;
    }
    if (outcome.kind === 'void') {
      this.voids++;
      return undefined;
    }
    return this.#addResult(seating, outcome);
  }

  #addResult(seating: number[], { ranks }: Over): number | undefined {
    if (seating.length > 2) this.rankings.push({ players: seating, ranks });
    const seatsOf = Map.groupBy(seating.keys(), (seat) => seating[seat]!);
    let firstShare: number | undefined;
    for (const [player, mine] of seatsOf) {
      const others = [...seating.keys()].filter((seat) => seating[seat] !== player);
      const share = shareOf(ranks, mine, others);
      count(this.players[player]!.score, share);
      for (const seat of mine) count(this.players[player]!.seats[seat]!, shareOf(ranks, [seat], others));
      for (const [opponent, theirs] of seatsOf) {
        if (opponent !== player) count(this.crosstable[player]![opponent]!, shareOf(ranks, mine, theirs));
      }
      if (player === 0) firstShare = share;
    }
    return firstShare;
  }

  #addFailure(player: PlayerTally, failure: Failure): void {
    player.forfeits[failure.fault]++;
    player.examples[failure.fault] ??= { ...failure, game: this.games };
  }
}

const asHalves = (share: number): number => (share > 0.5 ? 2 : share < 0.5 ? 0 : 1);
