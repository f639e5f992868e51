import type { TObject } from 'typebox';
import { Check } from 'typebox/value';
import type { Anchor } from '../../core/anchors.ts';
import type { Arena, GameInfo, Opening } from '../../core/arena.ts';
import type { Terms } from '../../core/terms.ts';
import type { HouseBots } from '../gateway.ts';
import type { PlayRequest } from './json.ts';
import { type Trouble, trouble } from './trouble.ts';

/** What is stored of what a caller wants. */
export interface Wish {
  against: 'anyone' | { bot: string } | { rival: string } | { table: string };
  /** Absent: as at the game's home. */
  options?: object;
  rated?: boolean;
  /** How strong the bot is known to be, where the match is to count for the sure rating. */
  practice?: NonNullable<Terms['practice']>;
  /** The challenge that this accepts. */
  accepts?: string;
  /** A gateway's own word for seats that it plays in a way of its own. */
  as?: string;
}

const HOUSE = /^house(?::(.*))?$/is;

export interface WishParts {
  arena: Arena;
  house: HouseBots;
  byName(name: string): Promise<{ id: string; bannedAt?: number } | undefined>;
  anchors(game: string): Promise<Anchor[]>;
}

/** A request that can be fulfilled, or why not. */
export async function readWish(
  { arena, house, byName, anchors }: WishParts,
  { game: asked, options, against = 'anyone', rated, sure }: PlayRequest,
  agent: string,
): Promise<{ game: string; wish: Wish } | Trouble> {
  const game = arena.game(asked);
  if (!game) return trouble('unknown-game', `There is no game "${asked}". Games: ${idsOf(arena)}.`);
  if (options !== undefined && !Check(game.options, options)) {
    return trouble('bad-request', optionWords(game));
  }
  const wish: Wish = { against: 'anyone', ...(options && { options }), ...(rated !== undefined && { rated }) };
  const wanted = against.trim();
  const bot = HOUSE.exec(wanted);
  if (sure && !bot)
    return trouble('bad-request', '"sure" goes with "house:<bot>": other matches count by being rated.');
  if (wanted.toLowerCase() === 'anyone') return { game: game.id, wish };
  if (bot) {
    const names = house.names(game.id);
    const name = bot[1] ? names.find((one) => one.toLowerCase() === bot[1]!.toLowerCase()) : names.at(0);
    if (name === undefined) {
      return trouble('unknown-bot', names.length ? `The bots of ${game.id} are ${names.join(', ')}.` : 'No bots here.');
    }
    const chosen = { ...wish, against: { bot: name } };
    if (!sure) return { game: game.id, wish: chosen };
    if (openingOf(arena, game.id, { against: 'anyone', ...(options && { options }) })) {
      return trouble('bad-request', `The strength of the bots of ${game.id} is known for its usual options alone.`);
    }
    const anchor = (await anchors(game.id)).find((one) => one.name === name);
    if (!anchor) return trouble('unmeasured', `Nobody has measured yet how strong ${name} is at ${game.id}.`);
    const { rating, deviation } = anchor;
    return { game: game.id, wish: { ...chosen, practice: { rating, deviation } } };
  }
  const rival = await byName(wanted);
  if (!rival || rival.bannedAt !== undefined) return trouble('unknown-agent', `There is no agent "${wanted}".`);
  if (rival.id === agent) return trouble('bad-request', 'You cannot play against yourself.');
  return { game: game.id, wish: { ...wish, against: { rival: rival.id } } };
}

function optionWords({ id, options }: GameInfo): string {
  const known = Object.entries((options as TObject).properties);
  if (known.length === 0) return `${id} has no options.`;
  return `These are not options of ${id}. It has ${known.map(([name, schema]) => `${name}: ${JSON.stringify(schema)}`).join(', ')}.`;
}

const idsOf = ({ games }: Arena): string => games.map(({ id }) => id).join(', ');

/** A table for the wish; undefined: the usual one, where everyone sits. */
export function openingOf(arena: Arena, game: string, { options, rated, practice }: Wish): Opening | undefined {
  const home = arena.home(game);
  const own = options !== undefined && JSON.stringify(options) !== JSON.stringify(home.options);
  const otherwise = rated !== undefined && rated !== home.terms.rated;
  if (!own && !otherwise && !practice) return undefined;
  return {
    game,
    ...(own && { options }),
    ...((otherwise || practice) && {
      terms: { ...home.terms, rated: rated ?? home.terms.rated, ...(practice && { practice }) },
    }),
    label: { like: JSON.stringify([own ? options : null, otherwise ? rated : null]) },
  };
}
