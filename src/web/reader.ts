import type { Feed } from './match-feed.ts';

export interface Reader {
  /** Where the reader sits while the match is under way and they are in it. */
  seat: number | undefined;
  /** The reader left a match that goes on without them. */
  isOut: boolean;
  /** Something can be done by the reader now. */
  wanted: boolean;
}

/** What whoever reads the page has to do with the match. */
export function readerOf(feed: Feed | undefined): Reader {
  const present = feed?.steps.at(-1);
  if (!feed || !present) return { seat: undefined, isOut: false, wanted: false };
  const own = feed.header.seat;
  const isOut = feed.steps.some(({ left, earlier }) =>
    [left, ...(earlier?.left ?? [])].some((one) => one?.seats.includes(own)),
  );
  const { status, begun, paused, waiting } = present;
  if (own < 0 || isOut || status.kind !== 'turn') return { seat: undefined, isOut, wanted: false };
  const { asks, may } = status;
  const isAsked = waiting.includes(own) || asks?.some(({ seat }) => seat === own) || may?.includes(own);
  return { seat: own, isOut, wanted: Boolean(begun && !paused && isAsked) };
}
