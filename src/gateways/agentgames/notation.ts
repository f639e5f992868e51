import type { AnyGame, Seat } from '../../core/game.ts';
import type { Match } from '../../core/match.ts';
import { stepRandom } from '../../core/random.ts';

/** The wire's board as JSON, from a game's view. Absent for a game: its whole view is sent. */
type Board = (view: never) => string;

const BOARDS: { [game: string]: Board } = {
  ttt: ({ board }: { board: string[] }) => JSON.stringify(board),
  c4: ({ board }: { board: string[][] }) => JSON.stringify(board),
  chess: ({ fen }: { fen: string }) => JSON.stringify(fen),
  go: ({ board }: { board: (0 | 1 | 2)[][] }) => JSON.stringify(board.map((row) => row.map((stone) => STONES[stone]))),
};

/** Free, black, white. */
const STONES = ['.', 'X', 'O'] as const;

const NO_SEED = '00'.repeat(32);

/** For two, one decision after another, nothing hidden, and moves that can be listed and written as text. */
export function isPlayable(game: AnyGame, options: unknown): boolean {
  if (game.seats.min !== 2 || game.seats.max !== 2 || !game.text) return false;
  const state = game.start(options, 2, stepRandom(NO_SEED, 0));
  const turn = game.status(state);
  if (turn.kind !== 'turn' || turn.sealed || turn.must.length !== 1) return false;
  const [first, second] = [0, 1].map((seat) => JSON.stringify(game.view(state, seat)));
  return first === second && (game.moves?.(state, turn.must[0]!).length ?? 0) > 0;
}

interface Observed {
  step: number;
  seat: Seat | 'both';
  json: string;
}

/** What both players see at the current step, as JSON; made once per step. */
export class Observations {
  readonly #made = new WeakMap<Match, Observed>();

  of(match: Match, view: unknown, step: number, toMove: Seat, viewer: Seat): string {
    const made = this.#made.get(match);
    if (made?.step === step && (made.seat === 'both' || made.seat === viewer)) return made.json;
    const board = BOARDS[match.record.game];
    const legal = match.legal(toMove);
    const json = board
      ? `{"board":${board(view as never)},"toMove":${toMove},"legal":${JSON.stringify(legal)}}`
      : JSON.stringify({ ...(view as object), toMove, legal });
    this.#made.set(match, { step, seat: board ? 'both' : viewer, json });
    return json;
  }
}
