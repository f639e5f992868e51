import type { Random } from '../../core/game.ts';
import type { Cell } from './board.ts';
import { fiveThrough, indexOf } from './board.ts';

/**
 * Spreads what stands on the cells anew over the same cells: any arrangement but the present one that makes no five is
 * as likely as the other. If there is none, the board stays as it is.
 */
export function redistribute(board: string, cells: readonly Cell[], random: Random): string {
  const present = cells.map((cell) => board[indexOf(cell)]!).join('');
  const left = arrangements(present).filter((arrangement) => arrangement !== present);
  while (left.length) {
    const drawn = random.int(left.length);
    const next = arranged(board, cells, left[drawn]!);
    if (!cells.some((cell) => fiveThrough(next, cell))) return next;
    left[drawn] = left.at(-1)!;
    left.pop();
  }
  return board;
}

/** Every different order of some digits. */
function arrangements(digits: string): string[] {
  if (digits.length <= 1) return [digits];
  return [...new Set(digits)].flatMap((first) => arrangements(digits.replace(first, '')).map((rest) => first + rest));
}

function arranged(board: string, cells: readonly Cell[], digits: string): string {
  const next = [...board];
  cells.forEach((cell, i) => {
    next[indexOf(cell)] = digits[i]!;
  });
  return next.join('');
}
