import { Chess } from 'chess.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepRandom } from '../../core/random.ts';
import { chessBots } from './bots.ts';
import type { State } from './rules.ts';
import { chess, stateAt } from './rules.ts';

const random = stepRandom('00'.repeat(32), 0);
const start = () => chess.start({}, 2, random);
const CASTLING = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

const turnOf = (state: State) => {
  const status = chess.status(state);
  if (status.kind === 'over') throw new Error(`over: ${status.reason}`);
  return status;
};

/** Plays moves given as text, each read by the game itself. */
function playText(from: State, texts: string): State {
  return texts.split(' ').reduce((state, text) => {
    const seat = turnOf(state).must[0]!;
    const move = chess.text?.parse(state, seat, text);
    if (!move) throw new Error(`cannot read ${text}`);
    const refused = chess.check(state, { seat, move });
    if (refused) throw new Error(refused.reason);
    return chess.play(state, [{ seat, move }], random);
  }, from);
}

function perft(state: State, depth: number): number {
  const moves = chess.moves!(state, 0);
  if (depth === 1) return moves.length;
  return moves.reduce((sum, move) => sum + perft(chess.play(state, [{ seat: 0, move }], random), depth - 1), 0);
}

describe('chess', () => {
  it('starts with white, seat 0, to move', () => {
    expect(chess.view(start(), 'spectator')).toEqual({
      fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      toMove: 0,
      check: false,
      last: null,
      moves: [],
      drawReason: null,
    });
    expect(turnOf(start())).toEqual({ kind: 'turn', number: 0, must: [0] });
  });

  it('shows the last move, all moves in SAN, and a check', () => {
    expect(chess.view(playText(start(), 'e4 f6 Qh5+'), 1)).toEqual({
      fen: 'rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2',
      toMove: 1,
      check: true,
      last: { san: 'Qh5+', uci: 'd1h5', from: 'd1', to: 'h5' },
      moves: ['e4', 'f6', 'Qh5+'],
      drawReason: null,
    });
  });

  it.each([
    ['the start', start().fen, 3, 8902],
    ['castling, en passant and pins', CASTLING, 2, 2039],
    ['promotions', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 3, 9467],
    ['checks found by en passant', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 3, 2812],
  ])('counts the lines of play from %s', (_name, fen, depth, count) => {
    expect(perft(stateAt(fen), depth)).toBe(count);
  });

  it('lists the same moves in the same SAN as the library, through random games', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 20, maxLength: 60 }), (choices) => {
        const reference = new Chess();
        let state = start();
        for (const choice of choices) {
          const moves = chess.moves!(state, 0);
          const texts = moves.map((move) => chess.text!.print(state, move));
          expect(texts.toSorted()).toEqual(reference.moves().toSorted());
          expect(chess.status(state).kind === 'over').toBe(reference.isGameOver());
          if (moves.length === 0 || reference.isGameOver()) break;
          reference.move(texts[choice % texts.length]!);
          state = chess.play(state, [{ seat: 0, move: moves[choice % moves.length]! }], random);
          expect(state.fen).toBe(reference.fen());
        }
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    ["fool's mate", start().fen, 'f3 e5 g4 Qh4#', { ranks: [2, 1], scores: [0, 1], reason: 'checkmate' }, null],
    [
      'a mate by white',
      '7k/8/6K1/8/8/8/8/R7 w - - 0 1',
      'Ra8#',
      { ranks: [1, 2], scores: [1, 0], reason: 'checkmate' },
      null,
    ],
    [
      'stalemate',
      '7k/8/5KQ1/8/8/8/8/8 w - - 0 1',
      'Qf7',
      { ranks: [1, 1], scores: [0.5, 0.5], reason: 'stalemate' },
      null,
    ],
    ['two kings', '7k/8/8/8/8/8/1p6/K7 w - - 0 1', 'Kxb2', { ranks: [1, 1], reason: 'draw' }, 'insufficient material'],
    ['king and knight', '7k/8/8/8/8/8/1p6/K6N w - - 0 1', 'Kxb2', { reason: 'draw' }, 'insufficient material'],
    ['bishops of one colour', '7k/8/8/8/5b2/8/1p6/K1B5 w - - 0 1', 'Kxb2', { reason: 'draw' }, 'insufficient material'],
    ['fifty moves', '7k/8/8/8/8/8/R7/K7 w - - 99 80', 'Rb2', { scores: [0.5, 0.5], reason: 'draw' }, 'fifty moves'],
    ['a mate on the fiftieth move', '7k/8/6K1/8/8/8/8/R7 w - - 99 80', 'Ra8', { reason: 'checkmate' }, null],
    [
      'a position for the third time',
      start().fen,
      'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8',
      { ranks: [1, 1], reason: 'draw' },
      'threefold repetition',
    ],
  ])('ends with %s', (_name, fen, texts, over, drawReason) => {
    const state = playText(stateAt(fen), texts);
    expect(chess.status(state)).toMatchObject({ kind: 'over', ...over });
    expect(chess.view(state, 'spectator')).toMatchObject({ toMove: null, drawReason });
    expect(chess.moves?.(state, 0)).toEqual([]);
  });

  it.each([
    ['opposite bishops', '7k/8/8/8/6b1/8/1p6/K1B5 w - - 0 1', 'Kxb2'],
    ['a lone pawn', '7k/8/8/8/8/7p/1p6/K7 w - - 0 1', 'Kxb2'],
    ['a position for the second time', start().fen, 'Nf3 Nf6 Ng1 Ng8'],
    [
      'the same pieces with other castling rights',
      '4k2r/8/8/8/8/8/8/4K2R w K - 0 1',
      'Rg1 Rg8 Rh1 Rh8 Rg1 Rg8 Rh1 Rh8',
    ],
    ['99 half moves without a capture', '7k/8/8/8/8/8/R7/K7 w - - 98 80', 'Rb2'],
  ])('goes on with %s', (_name, fen, texts) => {
    expect(chess.status(playText(stateAt(fen), texts)).kind).toBe('turn');
  });

  it('forgets earlier positions when a pawn moves, and not before', () => {
    expect(playText(start(), 'Nf3 Nf6 Ng1').repeatable).toHaveLength(4);
    expect(playText(start(), 'Nf3 Nf6 Ng1 e5').repeatable).toHaveLength(1);
  });

  it.each([
    ['a jump over a piece', start().fen, 'a1a3'],
    ['a piece of the other side', start().fen, 'e7e5'],
    ['an empty square', start().fen, 'e4e5'],
    ['a king that stays in check', '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1', 'e1f2'],
    ['a pinned piece', '4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1', 'e2c3'],
    ['castling through check', '4k3/8/8/8/8/5r2/8/4K2R w K - 0 1', 'e1g1'],
    ['a promotion without a piece', '8/P6k/8/8/8/8/8/K7 w - - 0 1', 'a7a8'],
    ['a promotion of what is no pawn on its last rank', start().fen, 'e2e4q'],
  ])('refuses %s', (_name, fen, uci) => {
    expect(chess.check(stateAt(fen), { seat: 0, move: { uci } })).toEqual({
      code: 'not-legal',
      reason: `${uci} is not a legal move in ${fen}.`,
    });
  });

  it.each([
    ['SAN', start().fen, 'Nf3', 'g1f3'],
    ['UCI', start().fen, 'g1f3', 'g1f3'],
    ['SAN with +', CASTLING, 'Bxa6', 'e2a6'],
    ['SAN without +', '7k/8/6K1/8/8/8/8/R7 w - - 0 1', 'Ra8', 'a1a8'],
    ['SAN with #', '7k/8/6K1/8/8/8/8/R7 w - - 0 1', 'Ra8#', 'a1a8'],
    ['SAN with a comment', start().fen, 'e4!?', 'e2e4'],
    ['castling with letters', CASTLING, 'O-O', 'e1g1'],
    ['castling with zeros', CASTLING, '0-0-0', 'e1c1'],
    ['castling as the king walks', CASTLING, 'e1g1', 'e1g1'],
    ['a promotion', '8/P6k/8/8/8/8/8/K7 w - - 0 1', 'a8=Q', 'a7a8q'],
    ['a promotion without =', '8/P6k/8/8/8/8/8/K7 w - - 0 1', 'a8N', 'a7a8n'],
    ['the file of one of two knights', '7k/8/8/8/8/8/8/KN3N2 w - - 0 1', 'Nfd2', 'f1d2'],
    ['the rank of one of two rooks', 'R6k/8/8/8/8/8/8/R3K3 w - - 0 1', 'R1a4', 'a1a4'],
    ['the square of one of three queens', '1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1', 'Qh4e1', 'h4e1'],
    ['en passant', '7k/8/8/3pP3/8/8/8/K7 w - d6 0 1', 'exd6', 'e5d6'],
  ])('reads %s', (_name, fen, text, uci) => {
    expect(chess.text?.parse(stateAt(fen), 0, text)).toEqual({ uci });
  });

  it.each(['', 'e5', 'Nd2', 'xyz', '--', 'O-O', 'e9', 'P', 'nf3'])('reads no move in %j at the start', (text) => {
    expect(chess.text?.parse(start(), 0, text)).toBeUndefined();
  });

  it('prints SAN', () => {
    expect(chess.text?.print(start(), { uci: 'g1f3' })).toBe('Nf3');
    expect(chess.text?.print(stateAt(CASTLING), { uci: 'e1c1' })).toBe('O-O-O');
  });
});

