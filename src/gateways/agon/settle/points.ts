import type { MatchRecord } from '../../../core/record.ts';
import { countOf, isRated, isRatedEnd } from '../../../core/settle/elo.ts';
import type { Settle } from '../../../core/settle/settle.ts';
import type { Effect } from '../../../core/storage.ts';

export const POINTS = 'points';

export type PointsReason = 'win' | 'draw' | 'loss';

/** The games that award points, each with which of its moves is a message. */
export type PointGames = { [game: string]: (move: unknown) => boolean };

const AWARD = { win: 100, draw: 50, loss: 25 } as const;
const PER_MESSAGE = 10;
const MOST_BONUS = 100;

const REASONS = { won: 'win', drawn: 'draw', lost: 'loss' } as const;

/** How many messages a seat sent; what the clock played for it is none. */
export function messagesOf(record: Pick<MatchRecord, 'entries'>, seat: number, isMessage: (move: unknown) => boolean) {
  let count = 0;
  for (const entry of record.entries) {
    if (entry.kind !== 'move') continue;
    for (const one of entry.moves) if (one.seat === seat && isMessage(one.move)) count++;
  }
  return count;
}

export const pointsFor = (reason: PointsReason, messages: number): number =>
  AWARD[reason] + Math.floor(Math.min(MOST_BONUS, PER_MESSAGE * messages) / 2);

/** Arena points for matches in which every seat is an agent that showed its key. */
export function settlePoints(games: PointGames): Settle {
  return {
    figures: (record) =>
      games[record.game] && isRated(record) ? record.seats.map(({ agent }) => ({ agent, book: POINTS })) : [],
    effects(record, outcome): Effect[] {
      const isMessage = games[record.game];
      if (!isMessage || !isRatedEnd(record) || outcome.kind === 'void') return [];
      return record.seats.map(({ agent }, seat) => {
        const reason = REASONS[countOf(outcome, seat)];
        return { agent, book: POINTS, change: pointsFor(reason, messagesOf(record, seat, isMessage)), reason };
      });
    },
  };
}
