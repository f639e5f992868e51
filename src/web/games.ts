import { manifestOf } from '../games/manifests.ts';

export const isHeavy = (game: string): boolean => manifestOf(game)?.heavy ?? false;

/** What a page needs to show a match. */
export async function loadShown(game: string) {
  const manifest = manifestOf(game);
  if (!manifest) return undefined;
  const [board, words] = await Promise.all([manifest.board(), manifest.words()]);
  return { Board: board.default, words, about: manifest.about };
}
