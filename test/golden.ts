import { readdirSync, readFileSync } from 'node:fs';
import type { ExportedRecord } from '../src/core/record.ts';

const GAMES = new URL('../src/games/', import.meta.url);

export interface Golden {
  folder: string;
  file: string;
  record: ExportedRecord;
}

const folders = (): string[] =>
  readdirSync(GAMES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

const listing = (path: string): string[] => {
  try {
    return readdirSync(new URL(path, GAMES)).sort();
  } catch {
    return [];
  }
};

/** Every golden record of every game folder. */
export const goldenRecords = (): Golden[] =>
  folders().flatMap((folder) =>
    listing(`${folder}/records`)
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({
        folder,
        file,
        record: JSON.parse(readFileSync(new URL(`${folder}/records/${file}`, GAMES), 'utf8')),
      })),
  );

/** Which games a folder holds, by its records, and the module with its pairs of secrets, if it has one. */
export const gameFolders = (): { folder: string; games: string[]; secrets?: string }[] => {
  const records = goldenRecords();
  return folders().map((folder) => ({
    folder,
    games: [...new Set(records.filter((golden) => golden.folder === folder).map((golden) => golden.record.game))],
    ...(listing(folder).includes('rules.secrets.ts')
      ? { secrets: new URL(`${folder}/rules.secrets.ts`, GAMES).href }
      : {}),
  }));
};
