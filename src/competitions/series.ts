import type { Outcome } from './competition.ts';
import { type Format, needsWinner } from './format.ts';
import { isLostByAll, pointsOf } from './points.ts';

/** A game of a pairing that was played to its end. */
export interface Game {
  match: string;
  /** Who played, in order of seats. */
  agents: string[];
  ranks: number[];
  reason: string;
}

/** What of a pairing decides it. */
export interface Series {
  agents: string[];
  games: Game[];
  /** Who did not come or withdrew, and why. */
  absent: { agent: string; why: 'no-show' | 'withdrew' }[];
  /** Matches that ended void. */
  voids: number;
}

/** So many void matches, and a pairing is decided by what was played. */
export const MOST_VOIDS = 3;

const gamesOf = (format: Format): number => format.bestOf ?? 1;
const present = ({ agents, absent }: Series): string[] =>
  agents.filter((agent) => absent.every((one) => one.agent !== agent));

/** Who sits where in the next game: each time one seat on. */
export function nextSeats(series: Series): string[] {
  const here = present(series);
  const turn = series.games.length % here.length;
  return [...here.slice(turn), ...here.slice(0, turn)];
}

/**
 * How a pairing ended, or null while it goes on. A tie where somebody has to win goes to extra pairs of games, then to the
 * better seed.
 * @param least how many a game needs
 */
export function decide(format: Format, series: Series, seedOf: (agent: string) => number, least = 2): Outcome | null {
  const { agents, games, absent } = series;
  if (agents.length === 1) return { ranks: [1], reason: 'bye' };
  const scores = scoresOf(series);
  if (present(series).length < least) return rank(format, series, seedOf, scores, absent[0]?.why ?? 'no-show');
  if (series.voids < MOST_VOIDS && !isDecided(format, series, scores)) return null;
  const reason = games.length === 0 ? 'void' : gamesOf(format) === 1 && games.length === 1 ? games[0]!.reason : 'score';
  return rank(format, series, seedOf, scores, reason);
}

function scoresOf({ agents, games }: Series): number[] {
  return agents.map((agent) =>
    games.reduce((sum, game) => {
      const seat = game.agents.indexOf(agent);
      return seat < 0 ? sum : sum + pointsOf(game.agents, game, seat);
    }, 0),
  );
}

function isDecided(format: Format, series: Series, scores: number[]): boolean {
  const games = gamesOf(format);
  const played = series.games.length;
  if (format.type === 'heats' || series.agents.length > 2) return played >= games;
  const lead = Math.abs(scores[0]! - scores[1]!);
  if (played < games) return lead > games - played;
  const extra = played - games;
  if (extra % 2 === 1) return false;
  return lead > 0 || !needsWinner(format) || extra / 2 >= extraPairsOf(format);
}

const extraPairsOf = (format: Format): number => ('extraPairs' in format ? (format.extraPairs ?? 1) : 1);

function rank(
  format: Format,
  series: Series,
  seedOf: (agent: string) => number,
  scores: number[],
  reason: string,
): Outcome {
  const { agents, games, absent } = series;
  const forfeit = absent.map(({ agent }) => agent);
  const standing = agents.map((agent, i) => (forfeit.includes(agent) ? -1 : scores[i]!));
  const level = new Set(standing).size < standing.length;
  const bySeed = needsWinner(format) && level;
  const ranks = standing.map(
    (own, i) =>
      1 +
      standing.filter((other, j) => other > own || (bySeed && other === own && seedOf(agents[j]!) < seedOf(agents[i]!)))
        .length,
  );
  // Where nobody came, or all lost every game, nobody is first.
  const lost = games.length > 0 && games.every((game) => isLostByAll(game.ranks));
  const nobody = (forfeit.length === agents.length || (lost && forfeit.length === 0)) && !bySeed;
  return {
    ranks: nobody ? ranks.map(() => agents.length) : ranks,
    reason: bySeed && forfeit.length === 0 ? 'seed' : reason,
    ...(games.length > 1 && { scores }),
    ...(forfeit.length > 0 && { forfeit }),
  };
}
