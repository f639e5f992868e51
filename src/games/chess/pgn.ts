import type { Over, Void } from '../../core/game.ts';
import type { FinishedMatch } from '../shared/manifest.ts';
import type { State } from './rules.ts';

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "'")}"`;

function score(outcome: Over | Void): string {
  if (outcome.kind === 'void') return '*';
  const [white, black] = outcome.ranks;
  return white === black ? '1/2-1/2' : white! < black! ? '1-0' : '0-1';
}

/** Portable Game Notation, lines of at most 80 characters. */
export function writePgn({ players, date, outcome, result, state }: FinishedMatch<State>): string {
  const tags = {
    Event: 'Crossplay',
    Site: '?',
    Date: date.replaceAll('-', '.'),
    Round: '-',
    White: players[0]!,
    Black: players[1]!,
    Result: score(outcome),
    Termination: result,
  };
  const words = state.moves.flatMap((san, ply) => (ply % 2 === 0 ? [`${ply / 2 + 1}.`, san] : [san]));
  const lines: string[] = [''];
  for (const word of [...words, score(outcome)]) {
    const last = lines.at(-1)!;
    if (last.length + word.length + 1 > 80) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  const head = Object.entries(tags).map(([tag, text]) => `[${tag} ${quoted(text)}]`);
  return `${head.join('\n')}\n\n${lines.join('\n')}\n`;
}
