import type { AnyGame } from '../core/game.ts';
import * as folders from './index.ts';
import type { GameManifest } from './shared/manifest.ts';

/** Every game, by title. Pages begin with this, and a language's own order takes a phone longer to load than a board. */
export const manifests: readonly GameManifest[] = Object.values<GameManifest>(folders).sort((a, b) =>
  a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1,
);

const byId = new Map(manifests.map((manifest) => [manifest.id, manifest]));

/** The ids of games by their other names. */
export const ALIASES: { readonly [alias: string]: string } = Object.fromEntries(
  manifests.flatMap(({ id, aliases = [] }) => aliases.map((alias) => [alias, id])),
);

/** The id that is meant, in any case of letters. */
export const aliasedId = (id: string): string => ALIASES[id.toLowerCase()] ?? id.toLowerCase();

export const manifestOf = (id: string): GameManifest | undefined => byId.get(id);

/** The rules by which a match of that version is played; undefined: they are not here. */
export async function rulesOf(id: string, version: number): Promise<AnyGame | undefined> {
  const manifest = manifestOf(id);
  return manifest && versionOf(manifest, version);
}

export async function versionOf({ rules, older }: GameManifest, version: number): Promise<AnyGame | undefined> {
  const found = await (older?.[version] ?? rules)();
  return found.version === version ? found : undefined;
}
