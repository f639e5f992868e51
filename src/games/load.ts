import type { AnyGame, Bots } from '../core/game.ts';
import { type GameManifest, HOMELESS } from './shared/manifest.ts';

export interface Loaded {
  /** What is offered, by the newest rules. */
  games: AnyGame[];
  /** What is only kept for its records: older versions, and games that are at home nowhere. */
  oldGames: AnyGame[];
  bots: { [game: string]: Bots };
}

/** The rules and bots of all these games. */
export async function loadGames(manifests: readonly GameManifest[]): Promise<Loaded> {
  const loaded = await Promise.all(
    manifests.map(async ({ id, home, rules, older = {}, bots }) => ({
      id,
      isOffered: home !== HOMELESS,
      rules: await rules(),
      older: await Promise.all(Object.values(older).map((load) => load())),
      bots: await bots(),
    })),
  );
  return {
    games: loaded.flatMap(({ isOffered, rules }) => (isOffered ? [rules] : [])),
    oldGames: loaded.flatMap(({ isOffered, rules, older }) => (isOffered ? older : [...older, rules])),
    bots: Object.fromEntries(loaded.map((game) => [game.id, game.bots])),
  };
}

/** How views of these games are put into words. */
export async function wordsOf(
  manifests: readonly GameManifest[],
): Promise<(game: string, view: unknown, names: string[]) => string> {
  const words = new Map(await Promise.all(manifests.map(async (game) => [game.id, await game.words()] as const)));
  return (game, view, names) => words.get(game)?.summary(view, names) ?? '';
}
