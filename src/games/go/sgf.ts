import type { Over, Void } from '../../core/game.ts';
import type { FinishedMatch } from '../shared/manifest.ts';
import { KOMI, type Move, type State } from './rules.ts';

const LETTERS = 'ABCDEFGHJKLMNOPQRST';
const plain = (text: string): string => text.replace(/[\\\]]/g, '\\$&');

/** SGF counts columns and rows from the top left, with letters. */
function point(move: Move, size: number): string {
  if ('pass' in move) return '';
  const column = LETTERS.indexOf(move.point[0]!);
  const row = size - Number(move.point.slice(1));
  return String.fromCharCode(97 + column, 97 + row);
}

function score(outcome: Over | Void): string {
  if (outcome.kind === 'void') return 'Void';
  const [black, white] = outcome.ranks;
  if (black === white) return '0';
  const winner = black! < white! ? 'B' : 'W';
  if (outcome.forfeit) return `${winner}+F`;
  return `${winner}+${Math.abs(outcome.scores[0]! - outcome.scores[1]!)}`;
}

/** Smart Game Format, one line per move. */
export function writeSgf({ players, outcome, moves, state }: FinishedMatch<State, Move>): string {
  const { size } = state;
  const head = `(;GM[1]FF[4]CA[UTF-8]AP[Crossplay]RU[Chinese]SZ[${size}]KM[${KOMI}]PB[${plain(players[0]!)}]PW[${plain(players[1]!)}]RE[${score(outcome)}]`;
  const nodes = moves.map(({ seat, move }) => `;${seat === 0 ? 'B' : 'W'}[${point(move, size)}]`);
  return `${[head, ...nodes].join('\n')})\n`;
}
