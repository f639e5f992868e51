import { counted } from '../shared/counted.ts';
import type { Cell } from './board.ts';
import type { GomokuView } from './rules.ts';

/** Letters A to O from the left, numbers from the top. */
export const cellName = ({ row, col }: Cell): string => `${String.fromCharCode(65 + col)}${row + 1}`;

/** With what is on it. */
export function fullName({ board, sealedStones }: GomokuView, cell: Cell): string {
  const stone = board[cell.row]![cell.col];
  if (!stone) return cellName(cell);
  const isSealed = sealedStones.some(({ row, col }) => row === cell.row && col === cell.col);
  return `${cellName(cell)}, ${stone === 1 ? 'black' : 'white'} stone${isSealed ? ', sealed' : ''}`;
}

const COLORS = ['Black', 'White'];

export function told({ lastMove, lastSkillEffect, moveCount }: GomokuView): string[] {
  if (moveCount === 0) return [];
  if (lastSkillEffect) {
    const { skill, caster, target, affectedCells } = lastSkillEffect;
    const where = skill === 'rewind' ? '' : ` ${cellName(target)}`;
    const changed = affectedCells?.length ? `, ${counted(affectedCells.length, 'cell')} changed` : '';
    return [`${COLORS[caster]}: ${skill}${where}${changed}`];
  }
  return lastMove ? [`${COLORS[(moveCount - 1) % 2]} ${cellName(lastMove)}`] : [];
}

export function summary({ board, toMove, energy, sealedStones, result }: GomokuView, names: string[]): string {
  const stones = (stone: number) =>
    board.flatMap((line, row) => line.flatMap((one, col) => (one === stone ? [cellName({ row, col })] : [])));
  const turn = toMove === null ? `Over: ${result?.reason ?? ''}.` : `${names[toMove]} to move.`;
  const seals = sealedStones.map(cellName).join(' ') || 'none';
  return `Skill Gomoku. ${turn} Black: ${stones(1).join(' ') || 'none'}. White: ${stones(2).join(' ') || 'none'}. Energy ${energy[0]} and ${energy[1]}. Sealed: ${seals}.`;
}
