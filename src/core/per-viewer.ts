import type { Viewer } from './game.ts';

/** What is made once for each viewer. On the path of a move, so it is a list and not a map. */
export class PerViewer<T> {
  readonly #made: (T | undefined)[] = [];

  get(viewer: Viewer, make: (viewer: Viewer) => T): T {
    const place = typeof viewer === 'number' ? viewer + 2 : viewer === 'spectator' ? 0 : 1;
    return (this.#made[place] ??= make(viewer));
  }
}
