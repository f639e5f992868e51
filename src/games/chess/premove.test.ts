import { expect, test } from 'vitest';
import { legalMoves } from './legal.ts';
import { reachable } from './premove.ts';
import { placed } from './words.ts';

const POSITIONS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3',
];

test.for(POSITIONS)('every legal move of %s can be laid down before it is one', (fen) => {
  const reach = new Map(placed(fen).map((one) => [one.square, reachable(one)]));
  for (const { uci } of legalMoves(fen)) expect(reach.get(uci.slice(0, 2))).toContain(uci.slice(2, 4));
});

test('a piece reaches what is on the board alone, and its own kind of squares', () => {
  const [king, pawn] = placed('8/8/8/8/8/8/P7/K7 w - - 0 1').toReversed();
  expect(reachable(king!).sort()).toEqual(['a2', 'b1', 'b2']);
  expect(reachable(pawn!).sort()).toEqual(['a3', 'a4', 'b3']);
});
