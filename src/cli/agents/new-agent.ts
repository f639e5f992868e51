import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plainJavaScript } from '../../../sdk/plain-javascript.ts';
import { gameIds, loadGame } from '../../duel/catalogue.ts';
import { ConfigError } from '../config.ts';
import { readFlags } from '../read-flags.ts';
import { firstTurnOf } from './first-turn.ts';
import { kitOf, type Language } from './kits.ts';

export const NEW_USAGE = 'new DIR [--lang ts|js|python] [--game GAME]';
const LANGUAGES: readonly string[] = ['ts', 'js', 'python'];
const SDK = join(import.meta.dirname, '../../../sdk');

/** Writes a working agent into a folder of its own; nothing is ever overwritten. */
export async function newAgent(args: string[]): Promise<void> {
  const { folder, lang, game } = read(args);
  process.removeAllListeners('warning'); // that stripping types is new is no news for whoever wants an agent
  const loaded = await loadGame(game);
  if (!loaded) throw new ConfigError(`--game must be one of ${gameIds().join(', ')}.`);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ConfigError(`${folder} is there already and not empty. Name another folder.`);
  }
  const { id, title } = loaded.rules;
  const kit = kitOf(lang, { game: id, title, first: firstTurnOf(loaded.rules) });
  for (const [path, text] of Object.entries({ ...sdkFiles(lang), ...kit.files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { flag: 'wx' });
  }
  console.log(
    `A ${title} agent is in ${folder}. To run it against a server on this machine:\n\n  cd ${folder}\n  ${kit.run}${kit.needs ? `\n\nIt needs ${kit.needs}.` : ''}`,
  );
}

function read(args: string[]): { folder: string; lang: Language; game: string } {
  const { positionals, values } = readFlags(NEW_USAGE, {
    args,
    allowPositionals: true,
    options: { lang: { type: 'string' }, game: { type: 'string' } },
  });
  const [folder, ...rest] = positionals;
  const { lang = 'js', game = 'ttt' } = values;
  if (folder === undefined || rest.length) throw new ConfigError(`Usage: crossplay ${NEW_USAGE}`);
  if (!LANGUAGES.includes(lang)) throw new ConfigError(`--lang is "${lang}", but must be ts, js or python.`);
  return { folder, lang: lang as Language, game };
}

/** The SDK goes along, so that the agent runs without anything to install. */
function sdkFiles(lang: Language): { [path: string]: string } {
  const inFolder = (folder: string, under: string, wanted: RegExp) =>
    Object.fromEntries(
      readdirSync(join(SDK, folder))
        .filter((file) => wanted.test(file))
        .map((file) => [`${under}/${file}`, readFileSync(join(SDK, folder, file), 'utf8')]),
    );
  if (lang === 'python') return inFolder('python/crossplay', 'crossplay', /\.py$|^py\.typed$/);
  if (lang === 'ts') return inFolder('typescript/src', 'crossplay', /\.ts$/);
  return Object.fromEntries(Object.entries(plainJavaScript()).map(([file, text]) => [`crossplay/${file}`, text]));
}
