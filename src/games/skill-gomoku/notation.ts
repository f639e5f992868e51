import type { Cell } from './board.ts';
import { onBoard } from './board.ts';
import type { GomokuMove, Skill } from './state.ts';
import { COST } from './state.ts';

const COLUMNS = 'ABCDEFGHIJKLMNO';

/** "H8" is column 7, row 7: letters A to O from the left, numbers 1 to 15 from the top. */
export const printCell = ({ row, col }: Cell): string => `${COLUMNS[col] ?? '?'}${row + 1}`;

export const printMove = (move: GomokuMove): string =>
  move.type === 'place'
    ? printCell(move)
    : move.skill === 'rewind'
      ? 'rewind'
      : `${move.skill} ${printCell(move.target)}`;

export function parseMove(text: string): GomokuMove | undefined {
  const words = text.trim().split(/\s+/);
  if (words.length === 1) {
    if (words[0]!.toLowerCase() === 'rewind') return { type: 'skill', skill: 'rewind' };
    const cell = parseCell(words[0]!);
    return cell && { type: 'place', ...cell };
  }
  const skill = words[0]!.toLowerCase();
  const target = words.length === 2 ? parseCell(words[1]!) : undefined;
  if (!target || !isSkill(skill)) return undefined;
  return { type: 'skill', skill, target };
}

const isSkill = (word: string): word is Skill => Object.hasOwn(COST, word);

function parseCell(text: string): Cell | undefined {
  const [, letter, number] = /^([a-o])(\d{1,2})$/i.exec(text) ?? [];
  if (!letter) return undefined;
  const cell = { row: Number(number) - 1, col: COLUMNS.indexOf(letter.toUpperCase()) };
  return onBoard(cell) ? cell : undefined;
}
