import { expect, it } from 'vitest';
import { stateAt } from '../../../../games/chess/rules.ts';
import { textOf } from '../line.ts';
import { drawBoard, sideOf } from './board.ts';

const drawn = (game: string, view: unknown, width = 50): string =>
  `\n${drawBoard(game, view, width).map(textOf).join('\n')}\n`;

it('tic-tac-toe shows marks, and numbers where one can play', () => {
  expect(drawn('ttt', { board: ['X', '.', 'O', '.', 'X', '.', '.', '.', '.'] })).toMatchInlineSnapshot(`
    "
     X │ 1 │ O 
    ───┼───┼───
     3 │ X │ 5 
    ───┼───┼───
     6 │ 7 │ 8 
    "
  `);
});

it('Connect Four shows discs over column numbers', () => {
  const board = [...Array(4).fill(Array(7).fill('.')), [...'...O...'], [...'..XXO..']];
  expect(drawn('c4', { board })).toMatchInlineSnapshot(`
    "
     · · · · · · ·
     · · · · · · ·
     · · · · · · ·
     · · · · · · ·
     · · · O · · ·
     · · X X O · ·
     0 1 2 3 4 5 6
    "
  `);
});

it('chess shows letters, White in capitals', () => {
  const { fen, check } = stateAt('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3');
  expect(drawn('chess', { fen, check })).toMatchInlineSnapshot(`
    "
    8 r n b · k b n r
    7 p p p p · p p p
    6 · · · · · · · ·
    5 · · · · p · · ·
    4 · · · · · · P q
    3 · · · · · P · ·
    2 P P P P P · · P
    1 R N B Q K B N R
      a b c d e f g h
      Check
    "
  `);
});

it('go shows stones with lines and letters, without I', () => {
  const board = Array.from({ length: 9 }, (_, row) =>
    Array.from({ length: 9 }, (_, c) => (row === 5 && c < 3 ? c : 0)),
  );
  expect(drawn('go', { board })).toMatchInlineSnapshot(`
    "
    9 · · · · · · · · ·
    8 · · · · · · · · ·
    7 · · · · · · · · ·
    6 · · · · · · · · ·
    5 · · · · · · · · ·
    4 · X O · · · · · ·
    3 · · · · · · · · ·
    2 · · · · · · · · ·
    1 · · · · · · · · ·
      A B C D E F G H J
    "
  `);
});

it('6.4 any other game is described by its view, without tricks in its texts', () => {
  const view = {
    round: 3,
    grid: Array.from({ length: 40 }, () => Array(40).fill(7)).slice(0, 3),
    players: [
      { name: 'ann\x1b[31m', score: 2 },
      { name: 'bob', score: 1 },
    ],
    speech: 'A long speech that does not fit on one line and is wrapped at the words, as it should be.',
    winner: null,
  };
  expect(drawn('debate', view, 40)).toMatchInlineSnapshot(`
    "
    round: 3
    winner: -
    grid: 
        7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7…
        7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7…
        7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7…
    players: 
      name ann[31m, score 2
      name bob, score 1
    speech: 
      A long speech that does not fit on one 
      line and is wrapped at the words, as 
      it should be. 
    "
  `);
});

it('a view that is very deep or long stays small', () => {
  let deep: unknown = 'bottom '.repeat(20);
  for (let i = 0; i < 1000; i++) deep = { deep };
  expect(drawBoard('odd', deep, 40).length).toBeLessThan(20);
  expect(drawBoard('odd', Array(5000).fill({ a: 'x'.repeat(100) }), 40).length).toBeLessThanOrEqual(200);
});

it('sides have the names that players of the game know', () => {
  expect([sideOf('ttt', 0), sideOf('chess', 1), sideOf('clawpoly', 2)]).toEqual(['X', 'Black', 'Seat 3']);
});

it.each([
  ['ttt', { board: ['X', 'O', ...Array(7).fill('.')], last: 1 }, ['O']],
  ['c4', { board: [...Array(5).fill(Array(7).fill('.')), [...'..X....']], last: [5, 2] }, ['X']],
  [
    'chess',
    { fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', check: false, last: { from: 'e2', to: 'e4' } },
    ['P', '·'],
  ],
  [
    'go',
    {
      board: Array.from({ length: 9 }, (_, row) => Array.from({ length: 9 }, (_, c) => (row === 5 && c === 3 ? 2 : 0))),
      last: { point: 'D4' },
    },
    ['O'],
  ],
])('the last move is marked on the board of %s', (game, view, marked) => {
  const spans = drawBoard(game, view, 50).flat();
  expect(spans.filter(({ style }) => style === 'chosen' || style?.endsWith('-new')).map(({ text }) => text)).toEqual(
    marked,
  );
});
