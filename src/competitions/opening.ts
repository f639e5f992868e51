import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { type Competition, type Refused, refuse } from './competition.ts';
import { FORMAT_TYPES, FORMATS, type Format, type FormatType, MOST_IN_ROUND_ROBIN } from './format.ts';
import { mostRounds } from './formats/swiss.ts';
import { type Opening, OpeningSchema } from './schema.ts';
import type { State } from './state.ts';
import { readTime, writeTime } from './times.ts';

/** What has to be known of a game to open a competition in it. */
export interface GameFacts {
  id: string;
  seats: { min: number; max: number };
  /** How many sit at its default tables. */
  size: number;
  /** The options of its default tables. */
  options: unknown;
  allowsOptions(options: unknown): boolean;
}

export interface Given {
  id: string;
  seed: string;
  now: number;
  /** By id or alias. */
  game(id: string): GameFacts | undefined;
}

const NO_SHOW_SECONDS = 60;
const DAY = 86_400_000;
const FURTHEST = 400 * DAY;

/** A competition from what a host sent, or what is wrong with it. */
export function openCompetition(body: unknown, given: Given): Competition | Refused {
  const wrong = wrongShape(body);
  if (wrong) return wrong;
  const { name, entry = {}, noShowSeconds = NO_SHOW_SECONDS, breakSeconds = 0, prize, ...asked } = body as Opening;
  const game = given.game(asked.game);
  if (!game) return refuse('unknown-game', `There is no game ${asked.game}.`, 'game');
  const format = filledIn(asked.format, game);
  const options = asked.options ?? game.options;
  if (!game.allowsOptions(options)) return refuse('wrong-options', `These are no options of ${game.id}.`, 'options');
  if (name.trim() === '') return refuse('invalid', 'A competition needs a name.', 'name');
  const { minRating = -Infinity, maxRating = Infinity } = entry;
  if (minRating > maxRating) return refuse('invalid', 'minRating is above maxRating.', 'entry.minRating');
  const seats = seatsRefusal(format, game) ?? roundsRefusal(format, entry.max);
  if (seats) return seats;
  const start = startOf(asked.start, entry.max, given.now);
  if (typeof start === 'object' && start !== null) return start;
  return {
    id: given.id,
    name: name.trim(),
    game: game.id,
    options,
    format,
    rules: { entry, start, noShow: 1000 * noShowSeconds, between: 1000 * breakSeconds },
    ...(prize !== undefined && prize.trim() !== '' && { prize: prize.trim() }),
    seed: given.seed,
    at: given.now,
  };
}

function filledIn(format: Format, { seats: { min, max }, size }: GameFacts): Format {
  if (format.type !== 'heats') return format;
  const seats = format.seats ?? Math.max(2, Math.min(max, size));
  return {
    ...format,
    seats,
    least: format.least ?? Math.max(2, min),
    advance: format.advance ?? Math.floor(seats / 2),
  };
}

function wrongShape(body: unknown): Refused | undefined {
  const format = field(body, 'format');
  const type = field(format, 'type');
  if (type !== undefined && !FORMAT_TYPES.includes(type as FormatType)) {
    return refuse('unknown-format', `format.type is one of ${FORMAT_TYPES.join(', ')}.`, 'format.type');
  }
  // The one schema of its type says more clearly what is wrong than all of them together.
  const ofFormat = type === undefined ? undefined : firstError(FORMATS[type as FormatType], format, 'format');
  return ofFormat ?? firstError(OpeningSchema, body, '');
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as { [name: string]: unknown })[name] : undefined;

function firstError(schema: TSchema, value: unknown, at: string): Refused | undefined {
  const [error] = Errors(schema, value);
  if (!error) return undefined;
  const { instancePath, keyword, params, message } = error;
  const path = (last?: string) => [at, ...instancePath.split('/').slice(1), last].filter(Boolean).join('.');
  const [missing] = (field(params, 'requiredProperties') as string[] | undefined) ?? [];
  if (missing !== undefined) return refuse('invalid', `${path(missing)} is missing.`, path(missing));
  // A property beyond those that are named meets the schema `false`.
  if (keyword === 'boolean') return refuse('invalid', `${path()} is not known here.`, path());
  return refuse('invalid', `${path() || 'The body'} ${message}.`, path());
}

function seatsRefusal(format: Format, { id, seats }: GameFacts): Refused | undefined {
  if (format.type !== 'heats') {
    if (seats.min <= 2 && seats.max >= 2) return undefined;
    return refuse('wrong-seats', `${id} is not played by two: take the format heats.`, 'format.type');
  }
  const { seats: most = 0, least = 0, advance = 0 } = format;
  if (most > seats.max || most < seats.min) {
    return refuse('wrong-seats', `${id} has ${seats.min} to ${seats.max} seats.`, 'format.seats');
  }
  if (least < seats.min || least > most) {
    return refuse('wrong-seats', `A heat of ${id} has ${seats.min} to ${most} agents.`, 'format.least');
  }
  if (advance >= most) {
    return refuse('invalid', 'Fewer go on from a heat than are in it.', 'format.advance');
  }
  return undefined;
}

/** @param entrants how many there are, or can be at most */
function roundsRefusal(format: Format, entrants: number | undefined): Refused | undefined {
  if (entrants === undefined) return undefined;
  if (format.type === 'swiss' && format.rounds !== undefined && format.rounds > mostRounds(entrants)) {
    const most = mostRounds(entrants);
    return refuse(
      'too-many-rounds',
      `${entrants} entrants have opponents for ${most} rounds at most.`,
      'format.rounds',
    );
  }
  if (format.type === 'round-robin' && entrants > MOST_IN_ROUND_ROBIN) {
    return refuse('invalid', `A round robin takes ${MOST_IN_ROUND_ROBIN} entrants at most.`, 'entry.max');
  }
  return undefined;
}

function startOf(
  asked: Opening['start'],
  max: number | undefined,
  now: number,
): Competition['rules']['start'] | Refused {
  if (asked === undefined) return null;
  if (asked === 'full')
    return max === undefined ? refuse('no-max', 'To start when full, say entry.max.', 'entry.max') : 'full';
  const start = typeof asked === 'number' ? asked : readTime(asked);
  if (start === undefined) {
    return refuse(
      'wrong-time',
      `start is a time such as ${writeTime(now - (now % DAY) + 2 * DAY)}, or "full".`,
      'start',
    );
  }
  if (start <= now) return refuse('wrong-time', 'start has passed.', 'start');
  if (start > now + FURTHEST) return refuse('wrong-time', 'start is more than 400 days away.', 'start');
  return start;
}

/** Why a host cannot start it now. What begins by itself plays as many rounds as it can instead. */
export function startRefusal({ format }: Competition, { entrants }: State): Refused | undefined {
  if (format.type === 'gauntlet' && format.challenger !== undefined) {
    const entered = entrants.some(({ agent }) => agent === format.challenger);
    if (!entered) return refuse('no-challenger', `${format.challenger} has not entered.`, 'format.challenger');
  }
  return roundsRefusal(format, Math.max(2, entrants.length));
}
