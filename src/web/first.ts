import type { FrontNews, Header, PageFrame, Step } from './wire.ts';

/** What the socket would have said first, as the document brought it. */
const frames: PageFrame[] = JSON.parse(document.getElementById('first')?.textContent ?? '[]');

export const firstFront = frames.find((frame): frame is FrontNews => frame.type === 'front');

const matches = new Map<string, { header: Header; step: Step }>();
for (const [i, header] of frames.entries()) {
  const update = frames[i + 1];
  if (header.type !== 'match' || update?.type !== 'update' || !('view' in update)) continue;
  matches.set(header.match, { header, step: update });
}

/** A match as it was when the document was written. It is taken once: who comes back later is told by the socket. */
export function takeFirst(id: string): { header: Header; step: Step } | undefined {
  const known = matches.get(id);
  matches.delete(id);
  return known;
}
