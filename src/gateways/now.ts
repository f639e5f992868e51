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
export async function stepsOf(match: MatchHandle, viewer: Viewer): Promise<Update[]> {
  const steps: Update[] = [];
  for await (const step of match.past(viewer, -1)) steps.push(step);
  return steps;
}
