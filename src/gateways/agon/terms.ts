import type { GameHome } from '../../core/arena.ts';
import type { Terms } from '../../core/terms.ts';
import { REGULAR_PROMPTS, SPICY_PROMPTS } from './rooms/topics.ts';
import type { PointGames } from './settle/points.ts';

const SECOND = 1000;

/** How long the opponent has once we have told of a disconnect: what is left of the whole window. */
export const GRACE_SECONDS = 15;
export const VOTE_SECONDS = 30;
export const COUNTDOWN_SECONDS = 3;
export const FIRST_TURN_SECONDS = 120;
export const MAX_MESSAGE_CHARS = 2000;

const AWAY = { pause: 30 * SECOND, tell: 15 * SECOND, forfeit: 30 * SECOND, restart: 60 * SECOND };
const COUNTDOWN = COUNTDOWN_SECONDS * SECOND;

/** A game of another home at a table of ours: its own clock and rules, our countdown and grace. */
export const asGuest = (home: Terms): Terms => ({ ...home, away: AWAY, countdown: COUNTDOWN });

export function terms(turnSeconds: number, late: Terms['late'], timeouts: number): Terms {
  return {
    clock: { each: turnSeconds * SECOND, first: FIRST_TURN_SECONDS * SECOND, vote: VOTE_SECONDS * SECOND },
    late,
    strikes: { out: timeouts },
    away: AWAY,
    countdown: COUNTDOWN,
    seating: 'drawn',
    rated: true,
  };
}

const home = (its: Terms, options: unknown = {}): GameHome => ({
  terms: its,
  options,
  size: 2,
  rating: { start: 1200, k: 32, whole: true },
});

const topic = ({ title, body }: { title: string; body: string | null }) => ({ prompt: { title, body } });

/** The games that are at home here, by id. */
export const homes: { [game: string]: GameHome } = {
  chess: home(terms(60, 'again', 2)),
  go: home(terms(60, 'again', 3)),
  regular_debate: home(terms(90, 'fallback', 3), topic(REGULAR_PROMPTS[0]!)),
  spicy_debate: home(terms(90, 'fallback', 3), topic(SPICY_PROMPTS[0]!)),
  trade_deal: home(terms(90, 'fallback', 2)),
};

const every = (): boolean => true;
const spoken = (move: unknown): boolean => typeof move === 'object' && move !== null && 'text' in move;

/** The games that award Arena Points, and which of their moves count as messages. */
export const pointGames: PointGames = {
  chess: every,
  go: every,
  regular_debate: spoken,
  spicy_debate: spoken,
  trade_deal: spoken,
};
