import type { MatchHandle } from '../../../../core/arena.ts';
import type { Seat } from '../../../../core/game.ts';
import type { SeatHolder } from '../../../../core/record.ts';
import type { Update } from '../../../../core/update.ts';
import { drawBoard, remarksOf, sideOf } from '../boards/board.ts';
import { beside, type Line, line, type Size, styled, widthOf } from '../line.ts';
import { plain } from '../plain.ts';

export interface MatchPicture {
  game: string;
  seats: SeatHolder[];
  view: unknown;
  toMove: Seat | undefined;
  /** The last move, in words. */
  last?: string;
  /** What is said beside the board. */
  notes: Line[];
}

/** The move that made this step, if a move did. */
export function lastMove({ header }: Pick<MatchHandle, 'header'>, { played = [] }: Update): string | undefined {
  if (played.length === 0) return undefined;
  return plain(played.map(({ seat, text }) => `${sideOf(header.game, seat)} ${text}`).join('  '), 40);
}

const GAP = 4;
const NOTES_WIDTH = 26;
const NARROWEST_NOTES = 12;

/** A board with its players and notes: beside it where there is room, else above; cut off if only that keeps the board in sight. */
export function drawMatch({ game, seats, view, toMove, last, notes }: MatchPicture, size: Size): Line[] {
  const board = drawBoard(game, view, size.columns - GAP - NOTES_WIDTH);
  const players = seats.map(({ name }, seat) =>
    line(
      toMove === seat ? '> ' : '  ',
      styled(seat === 0 ? 'first' : 'second', sideOf(game, seat)),
      ` ${plain(name, 40)}`,
    ),
  );
  const told = [...(last ? [`Last move: ${last}`] : []), ...remarksOf(game, view)].map((text) => line(text));
  const side = [...players, [], ...told, ...notes];
  const width = Math.max(...board.map(widthOf), 0);
  const above = [...side, [], ...board];
  const room = size.columns - width - GAP;
  return room >= NOTES_WIDTH || (room >= NARROWEST_NOTES && above.length > size.rows)
    ? beside(board, side, GAP)
    : above;
}
