import { DEFAULT_POSITION } from 'chess.js';
import type { Over, Void } from '../../core/game.ts';
import type { FinishedMatch } from '../shared/manifest.ts';
import type { Options, State } from './rules.ts';

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "'")}"`;

function score(outcome: Over | Void): string {
  if (outcome.kind === 'void') return '*';
  const [white, black] = outcome.ranks;
  return white === black ? '1/2-1/2' : white! < black! ? '1-0' : '0-1';
}

/** With the numbers of moves, which go on from those of the position where the game began. */
function numbered(moves: string[], fen = DEFAULT_POSITION): string[] {
  const [, side, , , , full] = fen.split(' ');
  const first = 2 * (Number(full) - 1) + (side === 'b' ? 1 : 0);
  return moves.flatMap((san, i) => {
    const number = Math.floor((first + i) / 2) + 1;
    if ((first + i) % 2 === 0) return [`${number}.`, san];
    return i === 0 ? [`${number}...`, san] : [san];
  });
}

/** Portable Game Notation, lines of at most 80 characters. */
export function writePgn({ players, date, outcome, result, options, state }: FinishedMatch<State>): string {
  const { fen } = options as Options;
  const tags = {
    Event: 'Crossplay',
    Site: '?',
    Date: date.replaceAll('-', '.'),
    Round: '-',
    White: players[0]!,
    Black: players[1]!,
    Result: score(outcome),
    Termination: result,
    ...(fen !== undefined && { SetUp: '1', FEN: fen }),
  };
  const words = numbered(state.moves, fen);
  const lines: string[] = [''];
  for (const word of [...words, score(outcome)]) {
    const last = lines.at(-1)!;
    if (last.length + word.length + 1 > 80) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  const head = Object.entries(tags).map(([tag, text]) => `[${tag} ${quoted(text)}]`);
  return `${head.join('\n')}\n\n${lines.join('\n')}\n`;
}
