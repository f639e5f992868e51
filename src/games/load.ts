import type { AnyGame, Bots } from '../core/game.ts';
import { type GameManifest, HOMELESS, type Sketch } from './shared/manifest.ts';
import { DARK_TOO, ground, PAPER, seatColor } from './shared/sketch.ts';

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

/** How positions of these games are drawn small: SVG in a square of 100. */
export async function sketchesOf(
  manifests: readonly GameManifest[],
): Promise<(game: string, view: unknown, broadcast?: unknown) => string> {
  const sketches = new Map(await Promise.all(manifests.map(async (game) => [game.id, await sketchOf(game)] as const)));
  return (game, view, broadcast) => {
    const drawn = sketches.get(game)?.(view, broadcast);
    return drawn === undefined ? '' : DARK_TOO + drawn;
  };
}

const sketchOf = async ({ sketch, picture = {} }: GameManifest): Promise<Sketch> => {
  if (sketch) return sketch();
  const { lines = '', first = '', second = '' } = picture;
  const mark = (d: string, seat: number): string =>
    `<path d="${d}" fill="${seatColor(seat)}" fill-opacity=".6" fill-rule="evenodd" stroke="${seatColor(seat)}"/>`;
  const sign = `<path d="${lines}" fill="none" stroke="#6d675b" stroke-width="1.2"/>${mark(first, 0)}${mark(second, 1)}`;
  const drawn = `${ground(PAPER)}<g transform="translate(12 12) scale(1.58)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${sign}</g>`;
  return () => drawn;
};
