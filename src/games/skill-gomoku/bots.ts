import type { Bots, Random, Seat } from '../../core/game.ts';
import type { Cell, Content, Stone } from './board.ts';
import type { Board } from './lines.ts';
import { cells, forcedWin, other, promise, WIN, winningCells } from './lines.ts';
import type { GomokuView } from './rules.ts';
import type { GomokuMove } from './state.ts';
import { COST, REWIND_MOVES, stoneOf } from './state.ts';

/** An own promise counts a little more than the opponent's: the mover is first. */
const urgency = (board: Board, cell: Cell, stone: Stone): number => {
  const mine = promise(board, cell, stone);
  return mine >= WIN ? 10 * WIN : 1.1 * mine + promise(board, cell, other(stone));
};

const place = ({ row, col }: Cell): GomokuMove => ({ type: 'place', row, col });

function freeCells({ board, quietZoneCells }: GomokuView, stone: Stone): Cell[] {
  const barred = new Set(quietZoneCells.filter((cell) => cell.owner !== stone).map(({ row, col }) => `${row}/${col}`));
  return cells(board, 0).filter(({ row, col }) => !barred.has(`${row}/${col}`));
}

/** Cells with a stone at most two away; the centre while there is none. */
function near(board: Board, free: Cell[]): Cell[] {
  const close = free.filter(({ row, col }) => {
    for (let down = -2; down <= 2; down++) {
      for (let right = -2; right <= 2; right++) if (board[row + down]?.[col + right]) return true;
    }
    return false;
  });
  const centre = free.filter(({ row, col }) => row === 7 && col === 7);
  return close.length ? close : centre.length ? centre : free;
}

function withContent(board: Board, { row, col }: Cell, content: Content): Board {
  return board.map((line, i) => (i === row ? line.map((held, j) => (j === col ? content : held)) : line));
}

/** For the rare turn on which every empty cell is barred. */
function anySkill(view: GomokuView, seat: Seat): GomokuMove {
  if (view.energy[seat]! >= COST.uproot) return { type: 'skill', skill: 'uproot', target: { row: 7, col: 7 } };
  const loose = looseStones(view, stoneOf(seat))[0];
  return loose ? { type: 'skill', skill: 'stillwater', target: loose } : { type: 'skill', skill: 'rewind' };
}

const looseStones = ({ board, sealedStones }: GomokuView, stone: Stone): Cell[] =>
  cells(board, stone).filter(({ row, col }) => !sealedStones.some((seal) => seal.row === row && seal.col === col));

function best<T>(list: readonly T[], value: (item: T) => number, random: Random): T {
  const valued = list.map((item) => ({ item, value: value(item) }));
  const top = Math.max(...valued.map((entry) => entry.value));
  return random.pick(valued.filter((entry) => entry.value === top)).item;
}

/** Takes the sting out of threats that no single stone can stop. */
function rescue(view: GomokuView, seat: Seat, random: Random): GomokuMove | undefined {
  const { board, energy, latestSkill, moveCount, rewound } = view;
  const theirs = stoneOf(1 - seat);
  const threats = (position: Board) => winningCells(position, theirs).length;
  if (energy[seat]! >= COST.sandstorm && latestSkill[seat] !== 'sandstorm') {
    const targets = looseStones(view, theirs);
    if (targets.length) {
      const target = best(targets, (stone) => -threats(withContent(board, stone, 0)), random);
      if (threats(withContent(board, target, 0)) === 0) return { type: 'skill', skill: 'sandstorm', target };
    }
  }
  const canRewind = energy[seat]! >= COST.rewind && !rewound[seat] && latestSkill[1 - seat] !== 'rewind';
  return canRewind && moveCount >= REWIND_MOVES ? { type: 'skill', skill: 'rewind' } : undefined;
}

function easy(view: GomokuView, seat: Seat, random: Random): GomokuMove {
  const free = freeCells(view, stoneOf(seat));
  if (free.length === 0) return anySkill(view, seat);
  const wins = free.filter((cell) => promise(view.board, cell, stoneOf(seat)) >= WIN);
  return place(random.pick(wins.length ? wins : near(view.board, free)));
}

function medium(view: GomokuView, seat: Seat, random: Random): GomokuMove {
  const free = freeCells(view, stoneOf(seat));
  if (free.length === 0) return anySkill(view, seat);
  return place(best(near(view.board, free), (cell) => urgency(view.board, cell, stoneOf(seat)), random));
}

function hard(view: GomokuView, seat: Seat, random: Random): GomokuMove {
  const { board } = view;
  const [mine, theirs] = [stoneOf(seat), stoneOf(1 - seat)];
  const free = freeCells(view, mine);
  const isFree = ({ row, col }: Cell) => free.some((cell) => cell.row === row && cell.col === col);
  const wins = winningCells(board, mine).filter(isFree);
  if (wins.length) return place(random.pick(wins));
  const threats = winningCells(board, theirs);
  if (threats.length > 1 || (threats[0] && !isFree(threats[0]))) {
    const rescued = rescue(view, seat, random);
    if (rescued) return rescued;
  }
  if (threats.length === 0) {
    const forced = forcedWin(board, mine);
    if (forced && isFree(forced)) return place(forced);
  }
  return medium(view, seat, random);
}

export const skillGomokuBots: Bots<GomokuView, GomokuMove> = [
  { name: 'easy', play: (view, _turn, seat, random) => easy(view, seat, random) },
  { name: 'medium', play: (view, _turn, seat, random) => medium(view, seat, random) },
  { name: 'hard', play: (view, _turn, seat, random) => hard(view, seat, random) },
];
