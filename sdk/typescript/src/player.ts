import { ArenaError, type Calls } from './calls.ts';
import type { Games } from './games.ts';
import type { Happened, Picture, Player, Result } from './pictures.ts';

/** What a bot is asked. */
export interface Turn<View, Move> {
  game: string;
  match: string;
  number: number;
  /** False: you are only asked something beside the turn (`asks`), and may answer nothing. */
  yours: boolean;
  seat: number;
  players: Player[];
  phase: string | null;
  /** When it was asked; the clock runs on. */
  secondsLeft: number | null;
  view: View;
  /** Your moves as text, where they can be listed; else empty. */
  legal: string[];
  asks: { id: string; phase: string }[];
  since: Happened[];
  /** Your last answer to this very turn was not taken, and why. */
  refused: ArenaError | undefined;
  /** Only there to carry the type of a move. */
  readonly move?: Move;
}

/** A text as in `legal`, or a move as JSON. Nothing is an answer only where the turn is not yours. */
export type Bot<Game extends keyof Games | string> = (
  turn: Turn<ViewOf<Game>, MoveOf<Game>>,
) => Answer<Game> | Promise<Answer<Game>>;
type Answer<Game> = string | MoveOf<Game> | undefined;

export type ViewOf<Game> = Game extends keyof Games ? Games[Game]['view'] : unknown;
export type MoveOf<Game> = Game extends keyof Games ? Games[Game]['move'] : object;

export interface Finished {
  id: string;
  match: string | null;
  game: string;
  seat: number | null;
  players: Player[];
  /** Void: nobody won or lost, the reason says why. */
  status: 'over' | 'void';
  result: Result | null;
}

const WAIT = 25;
/** So often a bot may give an answer that is not taken, then the match is given up. */
const MOST_REFUSED = 5;

/** Plays one seat to the end, through lost connections and restarts of the server. */
export async function playOn<Game extends string>(
  calls: Calls,
  first: Picture,
  bot: Bot<Game>,
  signal?: AbortSignal,
): Promise<Finished> {
  let picture = first;
  /** The asks and the turn that the bot was shown. */
  let shown = '';
  let refused: ArenaError | undefined;
  let refusals = 0;
  while (picture.status === 'waiting' || picture.status === 'playing') {
    const { turn } = picture;
    const asked = turn && (turn.yours || (turn.asks && askedOf(turn) !== shown));
    if (!asked) {
      picture = await look(calls, picture, signal);
      continue;
    }
    shown = askedOf(turn);
    const answer = await thought(calls, picture, refused, bot);
    if (answer === undefined) {
      if (turn.yours) throw await givenUp(calls, picture, new Error('The bot gave no move though it was its turn.'));
      picture = await look(calls, picture, signal);
      continue;
    }
    try {
      picture = await move(calls, picture, answer, signal);
      refused = undefined;
      refusals = 0;
    } catch (error) {
      if (!(error instanceof ArenaError) || (error.status !== 400 && error.status !== 409)) throw error;
      if (error.status === 400) {
        refused = error;
        if (++refusals >= MOST_REFUSED) throw await givenUp(calls, picture, error);
      }
      picture = await look(calls, picture, signal, 0);
    }
  }
  const { id, match, game, seat, players, status, result } = picture;
  return { id, match, game, seat, players, status, result };
}

const askedOf = ({ number, asks = [] }: NonNullable<Picture['turn']>): string =>
  `${number} ${asks.map(({ id }) => id).join(' ')}`;

const look = (calls: Calls, { id, cursor }: Picture, signal?: AbortSignal, wait = WAIT): Promise<Picture> =>
  calls.json(`/api/v1/play/${id}?wait=${wait}&cursor=${encodeURIComponent(cursor)}`, { signal });

function move(
  calls: Calls,
  { id, turn, cursor }: Picture,
  answer: string | object,
  signal?: AbortSignal,
): Promise<Picture> {
  const said = typeof answer === 'string' ? { text: answer } : { move: answer };
  const body = { turn: turn!.number, ...said, cursor, ref: crypto.randomUUID() };
  return calls.json(`/api/v1/play/${id}/moves?wait=${WAIT}`, { method: 'POST', body, signal });
}

/** A bot that fails gives its match up, so that nobody waits for it. */
async function thought<Game extends string>(
  calls: Calls,
  picture: Picture,
  refused: ArenaError | undefined,
  bot: Bot<Game>,
): Promise<string | object | undefined> {
  const { game, match, seat, players, turn, view, legal, since } = picture;
  const { number, yours, phase, secondsLeft, asks = [] } = turn!;
  try {
    return (await bot({
      game,
      match: match!,
      number,
      yours,
      seat: seat!,
      players,
      phase,
      secondsLeft,
      view: view as ViewOf<Game>,
      legal: legal ?? [],
      asks,
      since,
      refused,
    })) as string | object | undefined;
  } catch (error) {
    throw await givenUp(calls, picture, error);
  }
}

async function givenUp(calls: Calls, { id }: Picture, error: unknown): Promise<unknown> {
  await calls.json(`/api/v1/play/${id}/resign`, { method: 'POST', body: {} }).catch(() => {});
  return error;
}
