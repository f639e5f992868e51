import type { Seat } from '../../core/game.ts';
import type { Cell } from './board.ts';
import { at, emptyCells, onBoard, stonesOf } from './board.ts';
import { isQuietFor, isSealed } from './seals.ts';
import type { GomokuMove, GomokuState, Skill } from './state.ts';
import { COST, REWIND_MOVES, stoneOf, toMove } from './state.ts';

/** Why the move is not allowed, or nothing. */
export function refusal(state: GomokuState, seat: Seat, move: GomokuMove): string | undefined {
  if (state.result) return 'The match is over.';
  if (seat !== toMove(state)) return 'It is not your turn.';
  if (move.type === 'place') return placeRefusal(state, seat, move);
  return skillRefusal(state, seat, move.skill) ?? targetRefusal(state, seat, move);
}

function placeRefusal({ board, seals }: GomokuState, seat: Seat, cell: Cell): string | undefined {
  if (!onBoard(cell)) return 'That is not on the board.';
  if (at(board, cell) !== 0) return 'That cell is taken.';
  return isQuietFor(seals, cell, stoneOf(seat)) ? "That cell is in the opponent's quiet zone." : undefined;
}

/** What speaks against the skill, whatever its target. */
function skillRefusal(state: GomokuState, seat: Seat, skill: Skill): string | undefined {
  const energy = state.energy[seat]!;
  if (energy < COST[skill]) return `${skill} costs ${COST[skill]} energy; you have ${energy}.`;
  if (skill === 'sandstorm' && state.latestSkill[seat] === 'sandstorm') {
    return 'sandstorm cannot be used on two of your turns in a row.';
  }
  if (skill !== 'rewind') return undefined;
  if (state.rewound[seat]) return 'rewind can be used once in a match.';
  if (state.moveCount < REWIND_MOVES) return `rewind needs ${REWIND_MOVES} moves to go back.`;
  if (state.latestSkill[1 - seat] === 'rewind') return "rewind cannot answer the opponent's rewind.";
  return undefined;
}

function targetRefusal(
  { board, seals }: GomokuState,
  seat: Seat,
  move: GomokuMove & { type: 'skill' },
): string | undefined {
  if (move.skill === 'rewind') return undefined;
  const { skill, target } = move;
  if (!onBoard(target)) return 'The target is not on the board.';
  if (skill === 'uproot') return undefined;
  const wanted = skill === 'stillwater' ? stoneOf(seat) : stoneOf(1 - seat);
  if (at(board, target) !== wanted) {
    return skill === 'stillwater' ? 'stillwater needs a stone of yours.' : "sandstorm needs a stone of the opponent's.";
  }
  return isSealed(seals, target) ? 'That stone is sealed.' : undefined;
}

/** Every placement, then every skill that is allowed. A rewind is listed once. */
export function legalMoves(state: GomokuState, seat: Seat): GomokuMove[] {
  const { board } = state;
  const all: GomokuMove[] = emptyCells(board).map((cell) => ({ type: 'place', ...cell }));
  const aim = (skill: Exclude<Skill, 'rewind'>, targets: Cell[]) => {
    if (skillRefusal(state, seat, skill)) return;
    for (const target of targets) all.push({ type: 'skill', skill, target });
  };
  const mine = stonesOf(board, stoneOf(seat));
  const theirs = stonesOf(board, stoneOf(1 - seat));
  aim('uproot', [...emptyCells(board), ...mine, ...theirs]);
  aim('stillwater', mine);
  aim('sandstorm', theirs);
  all.push({ type: 'skill', skill: 'rewind' });
  return all.filter((move) => !refusal(state, seat, move));
}

/** Cheap where it matters: nearly always the first empty cell will do. */
export function canMove(state: GomokuState, seat: Seat): boolean {
  const { board, energy, seals } = state;
  if (emptyCells(board).some((cell) => !isQuietFor(seals, cell, stoneOf(seat)))) return true;
  return energy[seat]! > 0 && legalMoves(state, seat).length > 0;
}
