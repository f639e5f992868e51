import type { MatchHandle, WatchOptions } from '../core/arena.ts';
import type { Viewer } from '../core/game.ts';
import type { Update } from '../core/update.ts';

/** Where a match is now, for someone who only looks in. */
export const nowOf = (
  match: MatchHandle,
  viewer: Viewer = 'spectator',
  options: Pick<WatchOptions, 'legal'> = {},
): Promise<Update> =>
  new Promise((resolve) => {
    const stop = match.watch(
      viewer,
      (update) => {
        resolve(update);
        queueMicrotask(() => stop());
      },
      { ...options, unseen: true },
    );
  });

/** Every step of a finished match. */
export const stepsOf = (match: MatchHandle, viewer: Viewer): Promise<Update[]> =>
  new Promise((resolve) => {
    const steps: Update[] = [];
    const stop = match.watch(
      viewer,
      (update) => {
        steps.push(update);
        if (update.status.kind === 'turn') return;
        resolve(steps);
        queueMicrotask(() => stop());
      },
      { after: -1, unseen: true },
    );
  });
