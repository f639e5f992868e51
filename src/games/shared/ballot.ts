import type { Refusal, Seat } from '../../core/game.ts';

/** Who voted for whom. Only the counts ever leave the state. */
export type Ballot = { [by: string]: Seat };

export type VoteRefusal = 'no-vote' | 'voted';

/** Why a spectator's vote does not count, or nothing. */
export function refuseVote(ballot: Ballot, isOpen: boolean, by: string): Refusal<VoteRefusal> | undefined {
  if (!isOpen) return { code: 'no-vote', reason: 'No vote is open' };
  return hasVoted(ballot, by) ? { code: 'voted', reason: 'You have voted already: the first vote stands' } : undefined;
}

const hasVoted = (ballot: Ballot, by: string): boolean => Object.hasOwn(ballot, by);

/** A first vote stands. */
export const withVote = (ballot: Ballot, by: string, seat: Seat): Ballot =>
  hasVoted(ballot, by) ? ballot : { ...ballot, [by]: seat };

export const totalVotes = (ballot: Ballot): number => Object.keys(ballot).length;

export function countVotes(ballot: Ballot): [number, number] {
  const counts: [number, number] = [0, 0];
  for (const seat of Object.values(ballot)) counts[seat === 0 ? 0 : 1] += 1;
  return counts;
}
