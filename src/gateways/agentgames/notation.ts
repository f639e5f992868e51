import type { AnyGame, Seat } from '../../core/game.ts';
import type { Match } from '../../core/match.ts';
import { stepRandom } from '../../core/random.ts';

/** The wire's board as JSON, from a game's view. Absent for a game: its whole view is sent. */
type Board = (view: never, written: WrittenRows) => string;

const BOARDS: { [game: string]: Board } = {
  ttt: ({ board }: { board: string[] }) => JSON.stringify(board),
  c4: ({ board }: { board: string[][] }, written) => written.write(board, JSON.stringify),
  chess: ({ fen }: { fen: string }) => JSON.stringify(fen),
  go: ({ board }: { board: (0 | 1 | 2)[][] }, written) =>
    written.write(board, (row) => JSON.stringify(row.map((stone) => STONES[stone]))),
};

/** A move changes few rows of a board; the others are the same arrays as before and are not written again. */
class WrittenRows {
  #rows: readonly unknown[] = [];
  readonly #texts: string[] = [];

  write<Row>(rows: readonly Row[], text: (row: Row) => string): string {
    for (let i = 0; i < rows.length; i++) if (rows[i] !== this.#rows[i]) this.#texts[i] = text(rows[i]!);
    this.#rows = rows;
    return `[${this.#texts.join(',')}]`;
  }
}

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
  written: WrittenRows;
}

/** What both players see at the current step, as JSON; made once per step. */
export class Observations {
  readonly #made = new WeakMap<Match, Observed>();

  of(match: Match, view: unknown, step: number, toMove: Seat, viewer: Seat): string {
    const made = this.#made.get(match);
    if (made?.step === step && (made.seat === 'both' || made.seat === viewer)) return made.json;
    const board = BOARDS[match.record.game];
    const written = made?.written ?? new WrittenRows();
    const legal = match.legal(toMove);
    const json = board
      ? `{"board":${board(view as never, written)},"toMove":${toMove},"legal":${JSON.stringify(legal)}}`
      : JSON.stringify({ ...(view as object), toMove, legal });
    this.#made.set(match, { step, seat: board ? 'both' : viewer, json, written });
    return json;
  }
}