describe('the bots of chess', () => {
  const choice = (name: string, fen: string): string => {
    const state = stateAt(fen);
    const seat = turnOf(state).must[0]!;
    const bot = chessBots.find((known) => known.name === name)!;
    return bot.play(chess.view(state, seat), turnOf(state), seat, random).uci;
  };

  it.each(['medium', 'hard'])('give mate where they can: %s', (name) => {
    expect(choice(name, '7k/8/6K1/8/8/8/8/R7 w - - 0 1')).toBe('a1a8');
  });

  it.each(['medium', 'hard'])('take a queen that hangs: %s', (name) => {
    expect(choice(name, 'k7/8/8/3q4/8/4N3/8/K7 w - - 0 1')).toBe('e3d5');
  });

  it('leave a guarded pawn alone', () => {
    expect(choice('medium', 'k7/4p3/3p4/8/8/8/3Q4/K7 w - - 0 1')).not.toBe('d2d6');
  });

  it('see a mate in two when they are hard', () => {
    expect(['a1a7', 'b1b7']).toContain(choice('hard', '7k/8/8/8/8/8/8/RR5K w - - 0 1'));
  });

  it('do not take stalemate for a win', () => {
    expect(choice('hard', '7k/5K2/8/6Q1/8/8/8/8 w - - 0 1')).not.toBe('g5g6');
  });
});
