import type { PieceSymbol } from 'chess.js';
import { DEFAULT_POSITION, validateFen } from 'chess.js';
import { Type } from 'typebox';
import type { Game, Over, Refusal, Seat, Turn } from '../../core/game.ts';
import { drawn, won } from '../shared/two-seats.ts';
import type { LegalMove, MadeMove } from './legal.ts';
import { boardAt, colorToMove, hasLegalMove, legalMovesOf, moveOn, PIECES } from './legal.ts';

export type DrawReason = 'threefold repetition' | 'fifty moves' | 'insufficient material';
type End = 'checkmate' | 'stalemate' | DrawReason;

export interface LastMove {
  san: string;
  uci: string;
  from: string;
  to: string;
}

export interface Options {
  /** Where the game starts, if not at the beginning. */
  fen?: string;
}

export interface State {
  fen: string;
  /** The positions since the last capture or pawn move: none before it can come again. */
  repeatable: string[];
  /** All moves in SAN. */
  moves: string[];
  last: LastMove | null;
  check: boolean;
  end: End | null;
}

export interface Move {
  uci: string;
}

export interface View {
  fen: string;
  toMove: Seat | null;
  check: boolean;
  last: LastMove | null;
  moves: string[];
  drawReason: DrawReason | null;
}

export type RefusalCode = 'not-legal';

const UCI = /^[a-h][1-8][a-h][1-8][qrbn]?$/;

/** Placement, side to move, castling and en passant: what makes two positions the same. */
const positionKey = (fen: string): string => fen.split(' ', 4).join(' ');
const halfMoves = (fen: string): number => Number(fen.split(' ', 5)[4]);
const seatToMove = (fen: string): Seat => (colorToMove(fen) === 'w' ? 0 : 1);

export function stateAt(fen: string): State {
  const check = boardAt(fen).isCheck();
  const repeatable = [positionKey(fen)];
  return { fen, repeatable, moves: [], last: null, check, end: boardEnd(fen, check) ?? countedEnd(fen, []) };
}

/** By what stands on the board alone. */
function boardEnd(fen: string, check: boolean): End | null {
  if (!hasLegalMove(fen)) return check ? 'checkmate' : 'stalemate';
  return boardAt(fen).isInsufficientMaterial() ? 'insufficient material' : null;
}

function countedEnd(fen: string, earlier: string[]): End | null {
  if (halfMoves(fen) >= 100) return 'fifty moves';
  const key = positionKey(fen);
  return earlier.filter((known) => known === key).length >= 2 ? 'threefold repetition' : null;
}

function play(state: State, { uci }: Move): State {
  const { fen, san, check, end } = madeFrom(state, uci)!;
  const earlier = halfMoves(fen) === 0 ? [] : state.repeatable;
  return {
    fen,
    repeatable: [...earlier, positionKey(fen)],
    moves: [...state.moves, san],
    last: { san, uci, from: uci.slice(0, 2), to: uci.slice(2, 4) },
    check,
    end: end ?? countedEnd(fen, earlier),
  };
}

function status({ fen, moves, end }: State): Turn | Over {
  const seat = seatToMove(fen);
  switch (end) {
    case null:
      return { kind: 'turn', number: moves.length, must: [seat] };
    case 'checkmate':
      return won(1 - seat, 'checkmate');
    default:
      return drawn(end === 'stalemate' ? 'stalemate' : 'draw');
  }
}

/** Legal moves by kind of piece, found once per state: listing and reading share them. */
const found = new WeakMap<State, Map<PieceSymbol, LegalMove[]>>();

function legalOf(state: State, type: PieceSymbol): LegalMove[] {
  const kinds = found.get(state) ?? new Map<PieceSymbol, LegalMove[]>();
  found.set(state, kinds);
  const moves = kinds.get(type) ?? legalMovesOf(state.fen, type);
  kinds.set(type, moves);
  return moves;
}

interface Made extends MadeMove {
  check: boolean;
  end: End | null;
}

const MOST_MADE = 4096;
/** Legal moves by position and move: to check, play and print one, and to play a match again, makes each of them once. */
const made = new Map<string, Made>();

function madeFrom({ fen }: State, uci: string): Made | undefined {
  const key = `${uci} ${fen}`;
  const known = made.get(key);
  if (known) return known;
  const move = moveOn(fen, uci);
  if (!move) return undefined;
  const check = /[+#]$/.test(move.san);
  const whole = { ...move, check, end: boardEnd(move.fen, check) };
  if (made.size === MOST_MADE) made.delete(made.keys().next().value!);
  made.set(key, whole);
  return whole;
}

/** Forgives what carries no meaning: marks of check, mate and comment, "=" before a promotion, zeros in castling. */
const bare = (san: string): string => san.replace(/[+#!?=]/g, '').replaceAll('0', 'O');

function parseSan(state: State, text: string): Move | undefined {
  const wanted = bare(text);
  const letter = /^[NBRQKO]/.exec(wanted)?.[0];
  const type = letter === undefined ? 'p' : letter === 'O' ? 'k' : (letter.toLowerCase() as PieceSymbol);
  const known = legalOf(state, type).find((move) => bare(move.san) === wanted);
  return known && { uci: known.uci };
}

function start({ fen = DEFAULT_POSITION }: Options): State {
  const { ok, error } = validateFen(fen);
  if (!ok) throw new Error(`"${fen}" is no position: ${error}`);
  return stateAt(fen);
}

export const chess: Game<State, Move, Options, View> = {
  id: 'chess',
  title: 'Chess',
  version: 1,
  open: true,
  seats: { min: 2, max: 2 },
  options: Type.Object({ fen: Type.Optional(Type.String({ maxLength: 100 })) }, { additionalProperties: false }),
  move: Type.Object({ uci: Type.String({ pattern: UCI.source }) }, { additionalProperties: false }),
  start,
  status,
  check: (state, { move: { uci } }): Refusal<RefusalCode> | undefined =>
    madeFrom(state, uci) ? undefined : { code: 'not-legal', reason: `${uci} is not a legal move in ${state.fen}.` },
  play: (state, [{ move }]) => play(state, move),
  view: ({ fen, moves, last, check, end }) => ({
    fen,
    toMove: end === null ? seatToMove(fen) : null,
    check,
    last,
    moves,
    drawReason: end === 'checkmate' || end === 'stalemate' ? null : end,
  }),
  moves: (state) => (state.end ? [] : PIECES.flatMap((type) => legalOf(state, type).map(({ uci }) => ({ uci })))),
  text: {
    parse: (state, _seat, text) => (UCI.test(text) ? { uci: text } : parseSan(state, text)),
    print: (state, { uci }) => madeFrom(state, uci)?.san ?? uci,
  },
};
