import type { ExportedRecord } from '../core/record.ts';
import { manifestOf, rulesOf } from '../games/manifests.ts';
import { resultText } from './format.ts';

export interface GameFile {
  extension: string;
  text: string;
}

/** The match in the form that other programs of its game read, where there is one. */
export async function gameFile(record: ExportedRecord): Promise<GameFile | undefined> {
  const { file } = manifestOf(record.game) ?? {};
  if (!file) return undefined;
  const [rules, write, { replay }] = await Promise.all([
    rulesOf(record.game, record.version),
    file.writer(),
    import('../core/record.ts'),
  ]);
  if (!rules) return undefined;
  const { state } = replay(rules, record);
  const text = write({
    players: record.seats.map(({ name }) => name),
    date: new Date(record.at).toISOString().slice(0, 10),
    outcome: record.outcome,
    result: resultText(record.outcome, record, rules.view(state, 'replay')),
    options: record.options,
    moves: record.entries.flatMap((entry) => (entry.kind === 'move' ? entry.moves : [])),
    state,
  });
  return { extension: file.extension, text };
}
