import type { Viewer } from './game.ts';

/** What is made once for each viewer. On the path of a move, so it is a list and not a map, with room for a match of two. */
export class PerViewer<T> {
  readonly #made: (T | undefined)[] = [undefined, undefined, undefined, undefined];

  get(viewer: Viewer, make: (viewer: Viewer) => T): T {
    const place = typeof viewer === 'number' ? viewer + 2 : viewer === 'spectator' ? 0 : 1;
    return (this.#made[place] ??= make(viewer));
  }
}
