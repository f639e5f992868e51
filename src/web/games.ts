import { manifestOf } from '../games/manifests.ts';
import { shownWords } from './shown-words.ts';

export const isHeavy = (game: string): boolean => manifestOf(game)?.heavy ?? false;

type Shown = NonNullable<Awaited<ReturnType<typeof load>>>;

const loaded = new Map<string, Shown>();

/** What a page needs to show a match. */
export async function loadShown(game: string): Promise<Shown | undefined> {
  const shown = loaded.get(game) ?? (await load(game));
  if (shown) loaded.set(game, shown);
  return shown;
}

/** The same, where it is here already. */
export const loadedShown = (game: string): Shown | undefined => loaded.get(game);

async function load(game: string) {
  const manifest = manifestOf(game);
  if (!manifest) return undefined;
  const [board, words] = await Promise.all([manifest.board(), manifest.words()]);
  return { Board: board.default, words: shownWords(words), about: manifest.about };
}
