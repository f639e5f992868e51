import type { Seat } from '../../core/game.ts';

/** A place of a board where one can move. */
export interface Square {
  /** With what is on it. */
  name: string;
  /** It can be chosen now. */
  open: boolean;
  pressed?: boolean;
  /** What is on it can be taken up. */
  movable?: boolean;
}

/** What a board is given. It draws from the view alone. */
export interface BoardProps<View, Move, Shown = unknown> {
  view: View;
  names: string[];
  /** The whole view in words, for those who do not see it. */
  label: string;
  /** What the game broadcasts of a while ago, to spectators of a match under way. */
  broadcast?: Shown | undefined;
  /** The reader's; -1: none. */
  seat?: Seat;
  /** What the reader may play now, where it can be listed. */
  moves?: Move[];
  /** Earlier views. */
  past?: View[];
  /** One of many on a wall. */
  small?: boolean;
  /** While the reader may move. */
  play?: ((move: Move) => void) | undefined;
  /** While the reader plays and waits for the other: the squares stay, and a move may be laid down, to be played when its turn comes; nothing takes it back. */
  plan?: ((move: Move | undefined) => void) | undefined;
  /** What is laid down. */
  planned?: Move | undefined;
  /** While the audience votes. */
  vote?: ((move: Move) => void) | undefined;
}

const GAP = 20;

/** Where the lines of a board for stones run, in its own units. */
export function stoneLines(size: number, small: boolean) {
  // Two figures fit between the edge and a stone on the outermost line.
  const margin = small ? 13 : size > 9 ? 28 : 22;
  const side = 2 * margin + (size - 1) * GAP;
  const place = (index: number): number => margin + index * GAP;
  return {
    margin,
    side,
    place,
    lines: Array.from({ length: size }, (_, i) => place(i)),
    /** How far the names of the lines are from the edge. */
    edge: margin / 3,
    /** As large beside few lines as beside many, and no smaller than can be read on a phone. */
    letters: side * 0.032,
    /** How far the outermost points' buttons are from the edge, in per cent. */
    inset: ((margin - GAP / 2) / side) * 100,
  };
}
