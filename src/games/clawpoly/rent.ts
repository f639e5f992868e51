import { BOARD, groupOf } from './board.ts';
import { isBuilt, levelOf } from './building.ts';
import type { Holding } from './state.ts';

export const UTILITY_FACTOR = { one: 4, both: 10 };

/** What a visitor who came by a roll of `total` owes the owner; nothing for a free or mortgaged square. */
export function rentOf(squares: readonly Holding[], index: number, total: number): number {
  const { owner, mortgaged } = squares[index]!;
  if (owner === null || mortgaged) return 0;
  const { type, rent } = BOARD[index]!;
  const group = groupOf(index);
  const owned = group.filter((other) => squares[other]!.owner === owner).length;
  if (type === 'current') return rent[owned - 1]!;
  if (type === 'utility') return total * (owned === group.length ? UTILITY_FACTOR.both : UTILITY_FACTOR.one);
  const doubled = owned === group.length && !isBuilt(squares, index);
  return rent[levelOf(squares[index]!)]! * (doubled ? 2 : 1);
}
