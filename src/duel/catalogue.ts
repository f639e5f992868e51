import type { AnyGame, Bots } from '../core/game.ts';
import { aliasedId, manifestOf, manifests } from '../games/manifests.ts';
import type { Openings } from '../games/shared/manifest.ts';

/** A game as duels need it. */
export interface Playable {
  rules: AnyGame;
  bots: Bots;
  /** Undefined: every game starts at its beginning. */
  openings: Openings | undefined;
}

/** By id or alias. Undefined: there is none. */
export async function loadGame(id: string): Promise<Playable | undefined> {
  const manifest = manifestOf(aliasedId(id));
  if (!manifest) return undefined;
  return { rules: await manifest.rules(), bots: await manifest.bots(), openings: await manifest.openings?.() };
}

export const gameIds = (): string[] => manifests.map(({ id }) => id);
