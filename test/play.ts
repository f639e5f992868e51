import type { AnyGame, Ask, Bots, Random, Seat, SeatMove, Turn } from '../src/core/game.ts';
import { AUDIENCE } from '../src/core/game.ts';
import { hashSeed, stepRandom } from '../src/core/random.ts';
import type { Entry, MatchRecord, Position } from '../src/core/record.ts';
import { advance, begin, waitingFor } from '../src/core/record.ts';
import { sha256, toHex } from '../src/core/sha256.ts';
import type { Terms } from '../src/core/terms.ts';

export interface Asked {
  game: AnyGame;
  state: unknown;
  view: unknown;
  turn: Turn;
  seat: Seat;
  random: Random;
}

export type Choose = (asked: Asked) => unknown;

export interface Play {
  seats: number;
  seed: string;
  options?: unknown;
  choose: Choose;
  /** An entry to put in before the next move. */
  disturb?(position: Position, turn: Turn, random: Random): EntryBody | undefined;
  /** Called with every position, the first and the last too. */
  seen?(position: Position): void;
  /** So many entries are too many. */
  limit?: number;
}

type WithoutTime<T> = T extends unknown ? Omit<T, 'at'> : never;
export type EntryBody = WithoutTime<Entry>;

export interface Played {
  record: MatchRecord;
  position: Position;
}

const EPOCH = Date.UTC(2026, 0, 1);
const TERMS: Terms = {
  clock: { each: 30_000 },
  late: 'fallback',
  away: { pause: 0, tell: 15_000, restart: 60_000 },
  seating: 'arrival',
  rated: false,
};

export const seedOf = (name: string | number): string => toHex(sha256(new TextEncoder().encode(`seed ${name}`)));

/** Plays a match to its end without a server: entries go through `begin` and `advance` as they do live. */
export function playMatch(game: AnyGame, play: Play): Played {
  const record: MatchRecord = {
    id: `${game.id}-${play.seed.slice(0, 8)}`,
    game: game.id,
    version: game.version,
    options: play.options ?? {},
    terms: { ...TERMS, late: game.fallback ? 'fallback' : 'again' },
    seats: Array.from({ length: play.seats }, (_, seat) => ({
      agent: `bot-${seat}`,
      name: `Bot ${seat}`,
      kind: 'bot' as const,
      via: 'house',
    })),
    seed: play.seed,
    seedHash: hashSeed(play.seed),
    at: EPOCH,
    entries: [],
  };
  const limit = play.limit ?? 20_000;
  let position = begin(game, record);
  play.seen?.(position);
  while (position.status.kind === 'turn') {
    if (record.entries.length >= limit) throw new Error(`${game.id} is not over after ${limit} entries`);
    const random = stepRandom(play.seed, position.step, 'choose');
    const turn = position.status;
    const body = play.disturb?.(position, turn, random) ?? nextEntry(game, position, turn, play.choose, random);
    const entry: Entry = { at: EPOCH + 1000 * (position.step + 1), ...body };
    position = advance(game, record, position, entry);
    record.entries.push(entry);
    play.seen?.(position);
  }
  return { record, position };
}

function nextEntry(game: AnyGame, position: Position, turn: Turn, choose: Choose, random: Random): EntryBody {
  const asked = (turn.asks ?? []).map((ask) => ask.seat).filter((seat) => !isHeld(position.held, seat));
  const seat = random.pick([...waitingFor(turn, position.held), ...asked]);
  const { state } = position;
  if (seat === AUDIENCE) return audienceEntry(game, position, random);
  const move = choose({ game, state, view: game.view(state, seat), turn, seat, random });
  return { kind: 'move', moves: [{ seat, move }] };
}

const isHeld = (held: SeatMove[], seat: Seat): boolean => held.some((move) => move.seat === seat);

/** Some votes where they can be listed, then the clock closes the turn. */
function audienceEntry(game: AnyGame, position: Position, random: Random): EntryBody {
  const votes = game.moves?.(position.state, AUDIENCE) ?? [];
  if (votes.length && random.int(4) > 0) {
    return { kind: 'move', moves: [{ seat: AUDIENCE, move: random.pick(votes), by: `spectator-${position.step}` }] };
  }
  return lateEntry(game, position, [AUDIENCE]);
}

/** What the clock plays for the seats that missed their deadline. */
export function lateEntry(game: AnyGame, position: Position, seats: Seat[]): EntryBody {
  const moves = game.fallback ? seats.map((seat) => lateMove(game, position.state, seat)) : [];
  return { kind: 'late', seats, moves };
}

export const lateMove = (game: AnyGame, state: unknown, seat: Seat, ask?: Ask): SeatMove => ({
  seat,
  move: game.fallback!(state, seat, ask),
  late: true,
});

/** Any listed move; where moves cannot be listed, what one of the quick bots does. */
export function chooseAtRandom(bots: Bots): Choose {
  const quick = bots.filter((bot) => !bot.slow);
  return ({ game, state, view, turn, seat, random }) => {
    const listed = game.moves?.(state, seat) ?? [];
    return listed.length ? random.pick(listed) : random.pick(quick).play(view, turn, seat, random);
  };
}

/** Each seat is played by the bot of that place in the list, round and round. */
export const chooseByBots =
  (bots: Bots): Choose =>
  ({ view, turn, seat, random }) =>
    bots[seat % bots.length]!.play(view, turn, seat, random);
