import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyGame } from '../../src/core/game.ts';
import { manifests } from '../../src/games/manifests.ts';
import { shapeOfSchema } from './from-schema.ts';
import { viewShapes } from './from-types.ts';
import { pythonOf } from './python.ts';
import type { GameShapes } from './shape.ts';
import { typescriptOf } from './typescript.ts';

const GAMES = join(import.meta.dirname, '../../src/games');

/** What the SDKs know of the games, by the path of the file below `sdk/`. */
export async function generated(): Promise<{ [path: string]: string }> {
  const files = readdirSync(GAMES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
    .map(({ name }) => join(GAMES, name, 'rules.ts'));
  const views = viewShapes(files);
  const exported = new Map<string, string>();
  for (const file of files) {
    for (const [name, value] of Object.entries((await import(file)) as { [name: string]: AnyGame })) {
      if (typeof value === 'object' && value?.id && views.has(name)) exported.set(value.id, name);
    }
  }
  const games: GameShapes[] = [];
  for (const { id, title, rules } of manifests) {
    const view = views.get(exported.get(id) ?? '');
    if (!view) throw new Error(`The view of ${id} has no type that could be read: export its game from rules.ts.`);
    games.push({ id, title, view, move: shapeOfSchema((await rules()).move) });
  }
  return { 'typescript/src/games.ts': typescriptOf(games), 'python/crossplay/games.py': pythonOf(games) };
}
