import { Chess, DEFAULT_POSITION } from 'chess.js';
import type { Opening } from '../shared/manifest.ts';

/** The games of a file, each as its own text: tags, then moves. */
export function splitPgn(text: string): string[] {
  const games: string[] = [];
  let lines: string[] = [];
  let moves = false;
  for (const line of text.split(/\r?\n/)) {
    const tag = line.startsWith('[');
    if (tag && moves) {
      games.push(lines.join('\n'));
      lines = [];
      moves = false;
    }
    if (!tag && line.trim() !== '' && !line.startsWith('%')) moves = true;
    if (!line.startsWith('%')) lines.push(line);
  }
  if (moves || lines.some((line) => line.startsWith('['))) games.push(lines.join('\n'));
  return games;
}

/** @throws where it is no PGN */
export function readPgn(text: string): Opening {
  const board = new Chess();
  board.loadPgn(text);
  const { FEN, Opening: opening, ECO, Event } = board.getHeaders();
  const fen = FEN && FEN !== DEFAULT_POSITION ? FEN : undefined;
  return {
    name: [opening, ECO, Event].find((tag) => tag && tag !== '?') ?? 'PGN',
    ...(fen && { options: { fen } }),
    moves: board.history({ verbose: true }).map(({ lan }) => ({ uci: lan })),
  };
}
