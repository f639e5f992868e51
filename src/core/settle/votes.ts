import { AUDIENCE, type SeatMove } from '../game.ts';
import type { MatchRecord } from '../record.ts';

/** Whether the audience named another winner than those alone would have named whose votes count. */
export function isDecidedBySlightVotes({ entries }: Pick<MatchRecord, 'entries'>): boolean {
  const votes: SeatMove[] = [];
  for (const entry of entries) {
    if (entry.kind === 'move') for (const move of entry.moves) if (move.seat === AUDIENCE) votes.push(move);
  }
  if (votes.length === 0) return false;
  return favourite(votes) !== favourite(votes.filter(({ slight }) => !slight));
}

/** What most voted for; nothing where two are level or nobody voted. */
function favourite(votes: SeatMove[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { move } of votes) {
    const wish = JSON.stringify(move);
    counts.set(wish, (counts.get(wish) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  const [first, second] = [...counts].filter(([, count]) => count === most);
  return second ? undefined : first?.[0];
}
