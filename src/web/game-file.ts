import type { ExportedRecord } from '../core/record.ts';
import { resultText } from './format.ts';
import { loadRules } from './games.ts';

export interface GameFile {
  extension: string;
  text: string;
}

/** The match in the form that other programs of its game read, where there is one. */
export async function gameFile(record: ExportedRecord): Promise<GameFile | undefined> {
  const players: [string, string] = [record.seats[0]?.name ?? '?', record.seats[1]?.name ?? '?'];
  const about = {
    players,
    at: new Date(record.at),
    outcome: record.outcome,
    result: resultText(record.outcome, record.seats),
  };
  if (record.game === 'chess') {
    const [rules, { replay }, { pgnOf }] = await Promise.all([
      loadRules('chess'),
      import('../core/record.ts'),
      import('./pgn.ts'),
    ]);
    const { state } = replay(rules!, record);
    return { extension: 'pgn', text: pgnOf((state as { moves: string[] }).moves, about) };
  }
  if (record.game === 'go') {
    const { sgfOf } = await import('./sgf.ts');
    const { size = 9 } = record.options as { size?: number };
    const moves = record.entries.flatMap((entry) => (entry.kind === 'move' ? entry.moves : []));
    return { extension: 'sgf', text: sgfOf(size, moves as Parameters<typeof sgfOf>[1], about) };
  }
  return undefined;
}
