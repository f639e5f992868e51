import type { MatchRecord } from '../record.ts';
import type { Effect, FigureKey } from '../storage.ts';
import { countOf, isRated, isRatedEnd } from './elo.ts';
import type { Settle } from './settle.ts';

/** A strength and how sure it is, on the scale of Glicko-2. */
export interface Sure {
  rating: number;
  deviation: number;
  volatility: number;
}

export const NEWCOMER: Sure = { rating: 1500, deviation: 350, volatility: 0.06 };
/** Above this deviation a rating is provisional. */
export const PROVISIONAL = 110;

/** How much volatility may change. */
const TAU = 0.5;
const SCALE = 400 / Math.LN10;
const CENTRE = 1500;
const CONVERGED = 1e-6;
/** Of a normal distribution 95 % lie within so many deviations. */
const Z95 = 1.96;

export type SureFigure = 'rating' | 'deviation' | 'volatility' | 'low';
export const SURE_FIGURES = ['rating', 'deviation', 'volatility', 'low'] as const;

/** The book of a figure; `low` is what the rating surely is, and what ladders are sorted by. */
export const sureBook = (figure: SureFigure, game: string): string => `sure-${figure}:${game}`;

export const lowOf = ({ rating, deviation }: Pick<Sure, 'rating' | 'deviation'>): number => rating - Z95 * deviation;
export const highOf = ({ rating, deviation }: Pick<Sure, 'rating' | 'deviation'>): number => rating + Z95 * deviation;

const weight = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi * phi) / Math.PI ** 2);

/** The share of points that the first is expected to make against the second. */
export function expectedScore(first: Pick<Sure, 'rating'>, second: Pick<Sure, 'rating' | 'deviation'>): number {
  return 1 / (1 + Math.exp((-weight(second.deviation / SCALE) * (first.rating - second.rating)) / SCALE));
}

export interface Met {
  opponent: Pick<Sure, 'rating' | 'deviation'>;
  /** 1, ½ or 0. */
  score: number;
}

/** A rating after a period's games (Glickman, Example of the Glicko-2 system). */
export function glicko2(before: Sure, games: Met[]): Sure {
  const phi = before.deviation / SCALE;
  if (games.length === 0) {
    return { ...before, deviation: SCALE * Math.sqrt(phi ** 2 + before.volatility ** 2) };
  }
  let information = 0;
  let gain = 0;
  for (const { opponent, score } of games) {
    const g = weight(opponent.deviation / SCALE);
    const expected = expectedScore(before, opponent);
    information += g * g * expected * (1 - expected);
    gain += g * (score - expected);
  }
  const variance = 1 / information;
  const volatility = newVolatility(phi, before.volatility, variance, variance * gain);
  const deviation = 1 / Math.sqrt(1 / (phi ** 2 + volatility ** 2) + information);
  const rating = (before.rating - CENTRE) / SCALE + deviation ** 2 * gain;
  return {
    rating: CENTRE + SCALE * rating,
    deviation: Math.min(NEWCOMER.deviation, SCALE * deviation),
    volatility,
  };
}

/** By the Illinois method, as the paper has it. */
function newVolatility(phi: number, sigma: number, variance: number, improvement: number): number {
  const start = Math.log(sigma ** 2);
  const f = (x: number): number => {
    const rest = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (improvement ** 2 - rest)) / (2 * rest ** 2) - (x - start) / TAU ** 2;
  };
  const surplus = improvement ** 2 - phi ** 2 - variance;
  let a = start;
  let b = surplus > 0 ? Math.log(surplus) : start - TAU;
  if (surplus <= 0) while (f(b) < 0) b -= TAU;
  let [atA, atB] = [f(a), f(b)];
  while (Math.abs(b - a) > CONVERGED) {
    const c = a + ((a - b) * atA) / (atB - atA);
    const atC = f(c);
    if (atC * atB <= 0) [a, atA] = [b, atB];
    else atA /= 2;
    [b, atB] = [c, atC];
  }
  return Math.exp(a / 2);
}

