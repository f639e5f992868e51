import type { Color, PieceSymbol, Square } from 'chess.js';
import { Chess } from 'chess.js';

export interface LegalMove {
  /** From, to and, in lower case, what a pawn becomes: "e2e4", "e7e8q". */
  uci: string;
  san: string;
}

export const PIECES: readonly PieceSymbol[] = ['p', 'n', 'b', 'r', 'q', 'k'];
const LAST_SQUARE = /([a-h][1-8])(?:=([QRBN]))?[+#]?$/;

const board = new Chess();
let loaded = board.fen();

/** One board for everybody: it is set to the position that is asked for, and the answer is used at once. */
export function boardAt(fen: string): Chess {
  if (loaded !== fen) board.load(fen, { skipValidation: true });
  loaded = fen;
  return board;
}

export interface MadeMove {
  san: string;
  /** The position after it. */
  fen: string;
}

/** Undefined where the move is not legal. The board stays where a legal one led. */
export function moveOn(fen: string, uci: string): MadeMove | undefined {
  const [from, to, promotion] = [uci.slice(0, 2), uci.slice(2, 4), uci.slice(4)];
  const chess = boardAt(fen);
  if (chess.get(from as Square)?.color !== chess.turn()) return undefined;
  try {
    const { lan, san, after } = chess.move({ from, to, ...(promotion && { promotion }) });
    loaded = after;
    // What no pawn becomes is overlooked by the board, not by us.
    return lan === uci ? { san, fen: after } : undefined;
  } catch {
    return undefined;
  }
}

export const colorToMove = (fen: string): Color => (fen.split(' ', 2)[1] === 'w' ? 'w' : 'b');

export function hasLegalMove(fen: string): boolean {
  const color = colorToMove(fen);
  return PIECES.some((type) =>
    boardAt(fen)
      .findPiece({ type, color })
      .some((square) => boardAt(fen).moves({ square }).length > 0),
  );
}

function target(san: string, color: Color): string {
  const rank = color === 'w' ? 1 : 8;
  if (san.startsWith('O-O-O')) return `c${rank}`;
  if (san.startsWith('O-O')) return `g${rank}`;
  const [, square, promotion] = LAST_SQUARE.exec(san)!;
  return `${square}${promotion?.toLowerCase() ?? ''}`;
}

interface FoundMove {
  from: Square;
  to: string;
  /** As if no other piece could go there. */
  san: string;
}

/** What tells a piece from others of its kind that can go to the same square: its file, else its rank, else both. */
function origin({ from, to }: FoundMove, all: FoundMove[]): string {
  const others = all.filter((other) => other.to === to && other.from !== from);
  if (others.length === 0) return '';
  if (!others.some((other) => other.from[0] === from[0])) return from[0]!;
  return others.some((other) => other.from[1] === from[1]) ? from : from[1]!;
}

/** The legal moves of all pieces of one kind. */
export function legalMovesOf(fen: string, type: PieceSymbol): LegalMove[] {
  const chess = boardAt(fen);
  const color = colorToMove(fen);
  const found = chess
    .findPiece({ type, color })
    .flatMap((from) => chess.moves({ square: from }).map((san) => ({ from, to: target(san, color), san })));
  return found.map((move) => ({
    uci: move.from + move.to,
    san: type === 'p' || type === 'k' ? move.san : move.san[0] + origin(move, found) + move.san.slice(1),
  }));
}

export const legalMoves = (fen: string): LegalMove[] => PIECES.flatMap((type) => legalMovesOf(fen, type));
