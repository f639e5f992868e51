import { readdirSync, readFileSync } from 'node:fs';
import type { GameInfo } from '../core/arena.ts';

const GAMES_FOLDER = new URL('../games/', import.meta.url);

/** The pages of all games, by what their heading says: README.md is for authors of agents, RULES.md for people. */
export function readPages(file: 'README.md' | 'RULES.md' = 'README.md', folder: URL = GAMES_FOLDER): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      try {
        return [readFileSync(new URL(`${name}/${file}`, folder), 'utf8')];
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

/** What people read of a game; the heading names all that are played by these rules. */
export const rulesOf = ({ title }: Pick<GameInfo, 'title'>, pages: string[]): string | undefined =>
  pages.find((page) => headingOf(page).split(', ').includes(title));

const headingOf = (page: string): string => /^# (.*)/.exec(page)?.[1] ?? '';
