import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ExportedRecord } from '../src/core/record.ts';
import type { GameManifest } from '../src/games/shared/manifest.ts';

const GAMES = new URL('../src/games/', import.meta.url);
/** What games share is in no game. */
const SHARED = 'shared';

export interface Golden {
  folder: string;
  file: string;
  record: ExportedRecord;
}

export interface GameFolder {
  folder: string;
  manifests: GameManifest[];
  records: Golden[];
  /** Its README.md; empty: there is none. */
  page: string;
  /** Its RULES.md; empty: there is none. */
  rules: string;
  /** The address of the module with its pairs of secrets, if it has one. */
  secrets: string | undefined;
}

const folders = (): string[] =>
  readdirSync(GAMES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== SHARED)
    .map((entry) => entry.name)
    .sort();

function recordsIn(folder: string): Golden[] {
  const records = new URL(`${folder}/records/`, GAMES);
  if (!existsSync(records)) return [];
  return readdirSync(records)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ folder, file, record: JSON.parse(readFileSync(new URL(file, records), 'utf8')) }));
}

/** Every golden record of every game folder. */
export const goldenRecords = (): Golden[] => folders().flatMap(recordsIn);

const textIn = (file: URL): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Every game folder, whether or not it is listed. */
export const gameFolders = (): Promise<GameFolder[]> =>
  Promise.all(
    folders().map(async (folder) => {
      const at = (file: string) => new URL(`${folder}/${file}`, GAMES);
      const exported = existsSync(at('game.ts')) ? await import(/* @vite-ignore */ at('game.ts').href) : {};
      return {
        folder,
        manifests: Object.values<GameManifest>(exported),
        records: recordsIn(folder),
        page: textIn(at('README.md')),
        rules: textIn(at('RULES.md')),
        secrets: existsSync(at('rules.secrets.ts')) ? at('rules.secrets.ts').href : undefined,
      };
    }),
  );
