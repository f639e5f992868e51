import type { Refusal, Seat } from '../../core/game.ts';
import type { Cell } from './board.ts';
import { at, emptyCells, onBoard, stonesOf } from './board.ts';
import type { RefusalCode } from './refusals.ts';
import { refuse } from './refusals.ts';
import { isQuietFor, isSealed } from './seals.ts';
import type { GomokuMove, GomokuState, Skill } from './state.ts';
import { COST, REWIND_MOVES, stoneOf, toMove } from './state.ts';

/** Why the move is not allowed, or nothing. */
export function refusal(state: GomokuState, seat: Seat, move: GomokuMove): Refusal<RefusalCode> | undefined {
  if (state.result) return refuse('over');
  if (seat !== toMove(state)) return refuse('not-your-turn');
  if (move.type === 'place') return placeRefusal(state, seat, move);
  return skillRefusal(state, seat, move.skill) ?? targetRefusal(state, seat, move);
}

function placeRefusal({ board, seals }: GomokuState, seat: Seat, cell: Cell): Refusal<RefusalCode> | undefined {
  if (!onBoard(cell)) return refuse('off-board');
  if (at(board, cell) !== 0) return refuse('taken');
  return isQuietFor(seals, cell, stoneOf(seat)) ? refuse('quiet-zone') : undefined;
}

/** What speaks against the skill, whatever its target. */
function skillRefusal(state: GomokuState, seat: Seat, skill: Skill): Refusal<RefusalCode> | undefined {
  const energy = state.energy[seat]!;
  const cost = COST[skill];
  if (energy < cost) {
    return {
      code: 'low-energy',
      reason: `${skill} costs ${cost} energy; you have ${energy}.`,
      context: { cost, energy },
    };
  }
  if (skill === 'sandstorm' && state.latestSkill[seat] === 'sandstorm') {
    return refuse('sandstorm-again');
  }
  if (skill !== 'rewind') return undefined;
  if (state.rewound[seat]) return refuse('rewind-again');
  if (state.moveCount < REWIND_MOVES) return refuse('rewind-too-early');
  if (state.latestSkill[1 - seat] === 'rewind') return refuse('rewind-answered');
  return undefined;
}

function targetRefusal(
  { board, seals }: GomokuState,
  seat: Seat,
  move: GomokuMove & { type: 'skill' },
): Refusal<RefusalCode> | undefined {
  if (move.skill === 'rewind') return undefined;
  const { skill, target } = move;
  if (!onBoard(target)) return refuse('target-off-board');
  if (skill === 'uproot') return undefined;
  const wanted = skill === 'stillwater' ? stoneOf(seat) : stoneOf(1 - seat);
  if (at(board, target) !== wanted) {
    return skill === 'stillwater' ? refuse('not-your-stone') : refuse('not-their-stone');
  }
  return isSealed(seals, target) ? refuse('stone-sealed') : undefined;
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
