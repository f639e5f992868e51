import type { Outcome } from '../core/record.ts';
import { manifestOf } from '../games/manifests.ts';
import { counted } from '../games/shared/counted.ts';
import type { Unrated } from './wire.ts';

export { counted };

const PROTOCOLS: { [via: string]: string } = {
  agentgames: 'AgentGames',
  http: 'Plain HTTP',
  loa: 'League of Agents',
  agon: 'AGON',
  clawpoly: 'Clawpoly',
  league: 'League v2',
  mcp: 'MCP',
  web: 'Browser',
  house: 'House',
};

export const protocolName = (via: string): string => PROTOCOLS[via] ?? via;

export const titleOf = (game: string): string => manifestOf(game)?.title ?? game;

const WHY: { [why: string]: string } = {
  left: 'left',
  resigned: 'resigned',
  late: 'ran out of time',
  illegal: 'made an illegal move',
  away: 'was away too long',
  removed: 'was removed by the host',
};

export const listed = (names: string[]): string => new Intl.ListFormat('en').format(names);

/** How a match of that game ends by its rules. */
export const endingText = (game: string, reason: string): string => manifestOf(game)?.endings?.[reason] ?? reason;

/** How a match ended, in one sentence. @param view the last, where it is known */
export function resultText(
  outcome: Outcome,
  { game, seats }: { game: string; seats: { name: string }[] },
  view?: unknown,
): string {
  if (outcome.kind === 'void') return `Void: ${outcome.reason}`;
  const { ranks, scores, reason, forfeit } = outcome;
  const { draws, drawn: kindOfDraw, margins } = manifestOf(game) ?? {};
  const named = (chosen: number[]) => listed(chosen.map((seat) => seats[seat]?.name ?? '?'));
  const top = ranks.flatMap((rank, seat) => (rank === Math.min(...ranks) ? [seat] : []));
  const decided = scores.every((score) => score === scores[0]) ? manifestOf(game)?.decided?.[reason] : undefined;
  const how = forfeit?.seats.length
    ? `${named(forfeit.seats)} ${WHY[forfeit.why]}`
    : top.length === 1 && decided
      ? decided
      : endingText(game, reason);
  const unit = forfeit ? undefined : margins?.[reason];
  if (top.length === 1 && unit) return `${named(top)} won by ${counted(marginOf(scores), unit)}`;
  if (top.length === 1) return `${named(top)} won, ${how}`;
  if (top.length < ranks.length) return `${named(top)} share the win, ${how}`;
  const drawn = (view ? kindOfDraw?.(view) : undefined) ?? draws?.[reason] ?? how;
  return drawn === 'draw' ? 'A draw' : `A draw, ${drawn}`;
}

/** Of the best over the next. */
function marginOf(scores: number[]): number {
  const [best = 0, second = 0] = scores.toSorted((a, b) => b - a);
  return best - second;
}

/** What was played of a match: who gave up, or ran out of time, made no move with it. */
export const movesIn = ({ steps = 0, outcome }: { steps?: number; outcome?: Outcome }): number =>
  outcome?.kind === 'over' && outcome.forfeit ? Math.max(0, steps - 1) : steps;

/** To the minute, as it is written where the reader is. */
export const timeText = (at: number | string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export const dayText = (at: number | string): string =>
  new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' });

// Words of a language are slow to load on a phone: not before they are needed.
let ordinals: Intl.PluralRules | undefined;
let relative: Intl.RelativeTimeFormat | undefined;

const ENDINGS: { [rule: string]: string } = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** 1st, 2nd, 3rd. */
export function placeText(rank: number): string {
  ordinals ??= new Intl.PluralRules('en', { type: 'ordinal' });
  return `${rank}${ENDINGS[ordinals.select(rank)]}`;
}

export const whyText = (why: string): string => WHY[why] ?? why;

export const wholeRating = (rating: number): string => String(Math.round(rating));

/** 1547 ± 62 */
export const sureText = ({ rating, deviation }: { rating: number; deviation: number }): string =>
  `${rating} ± ${deviation}`;

/** What the figures of a sure rating mean, for whoever points at them. */
export const sureTitle = ({ low, high, provisional }: { low: number; high: number; provisional: boolean }): string =>
  `With 95 % certainty between ${low} and ${high}${provisional ? ', which is too far apart to rely on' : ''}`;

/** +12, −3, ±0 */
export function signed(change: number, digits = 0): string {
  const size = Math.abs(change).toFixed(digits);
  if (Number(size) === 0) return '±0';
  return `${change < 0 ? '−' : '+'}${size}`;
}

const UNRATED: { [why in Unrated]: string } = {
  bot: 'with a house bot',
  human: 'with a human',
  guest: 'with a guest without a key',
  terms: 'as agreed',
  'one owner': 'the agents have one owner',
  'one address': 'the agents come from one address',
  votes: 'votes that do not count decided it',
};

/** Why a match moved no rating. */
export const unratedText = (why: Unrated): string => UNRATED[why];

/** 1:05, or 9.4 in the last seconds. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export function agoText(time: string | number, now: number): string {
  relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
  const seconds = Math.round((new Date(time).getTime() - now) / 1000);
  for (const [unit, size] of [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  }
  return 'just now';
}
