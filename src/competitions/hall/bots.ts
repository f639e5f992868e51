import type { Sitter } from '../../core/arena.ts';
import { type Competition, type Refused, refuse } from '../competition.ts';
import { type Entering, mostEntrants } from '../entry.ts';
import type { State } from '../state.ts';

/** The house's own players, as far as competitions call for them. */
export interface BotPlayers {
  /** The bots of a game, weakest first. */
  names(game: string): string[];
  /** One that can sit at a table; undefined: there is none of that name. */
  sitter(game: string, name: string): Sitter | undefined;
}

export interface WantedBots {
  /** Absent: all that the game has, in turn. */
  bot?: string;
  count?: number;
}

const MOST_BOTS = 256;

/** The bots that enter a competition next; in each they have numbers of their own, so that many of a kind may enter. */
export function chooseBots(
  competition: Competition,
  { status, entrants }: State,
  names: string[],
  { bot, count = 1 }: WantedBots,
): Entering[] | Refused {
  const { id, game } = competition;
  if (!Number.isInteger(count) || count < 1 || count > MOST_BOTS) {
    return refuse('invalid', `count is a number from 1 to ${MOST_BOTS}.`, 'count');
  }
  if (names.length === 0 || (bot !== undefined && !names.includes(bot))) {
    return refuse('unknown-bot', `The bots of ${game}: ${names.join(', ') || 'none'}.`, 'bot');
  }
  const most = mostEntrants(competition);
  const free = most - entrants.length;
  if (status === 'open' && free > 0 && free < count) {
    return refuse('full', `Of ${most} places ${free} ${free === 1 ? 'is' : 'are'} left.`, 'count');
  }
  const taken = new Set(entrants.map(({ agent }) => numberOf(agent)));
  const numbers = Array.from({ length: count + taken.size }, (_, i) => i + 1).filter((number) => !taken.has(number));
  return numbers.slice(0, count).map((number) => {
    const kind = bot ?? names[(number - 1) % names.length]!;
    const agent = `bot:${game}:${kind}:${id}-${number}`;
    // Each is its own, where owners may enter only so many.
    return { agent, name: `House bot ${number} (${kind})`, owner: agent };
  });
}

/** The name of the bot that an entrant is; undefined: it is none. */
export const botOf = (agent: string): string | undefined => /^bot:[^:]+:([^:]+):/.exec(agent)?.[1];

const numberOf = (agent: string): number | undefined => (botOf(agent) ? Number(/\d+$/.exec(agent)?.[0]) : undefined);
