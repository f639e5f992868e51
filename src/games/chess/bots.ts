import type { Bots, Random } from '../../core/game.ts';
import { legalMoves } from './legal.ts';
import type { Move, View } from './rules.ts';
import { rateMove, valueTaken } from './search.ts';

const POSITIONS_PER_MOVE = 6_000;

/** Takes something in half of the cases where it can, else moves anywhere. */
function greedy({ fen }: View, random: Random): Move {
  const moves = legalMoves(fen).map(({ uci }) => uci);
  const taking = moves.filter((uci) => valueTaken(fen, uci) > 0);
  return { uci: random.pick(taking.length && random.int(2) ? taking : moves) };
}

function best({ fen, moves: played }: View, depth: number, random: Random): Move {
  const chance = played.length < 8 ? 20 : 4;
  let chosen = { uci: '', value: Number.NEGATIVE_INFINITY };
  for (const { uci, san } of random.shuffle(legalMoves(fen))) {
    if (san.endsWith('#')) return { uci };
    const floor = chosen.value - chance;
    const value = rateMove(fen, uci, depth, floor, { left: POSITIONS_PER_MOVE }) + random.int(chance);
    if (value > chosen.value) chosen = { uci, value };
  }
  return { uci: chosen.uci };
}

export const chessBots: Bots<View, Move> = [
  { name: 'easy', play: (view, _turn, _seat, random) => greedy(view, random) },
  { name: 'medium', play: (view, _turn, _seat, random) => best(view, 0, random) },
  { name: 'hard', play: (view, _turn, _seat, random) => best(view, 3, random), slow: true },
];
