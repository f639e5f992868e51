import type { MatchRecord, Outcome } from '../record.ts';
import type { Effect, Settlement } from '../storage.ts';
import { POINTS } from './points.ts';
import type { Settle } from './settle.ts';

/** The topic of the note that keeps an accepted wager with its match. */
export const WAGER = 'wager';

/** What each side staked, and who proposed it. */
export interface Wager {
  amount: number;
  proposer: number;
}

export function wagerOf(record: Pick<MatchRecord, 'entries'>): Wager | undefined {
  for (const entry of record.entries) if (entry.kind === 'note' && entry.topic === WAGER) return entry.data as Wager;
}

/** Takes the stake from both balances, or refuses when one of them is too small. */
export function holdStakes(record: Pick<MatchRecord, 'seats'>, { amount }: Wager): Settlement {
  const figures = record.seats.map(({ agent }) => ({ agent, book: POINTS }));
  return {
    figures,
    settle(read) {
      const short = record.seats.find(({ agent }) => (read({ agent, book: POINTS }) ?? 0) < amount);
      if (short) return `${short.name} does not have ${amount} points.`;
      return figures.map((key) => ({ ...key, change: -amount, reason: 'wager held' }));
    },
  };
}

/** Whom a wager goes to: the one seat at the top, or nobody. */
export function wagerWinner(outcome: Outcome): number | undefined {
  if (outcome.kind === 'void') return undefined;
  const top = outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  return top.length === 1 ? top[0] : undefined;
}

/** The winner gets both stakes; a draw or a void match gives them back. */
export function settleWager(): Settle {
  return {
    figures: (record) => (wagerOf(record) ? record.seats.map(({ agent }) => ({ agent, book: POINTS })) : []),
    effects(record, outcome): Effect[] {
      const wager = wagerOf(record);
      if (!wager) return [];
      const winner = wagerWinner(outcome);
      if (winner === undefined) {
        return record.seats.map(({ agent }) => ({
          agent,
          book: POINTS,
          change: wager.amount,
          reason: 'wager returned',
        }));
      }
      const pot = wager.amount * record.seats.length;
      return [{ agent: record.seats[winner]!.agent, book: POINTS, change: pot, reason: 'wager won' }];
    },
  };
}
