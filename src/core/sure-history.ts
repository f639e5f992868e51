import { NEWCOMER, sureBook } from './settle/glicko.ts';
import type { FigureReads } from './storage.ts';

/** A sure rating at some time. */
export interface SurePoint {
  at: number;
  rating: number;
  deviation: number;
  /** The match that led there, and by how much; none for what was computed anew. */
  match?: string;
  change: number;
}

/** How a sure rating came about, from the newcomer's on. What was computed anew stands where it was first. */
export async function sureHistory(
  figures: FigureReads,
  agent: string,
  game: string,
  limit: number,
): Promise<SurePoint[]> {
  const [ratings, deviations] = await Promise.all(
    (['rating', 'deviation'] as const).map((figure) => figures.history({ agent, book: sureBook(figure, game) }, limit)),
  );
  // Every change of the one is a change of the other.
  const count = Math.min(ratings!.length, deviations!.length);
  const points = ratings!.slice(ratings!.length - count).map(({ at, after, change, match }, i) => ({
    at,
    rating: after,
    deviation: deviations!.at(i - count)!.after,
    change,
    ...(match !== undefined && { match }),
  }));
  const latest = new Map(points.map((point) => [point.at, point]));
  const inOrder = [...latest.values()].sort((a, b) => a.at - b.at);
  const isWhole = count < limit;
  return [...inOrder.slice(0, isWhole ? 1 : 0).map(({ at }) => ({ ...NEWCOMER, at, change: 0 })), ...inOrder];
}
