/**
 * A quick search for the bots. It knows chess without castling, en passant and under-promotion, and finds out that a king
 * was left in check when it is taken: good enough to choose between moves that the rules have listed.
 */

const PAWN = 1;
const KNIGHT = 2;
const ROOK = 4;
const QUEEN = 5;
const KING = 6;
const VALUES = [0, 100, 320, 330, 500, 900, 20_000];
const LETTERS = '.pnbrqk';
const MATE = 10_000;
const KING_TAKEN = 15_000;
const QUIET_DEPTH = 4;

const STEPS: readonly (readonly number[])[] = [
  [],
  [],
  [-33, -31, -18, -14, 14, 18, 31, 33],
  [-17, -15, 15, 17],
  [-16, -1, 1, 16],
  [-17, -16, -15, -1, 1, 15, 16, 17],
  [-17, -16, -15, -1, 1, 15, 16, 17],
];

/** 16 columns, of which eight are the board: index & 0x88 tells that a square is off it. White pieces are positive. */
type Squares = Int8Array;

interface Step {
  from: number;
  to: number;
  taken: number;
}

export interface Budget {
  /** How many positions may still be looked at. */
  left: number;
}

function squaresOf(fen: string): Squares {
  const squares = new Int8Array(128);
  for (const [row, rank] of fen.split(' ', 1)[0]!.split('/').entries()) {
    let column = 0;
    for (const letter of rank) {
      const kind = LETTERS.indexOf(letter.toLowerCase());
      if (kind > 0) squares[16 * row + column++] = letter === letter.toLowerCase() ? -kind : kind;
      else column += Number(letter);
    }
  }
  return squares;
}

const squareAt = (name: string): number => 16 * (8 - Number(name[1])) + 'abcdefgh'.indexOf(name[0]!);

/** After a move of the rules' own notation, castling and en passant included. */
function squaresAfter(squares: Squares, uci: string, side: number): Squares {
  const next = squares.slice();
  const from = squareAt(uci);
  const to = squareAt(uci.slice(2));
  const piece = next[from]! * side;
  const sideways = (to & 15) - (from & 15);
  if (piece === PAWN && sideways !== 0 && next[to] === 0) next[(from & 0x70) + (to & 15)] = 0;
  next[to] = uci.length > 4 ? side * LETTERS.indexOf(uci[4]!) : next[from]!;
  next[from] = 0;
  if (piece === KING && Math.abs(sideways) === 2) {
    next[from + sideways / 2] = side * ROOK;
    next[sideways > 0 ? from + 3 : from - 4] = 0;
  }
  return next;
}

function stepsOf(squares: Squares, side: number, onlyTaking: boolean): Step[] {
  const steps: Step[] = [];
  for (let from = 0; from < 120; from++) {
    if (from & 0x88) {
      from += 7;
      continue;
    }
    const kind = squares[from]! * side;
    if (kind <= 0) continue;
    if (kind === PAWN) {
      addPawnSteps(squares, side, from, onlyTaking, steps);
      continue;
    }
    const slides = kind !== KNIGHT && kind !== KING;
    for (const step of STEPS[kind]!) {
      for (let to = from + step; (to & 0x88) === 0; to += step) {
        const taken = squares[to]! * -side;
        if (taken > 0 || (taken === 0 && !onlyTaking)) steps.push({ from, to, taken });
        if (taken !== 0 || !slides) break;
      }
    }
  }
  return steps;
}

function addPawnSteps(squares: Squares, side: number, from: number, onlyTaking: boolean, steps: Step[]): void {
  const forward = -16 * side;
  for (const to of [from + forward - 1, from + forward + 1]) {
    const taken = to & 0x88 ? 0 : squares[to]! * -side;
    if (taken > 0) steps.push({ from, to, taken });
  }
  const to = from + forward;
  if (onlyTaking || to & 0x88 || squares[to] !== 0) return;
  steps.push({ from, to, taken: 0 });
  const atHome = from >> 4 === (side > 0 ? 6 : 1);
  if (atHome && squares[to + forward] === 0) steps.push({ from, to: to + forward, taken: 0 });
}

/** Material, a bonus for pieces near the centre, and pawns that have come far. */
function estimate(squares: Squares, side: number): number {
  let sum = 0;
  for (let at = 0; at < 120; at++) {
    const piece = squares[at]!;
    if (piece === 0) continue;
    const kind = Math.abs(piece);
    const row = at >> 4;
    const centre = 7 - Math.abs(2 * (at & 15) - 7) + 7 - Math.abs(2 * row - 7);
    const advance = piece > 0 ? 6 - row : row - 1;
    const place = kind === KING ? -centre : kind === PAWN ? centre + 4 * advance : kind === QUEEN ? centre : 2 * centre;
    sum += Math.sign(piece) * (VALUES[kind]! + place);
  }
  return sum * side;
}

const bestFirst = (squares: Squares, steps: Step[]): Step[] =>
  steps.sort((a, b) => 16 * b.taken - Math.abs(squares[b.from]!) - (16 * a.taken - Math.abs(squares[a.from]!)));

function withStep<T>(squares: Squares, { from, to }: Step, side: number, look: () => T): T {
  const piece = squares[from]!;
  const taken = squares[to]!;
  squares[to] = piece * side === PAWN && (to < 16 || to >= 112) ? side * QUEEN : piece;
  squares[from] = 0;
  const seen = look();
  squares[from] = piece;
  squares[to] = taken;
  return seen;
}

const inCheck = (squares: Squares, side: number): boolean =>
  stepsOf(squares, -side, true).some((step) => step.taken === KING);

function search(squares: Squares, side: number, depth: number, alpha: number, beta: number, budget: Budget): number {
  budget.left--;
  const quiet = depth <= 0;
  const steps = bestFirst(squares, stepsOf(squares, side, quiet));
  if (steps[0]?.taken === KING) return KING_TAKEN;
  let best = quiet ? estimate(squares, side) : -KING_TAKEN;
  if (quiet && (depth <= -QUIET_DEPTH || budget.left <= 0)) return best;
  for (const step of steps) {
    if (best >= beta) break;
    const floor = Math.max(alpha, best);
    const value = withStep(squares, step, side, () => -search(squares, -side, depth - 1, -beta, -floor, budget));
    best = Math.max(best, value);
    if (budget.left <= 0 && best > -KING_TAKEN) break;
  }
  if (!quiet && best === -KING_TAKEN) return inCheck(squares, side) ? -MATE - depth : 0;
  return best;
}

/**
 * What a listed move is worth to the side that makes it, looking `depth` further moves ahead and then at captures. Of a
 * move that is worth no more than `floor` only that is found out.
 */
export function rateMove(fen: string, uci: string, depth: number, floor: number, budget: Budget): number {
  const side = fen.split(' ', 2)[1] === 'w' ? 1 : -1;
  const after = squaresAfter(squaresOf(fen), uci, side);
  return -search(after, -side, depth, -KING_TAKEN, -Math.max(floor, -KING_TAKEN), budget);
}

/** What stands on the square a move goes to, in hundredths of a pawn. */
export const valueTaken = (fen: string, uci: string): number =>
  VALUES[Math.abs(squaresOf(fen)[squareAt(uci.slice(2))]!)]!;
