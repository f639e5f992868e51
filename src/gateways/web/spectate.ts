import type { MatchHandle } from '../../core/arena.ts';
import type { Update } from '../../core/update.ts';
import type { Encoder } from './encoder.ts';

/** In bytes: a little less than what cuts a connection that is so far behind. */
const MOST_PAST = 900 * 1024;

/**
 * Sends a match's updates as text, with `after` every later step first. A page that missed more than it could be sent at
 * once sees where the match is now instead.
 * @returns stops it
 */
export function spectate(
  match: MatchHandle,
  viewer: 'replay' | 'spectator',
  encoder: Encoder,
  send: (text: string) => void,
  after: number | undefined,
): () => void {
  const past: string[] = [];
  let catchingUp = after !== undefined;
  let latest: Update | undefined;
  const stop = match.watch(
    viewer,
    (update) => {
      const text = encoder.after(latest?.view as object | undefined, update);
      latest = update;
      if (catchingUp) past.push(text);
      else send(text);
    },
    after === undefined ? {} : { after },
  );
  catchingUp = false;
  const length = past.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  for (const text of length > MOST_PAST ? [encoder.whole(latest!)] : past) send(text);
  return stop;
}
