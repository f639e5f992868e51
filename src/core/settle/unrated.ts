import type { MatchRecord, SeatHolder } from '../record.ts';
import type { Terms } from '../terms.ts';
import { isDecidedBySlightVotes } from './votes.ts';

/** Why a match moves no rating: who played, what was agreed, who they are to each other, or who decided it. */
export const UNRATED = ['bot', 'human', 'guest', 'terms', 'one owner', 'one address', 'votes'] as const;
export type Unrated = (typeof UNRATED)[number];

type Known = { terms: Pick<Terms, 'rated' | 'unrated'>; seats: Pick<SeatHolder, 'kind'>[] } & Partial<
  Pick<MatchRecord, 'entries'>
>;

/** Undefined: it is rated. Without entries as far as it was known at the beginning. */
export function whyUnrated({ terms, seats, entries }: Known): Unrated | undefined {
  const stranger = (['bot', 'human', 'guest'] as const).find((kind) => seats.some((seat) => seat.kind === kind));
  if (stranger) return stranger;
  if (!terms.rated) return terms.unrated ?? 'terms';
  return entries && isDecidedBySlightVotes({ entries }) ? 'votes' : undefined;
}
