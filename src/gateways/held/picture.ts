import type { Arena, MatchHandle } from '../../core/arena.ts';
import type { Seat } from '../../core/game.ts';
import { ratingBook } from '../../core/settle/elo.ts';
import { sureBook } from '../../core/settle/glicko.ts';
import { whyUnrated } from '../../core/settle/unrated.ts';
import type { HeldRow, Posted } from '../../core/storage.ts';
import type { Update } from '../../core/update.ts';
import type { Happened, Picture, Player } from './json.ts';

/** A seat as it is known: the match, whose seat it is, and the latest news of it. */
export interface Seen {
  match: MatchHandle;
  seat: Seat;
  players: Player[];
  update: Update;
  /** Milliseconds of match time since the news came. */
  age: number;
  /** Real milliseconds per millisecond of match time. */
  scale: number;
}

/** Who sits there, with the ratings that they have now. */
export const playersOf = (arena: Arena, { header: { seats, game } }: MatchHandle): Promise<Player[]> =>
  Promise.all(
    seats.map(async ({ agent, name, kind, via }, seat) => ({
      seat,
      name,
      kind,
      via,
      rating: kind === 'agent' ? await arena.rating(agent, game) : null,
    })),
  );

/** Before a match. */
export const waitingPicture = ({ id, game, via, closed }: HeldRow, name: string, rating: number): Picture => ({
  id,
  match: null,
  game,
  status: closed === undefined ? 'waiting' : 'void',
  seat: null,
  players: [{ seat: null, name, kind: 'agent', via, rating }],
  turn: null,
  view: null,
  legal: null,
  since: [],
  result:
    closed === undefined ? null : { rank: null, ranks: [], scores: [], reason: closed, ...UNMOVED, unrated: null },
  cursor: '0',
});

export function matchPicture(id: string, seen: Seen, since: Happened[]): Picture {
  const { match, seat, players, update } = seen;
  const { status } = update;
  return {
    id,
    match: match.id,
    game: match.header.game,
    status: status.kind === 'turn' ? 'playing' : status.kind,
    seat,
    players,
    turn: turnOf(seen),
    view: update.view,
    legal: legalFor(update, seat),
    since,
    result: resultOf(seen),
    cursor: String(update.step),
  };
}

/** Whether the seat is to decide now. */
export const isAsked = (update: Update, seat: Seat): boolean => takesMoves(update) && update.waiting.includes(seat);

/** Not during the countdown, a pause, or while what happened is still being shown. */
const takesMoves = ({ status, begun, paused, pacing }: Update): boolean =>
  status.kind === 'turn' && begun && !paused && !pacing;

/** The open questions to a seat beside the turn. */
export const asksOf = ({ status }: Update, seat: Seat): { id: string; phase: string }[] =>
  status.kind === 'turn'
    ? (status.asks ?? []).filter((ask) => ask.seat === seat).map(({ id, phase }) => ({ id, phase }))
    : [];

function turnOf({ seat, update, age, scale }: Seen): Picture['turn'] {
  const { status, clock } = update;
  if (status.kind !== 'turn') return null;
  const left = clock && Math.max(0, clock.left - (clock.running ? age : 0));
  const turn: NonNullable<Picture['turn']> = {
    number: status.number,
    yours: isAsked(update, seat),
    phase: status.phase ?? null,
    secondsLeft: left === null ? null : Math.round(left * scale) / 1000,
  };
  const asks = asksOf(update, seat);
  if (asks.length > 0) turn.asks = asks;
  if (status.may?.includes(seat)) turn.may = true;
  return turn;
}

/** The seat's moves; null: they are not listed, or no move is taken now. */
export function legalFor(update: Update, seat: Seat): string[] | null {
  const own = takesMoves(update) ? update.legal?.filter((move) => move.seat === seat) : undefined;
  return own && own.length > 0 ? own.map(({ text }) => text) : null;
}

function resultOf({ match, seat, update: { status, effects } }: Seen): Picture['result'] {
  if (status.kind === 'turn') return null;
  const { seats, game } = match.header;
  const own = effects?.filter(({ agent }) => agent === seats[seat]!.agent) ?? [];
  const moved = ratingsOf(own, game);
  const unrated = whyUnrated(match.header) ?? null;
  if (status.kind === 'void') return { rank: null, ranks: [], scores: [], reason: status.reason, ...moved, unrated };
  const { ranks, scores, reason } = status;
  return { rank: ranks[seat]!, ranks, scores, reason, ...moved, unrated };
}

const UNMOVED = { rating: null, change: null, sure: null };

/** What the end of a match left of the ratings at its game. */
function ratingsOf(posted: Posted[], game: string): Pick<NonNullable<Picture['result']>, keyof typeof UNMOVED> {
  const of = (book: string) => posted.find((one) => one.book === book);
  const elo = of(ratingBook(game));
  const [sure, deviation] = [of(sureBook('rating', game)), of(sureBook('deviation', game))];
  return {
    rating: elo?.after ?? null,
    change: elo?.change ?? null,
    sure:
      sure && deviation
        ? { rating: Math.round(sure.after), deviation: Math.round(deviation.after), change: Math.round(sure.change) }
        : null,
  };
}

/** Who moved in a step, as far as the seat may know. */
export function happenedIn({ step, at, played = [], moved, late }: Update): Happened[] {
  const items: Happened[] = played.map((one) => ({
    step,
    seat: one.seat,
    text: one.text,
    ...(one.late && { late: true }),
    at,
  }));
  const silent = (seat: Seat): boolean => seat >= 0 && items.every((item) => item.seat !== seat);
  for (const seat of moved) if (silent(seat)) items.push({ step, seat, text: null, at });
  for (const seat of late) if (silent(seat)) items.push({ step, seat, text: null, late: true, at });
  return items;
}
