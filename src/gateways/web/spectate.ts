import type { MatchHandle } from '../../core/arena.ts';
import type { Update } from '../../core/update.ts';
import type { Wire } from '../sockets.ts';
import type { Encoder } from './encoder.ts';

/** In bytes: a little less than what cuts a connection that is so far behind. */
export const MOST_PAST = 900 * 1024;

/**
 * Sends a match's updates as text, with `after` every later step first; a page that missed more than it could be sent at
 * once sees where the match is now instead. One who reads too slowly misses steps of a match under way, never the latest,
 * and none of those that were asked for.
 * @returns stops it
 */
export function spectate(
  match: MatchHandle,
  viewer: 'replay' | 'spectator',
  encoder: Encoder,
  wire: Pick<Wire, 'send' | 'isBehind' | 'onceTaken'>,
  { after, glance }: { after?: number | undefined; glance?: true | undefined },
): () => void {
  const past: Update[] = [];
  let base: Update | undefined;
  let asked = true;
  let latest: Update | undefined;
  const written = (update: Update): string => {
    const text = encoder.after(base, update);
    base = update;
    return text;
  };
  const stop = match.watch(
    viewer,
    (update) => {
      if (asked) return void past.push(update);
      if (!latest && !wire.isBehind) return wire.send(written(update));
      if (!latest) {
        wire.onceTaken(() => {
          if (latest) wire.send(written(latest));
          latest = undefined;
        });
      }
      latest = update;
    },
    { ...(after !== undefined && { after }), ...(glance && { unseen: glance }) },
  );
  asked = false;
  const texts = past.map(written);
  const length = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  for (const text of length > MOST_PAST ? [encoder.whole(past.at(-1)!)] : texts) wire.send(text);
  return () => {
    latest = undefined;
    stop();
  };
}
