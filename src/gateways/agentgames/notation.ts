import type { GameInfo, MatchHandle } from '../../core/arena.ts';
import type { Seat } from '../../core/game.ts';
import type { Update } from '../../core/update.ts';

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

/** For two, one decision after another, nothing hidden, and moves that can be listed and written as text. */
export const isPlayable = ({ seats, open, text, lists, sealed }: GameInfo): boolean =>
  seats.min === 2 && seats.max === 2 && open && text && lists && !sealed;

interface Observed {
  step: number;
  seat: Seat | 'both';
  json: string;
  written: WrittenRows;
}

/** What both players see at the current step, as JSON; made once per step. */
export class Observations {
  readonly #made = new WeakMap<MatchHandle, Observed>();

  of(match: MatchHandle, { view, step, legal: listed = [] }: Update, toMove: Seat, viewer: Seat): string {
    const made = this.#made.get(match);
    if (made?.step === step && (made.seat === 'both' || made.seat === viewer)) return made.json;
    const board = BOARDS[match.header.game];
    const written = made?.written ?? new WrittenRows();
    const own = listed.every(({ seat }) => seat === toMove) ? listed : listed.filter(({ seat }) => seat === toMove);
    const legal = own.map(({ text }) => text);
    const json = board
      ? `{"board":${board(view as never, written)},"toMove":${toMove},"legal":${JSON.stringify(legal)}}`
      : JSON.stringify({ ...(view as object), toMove, legal });
    this.#made.set(match, { step, seat: board ? 'both' : viewer, json, written });
    return json;
  }
}