/** Each match is a period of its own; with more than two seats every pair of ranks is a game. */
export function sureAfter(before: Sure[], ranks: number[], weight = 1): Sure[] {
  return before.map((one, seat) => {
    const games = before.flatMap((opponent, other) =>
      other === seat ? [] : [{ opponent, score: scoreOf(ranks[seat]!, ranks[other]!) }],
    );
    return between(one, glicko2(one, games), weight);
  });
}

/** So much of the way. */
function between(from: Sure, to: Sure, part: number): Sure {
  if (part === 1) return to;
  const on = (figure: keyof Sure) => from[figure] + part * (to[figure] - from[figure]);
  return { rating: on('rating'), deviation: on('deviation'), volatility: on('volatility') };
}

const scoreOf = (mine: number, theirs: number): number => (mine < theirs ? 1 : mine > theirs ? 0 : 0.5);

/** As far as it is known; who has no figures is a newcomer. */
export const sureOf = (agent: string, game: string, read: (key: FigureKey) => number | undefined): Sure => ({
  rating: read({ agent, book: sureBook('rating', game) }) ?? NEWCOMER.rating,
  deviation: read({ agent, book: sureBook('deviation', game) }) ?? NEWCOMER.deviation,
  volatility: read({ agent, book: sureBook('volatility', game) }) ?? NEWCOMER.volatility,
});

export const sureKeys = (agent: string, game: string): FigureKey[] =>
  SURE_FIGURES.map((figure) => ({ agent, book: sureBook(figure, game) }));

/** What leads from one to the other. */
export function sureEffects(agent: string, game: string, before: Sure, after: Sure, reason: string): Effect[] {
  const [from, to] = [before, after].map((sure) => ({ ...sure, low: lowOf(sure) })) as [Figures, Figures];
  const first: Figures = { ...NEWCOMER, low: lowOf(NEWCOMER) };
  return SURE_FIGURES.map((figure) => ({
    agent,
    book: sureBook(figure, game),
    change: to[figure] - from[figure],
    from: first[figure],
    reason,
  }));
}

type Figures = { [figure in SureFigure]: number };

/** Agents against bots of the house whose strength is known and who agreed that it counts. */
export const isPractice = ({ terms, seats }: Pick<MatchRecord, 'terms' | 'seats'>): boolean =>
  terms.practice !== undefined && seats.every(({ kind }) => kind === 'agent' || kind === 'bot');

/** Whether its end moves sure ratings. */
export const isSureEnd = (record: MatchRecord): boolean => isRatedEnd(record) || isPractice(record);

/** What was known of each seat before; bots are as strong as was agreed. */
export const sureSeats = ({ seats, terms: { practice } }: MatchRecord, of: (agent: string) => Sure): Sure[] =>
  seats.map(({ agent, kind }) => (kind === 'bot' ? { ...NEWCOMER, ...practice } : of(agent)));

/** Beside the Elo of the wire, from the same results, and from practice that was to count. Bots stay as they are. */
export const settleSure: Settle = {
  figures: (record) =>
    isRated(record) || isPractice(record) ? sureAgents(record).flatMap((agent) => sureKeys(agent, record.game)) : [],
  effects(record, outcome, read): Effect[] {
    if (!isSureEnd(record) || outcome.kind === 'void') return [];
    const { game, terms } = record;
    const before = sureSeats(record, (agent) => sureOf(agent, game, read));
    const after = sureAfter(before, outcome.ranks, terms.weight);
    return record.seats.flatMap(({ agent, kind }, seat) =>
      kind === 'agent' ? sureEffects(agent, game, before[seat]!, after[seat]!, countOf(outcome, seat)) : [],
    );
  },
};

export const sureAgents = ({ seats }: Pick<MatchRecord, 'seats'>): string[] =>
  seats.flatMap(({ agent, kind }) => (kind === 'agent' ? [agent] : []));
