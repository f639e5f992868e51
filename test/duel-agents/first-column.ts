import type { Bot } from '../../src/core/game.ts';

/** Connect Four: the first column that is not full. */
const bot: Bot<{ board: string[][] }, { column: number }> = ({ board }) => ({ column: board[0]!.indexOf('.') });
export default bot;
