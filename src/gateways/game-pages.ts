import { readdirSync, readFileSync } from 'node:fs';
import type { GameInfo } from '../core/arena.ts';

const GAMES_FOLDER = new URL('../games/', import.meta.url);

/** The pages of all games, by what their heading says. */
export function readPages(folder: URL = GAMES_FOLDER): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      try {
        return [readFileSync(new URL(`${name}/README.md`, folder), 'utf8')];
      } catch {
        return [];
      }
    });
}

/** A game's own page: the rules in words. */
export function pageOf(game: GameInfo, pages: string[]): string {
  const heading = pages.find((page) => page.startsWith(`# ${game.title}\n`));
  return heading ?? pages.find((page) => page.includes(`\`${game.id}\``)) ?? '';
}
