import { describe, expect, test } from 'vitest';
import type { Opening } from '../games/shared/manifest.ts';
import { gameOf } from './fixture.ts';
import { fromBook, fromFile, orderBy, type Wanted } from './openings.ts';

const [chess, go] = [gameOf('chess'), gameOf('go')];
const noChance = orderBy('00'.repeat(32));
const wanted = (change: Partial<Wanted> = {}): Wanted => ({
  game: chess,
  options: {},
  seats: 2,
  count: 1000,
  plies: 1000,
  random: orderBy('11'.repeat(32)),
  ...change,
});

const PGN = `[Event "Book"]
[ECO "C60"]

1. e4 e5 2. Nf3 {a comment [with a bracket]} Nc6 (2... Nf6 3. Nxe5) 3. Bb5 $1 *

[Event "From a position"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]

1... Kd7 2. e4 *
`;

const EPD = `# a comment
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id "open";
4k3/8/8/8/8/8/4P3/4K3 b - - 5 20
`;

const SGF = '(;GM[1]SZ[9]GN[a \\] name];B[ee];W[cc](;B[gg];W[tt])(;B[gc]))\n(;SZ[13];B[dd])';

describe('the built-in book', () => {
  test.each([
    ['chess', {}, 60],
    ['c4', {}, 300],
    ['go', {}, 100],
    ['go', { size: 13 }, 50],
    ['go', { size: 19 }, 50],
  ])('of %s with %o has legal openings enough, none twice, none decided', (id, options, least) => {
    const { rules, openings } = gameOf(id);
    const book = openings!.book(options);
    expect(book.length).toBeGreaterThanOrEqual(least);
    expect(new Set(book.map(({ moves }) => JSON.stringify(moves))).size).toBe(book.length);
    for (const { name, moves } of book) {
      let state = rules.start(options, 2, noChance);
      for (const [ply, move] of moves.entries()) {
        const seatMove = { seat: ply % 2, move };
        expect([name, rules.check(state, seatMove)]).toEqual([name, undefined]);
        state = rules.play(state, [seatMove], noChance);
      }
      expect(rules.status(state).kind).toBe('turn');
    }
  });

  test('is not for games without one, nor for positions of one’s own', () => {
    expect(fromBook(wanted({ game: gameOf('ttt') }))).toEqual([]);
    expect(fromBook(wanted({ options: { fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' } }))).toEqual([]);
  });

  test('comes in the same order for the same seed, in another for another', () => {
    const [a, b, c] = ['11', '11', '22'].map((byte) =>
      fromBook(wanted({ random: orderBy(byte.repeat(32)), count: 9 })),
    );
    expect(a).toEqual(b);
    expect(a).not.toEqual(c);
    expect(a).toHaveLength(9);
  });
});

describe('openings from a file', () => {
  const byName = (openings: Opening[]) => openings.sort((a, b) => (a.name < b.name ? -1 : 1));

  test('PGN: main lines with tags, comments, variations and positions', () => {
    expect(byName(fromFile('book.pgn', PGN, wanted()))).toEqual([
      { name: 'C60', moves: ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5'].map((uci) => ({ uci })) },
      {
        name: 'From a position',
        options: { fen: '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1' },
        moves: [{ uci: 'e8d7' }, { uci: 'e2e4' }],
      },
    ]);
  });

  test('PGN: cut to so many plies', () => {
    for (const { moves } of fromFile('book.pgn', PGN, wanted({ plies: 1 }))) expect(moves).toHaveLength(1);
  });

  test('EPD: positions, with operations or as FEN', () => {
    expect(byName(fromFile('book.epd', EPD, wanted())).map(({ options }) => options)).toEqual([
      { fen: '4k3/8/8/8/8/8/4P3/4K3 b - - 5 20' },
      { fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1' },
    ]);
  });

  test('SGF: main lines of every game in it, on boards of their size', () => {
    expect(byName(fromFile('book.sgf', SGF, wanted({ game: go })))).toEqual([
      { name: 'SGF', options: { size: 13 }, moves: [{ point: 'D10' }] },
      {
        name: 'a ] name',
        options: { size: 9 },
        moves: [{ point: 'E5' }, { point: 'C7' }, { point: 'G3' }, { pass: true }],
      },
    ]);
  });

  test('no more than are used are read', () => {
    expect(fromFile('book.pgn', PGN, wanted({ count: 1 }))).toHaveLength(1);
  });

  test.each([
    ['book.pgn', '1. e4 e5 2. Ke3 *', chess, /opening 1 of book.pgn/],
    ['book.pgn', '1. f3 e5 2. g4 Qh4# 0-1', chess, /over with it/],
    ['book.pgn', '', chess, /no opening/],
    ['book.epd', 'rubbish w - -', chess, /opening 1 of book.epd/],
    ['book.sgf', '(;SZ[9]AB[ee];W[cc])', go, /sets up stones/],
    ['book.sgf', '(;SZ[9];W[cc])', go, /out of turn/],
    ['book.sgf', '(;SZ[9];B[cc];W[cc])', go, /illegal/],
    ['book.sgf', '(;SZ[9];B[zz])', go, /no point/],
    ['book.sgf', '(;GM[2];B[cc])', go, /another game/],
    ['book.sgf', '(B[cc])', go, /no SGF/],
    ['book.pgn', PGN, go, /none of \.sgf/],
    ['book.pgn', PGN, gameOf('ttt'), /not read from files/],
    ['book.txt', 'e4', chess, /none of \.pgn, \.epd, \.fen/],
  ])('%s with %j is refused with a sentence', (file, text, game, sentence) => {
    expect(() => fromFile(file, text, wanted({ game }))).toThrow(sentence);
  });
});
