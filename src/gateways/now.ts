import type { MatchHandle } from '../core/arena.ts';
import type { Viewer } from '../core/game.ts';
import type { Update } from '../core/update.ts';

/** Where a match is now, for someone who only looks in. */
export const nowOf = (match: MatchHandle, viewer: Viewer = 'spectator'): Promise<Update> =>
  new Promise((resolve) => {
    const stop = match.watch(
      viewer,
      (update) => {
        resolve(update);
        queueMicrotask(() => stop());
      },
      { unseen: true },
    );
  });
