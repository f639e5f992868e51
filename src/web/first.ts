import { front } from './live.ts';
import type { Feed } from './match-feed.ts';
import type { FrontNews, PageFrame } from './wire.ts';

const feeds = new Map<string, Feed>();

/** What the socket would say first, known before it is open: from the page's document, or where the page is drawn for it. */
export function bring(frames: PageFrame[]): void {
  front.set(frames.find((frame): frame is FrontNews => frame.type === 'front'));
  feeds.clear();
  for (const [i, header] of frames.entries()) {
    const update = frames[i + 1];
    if (header.type !== 'match' || update?.type !== 'update' || !('view' in update)) continue;
    feeds.set(header.match, { header, steps: [{ ...update, came: performance.now() }] });
  }
}

export const broughtGames = (): string[] => [...new Set([...feeds.values()].map(({ header }) => header.game))];

export const broughtFeed = (id: string): Feed | undefined => feeds.get(id);

/** It is taken once: who comes back later is told by the socket. */
export function takeBrought(id: string): Feed | undefined {
  const known = feeds.get(id);
  feeds.delete(id);
  return known;
}
