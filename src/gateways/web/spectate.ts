import type { MatchHandle } from '../../core/arena.ts';
import type { Update } from '../../core/update.ts';
import { COST } from '../budget.ts';
import type { Wire } from '../sockets.ts';
import type { Encoder } from './encoder.ts';

/** In bytes: a little less than what cuts a connection that is so far behind. */
const MOST_PAST = 900 * 1024;

/**
 * Sends a match's updates as text, with `after` every later step first; a page that missed more than it could be sent at
 * once sees where the match is now instead. One who reads too slowly misses steps of a match under way, never the latest,
 * and none of those that were asked for.
 * @param begin called before the first text, when all that takes time is done
 * @returns stops it
 */
export async function spectate(
  match: MatchHandle,
  viewer: 'replay' | 'spectator',
  encoder: Encoder,
  wire: Pick<Wire, 'send' | 'isBehind' | 'onceTaken' | 'charge'>,
  { after, glance, begin }: { after?: number | undefined; glance?: true | undefined; begin(): void },
): Promise<() => void> {
  let base: Update | undefined;
  let latest: Update | undefined;
  const written = (update: Update): string => {
    const text = encoder.after(base, update);
    base = update;
    return text;
  };
  let known = after;
  let texts: string[] | undefined;
  if (after !== undefined) {
    texts = await textsWithin(match.past(viewer, after), written, wire);
    if (!texts) base = undefined;
    known = texts && (base?.step ?? after);
  }
  begin();
  for (const text of texts ?? []) wire.send(text);
  const stop = match.watch(
    viewer,
    (update) => {
      if (!latest && !wire.isBehind) return wire.send(written(update));
      if (!latest) {
        wire.onceTaken(() => {
          if (latest) wire.send(written(latest));
          latest = undefined;
        });
      }
      latest = update;
    },
    { ...(known !== undefined && { after: known }), ...(glance && { unseen: glance }) },
  );
  return () => {
    latest = undefined;
    stop();
  };
}

/** Past updates as texts; undefined: they are more than can be sent at once, or than the page can pay for. */
export async function textsWithin(
  past: AsyncIterable<Update>,
  written: (update: Update) => string,
  wire: Pick<Wire, 'charge'>,
): Promise<string[] | undefined> {
  const texts: string[] = [];
  let length = 0;
  for await (const update of past) {
    const text = written(update);
    length += Buffer.byteLength(text);
    if (length > MOST_PAST || !wire.charge(COST.step)) return undefined;
    texts.push(text);
  }
  return texts;
}
