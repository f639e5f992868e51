import { shortAmount } from '../../../core/amounts.ts';
import { agentAccount, HOUSE_CUT, hold, type Moving, type Posting, settle } from '../../../core/money.ts';
import type { NoteRule } from '../../../core/notes.ts';
import type { MatchRecord, Outcome } from '../../../core/record.ts';
import type { Settle } from '../../../core/settle/settle.ts';
import { isDecidedBySlightVotes } from '../../../core/settle/votes.ts';
import type { Effect, Settlement } from '../../../core/storage.ts';
import { messagesOf, POINTS, type PointGames } from './points.ts';

/** The topic of the note that keeps an accepted wager with its match. */
export const WAGER = 'wager';

/** The reason of what gives a stake back. */
export const RETURNED = 'wager returned';

/** What each side staked, and who proposed it. */
export type Wager = PointWager | MoneyWager;

interface PointWager {
  amount: number;
  proposer: number;
  currency?: never;
}

/** In USDC. */
export interface MoneyWager {
  currency: 'USDC';
  units: string;
  /** The house's part of what is won, in ten-thousandths. */
  cut: number;
  proposer: number;
}

const WHOLE = 10_000n;
/** The games that are played for USDC. */
export const MONEY_GAMES: readonly string[] = ['chess', 'go'];

export const stakeOf = (wager: Wager): number | string =>
  wager.currency ? shortAmount(BigInt(wager.units), wager.currency) : wager.amount;

function wagerOf(record: Pick<MatchRecord, 'entries'>): Wager | undefined {
  for (const entry of record.entries) if (entry.kind === 'note' && entry.topic === WAGER) return entry.data as Wager;
}

/** A wager is made before this many messages were sent. */
const MESSAGES_BEFORE = 4;

/** Why no wager can be made on a match any more, if there has been so much talk. */
export function tooLate(wager: Wager | undefined, messages: number): string | undefined {
  if (wager) return 'This match has its wager already.';
  return messages < MESSAGES_BEFORE ? undefined : 'Wagers are made before move 5.';
}

/** Both sides have points to stake, and came in here. */
export const mayWager = ({ game, seats }: Pick<MatchRecord, 'game' | 'seats'>, games: PointGames, via: string) =>
  Object.hasOwn(games, game) && seats.every((seat) => seat.kind === 'agent' && seat.via === via);

/** An accepted wager: the stakes leave both balances with the note that says so. */
export const wagerNote = (games: PointGames, via: string): NoteRule => ({
  allow(record, _position, data) {
    if (!isWager(data) || !mayWager(record, games, via)) return 'No wagers are made on this match.';
    if (data.currency && !mayWagerMoney(record)) return 'USDC is not played for in this match.';
    const isMessage = games[record.game]!;
    const messages = record.seats.reduce((sum, _, seat) => sum + messagesOf(record, seat, isMessage), 0);
    return tooLate(wagerOf(record), messages);
  },
  settlement: (record, data) => holdStakes(record, data as Wager),
});

/** Only rated matches at games of skill alone. */
export const mayWagerMoney = ({ game, terms }: Pick<MatchRecord, 'game' | 'terms'>): boolean =>
  terms.rated && MONEY_GAMES.includes(game);

const isWager = (data: unknown): data is Wager => {
  const wager = (data ?? {}) as { [field in 'amount' | 'proposer' | 'currency' | 'units' | 'cut']?: unknown };
  if (wager.proposer !== 0 && wager.proposer !== 1) return false;
  if (wager.currency === 'USDC') return /^[1-9]\d{0,30}$/.test(String(wager.units)) && Number.isInteger(wager.cut);
  return wager.currency === undefined && Number.isSafeInteger(wager.amount) && Number(wager.amount) > 0;
};

/** Takes the stake from both balances, or refuses when one of them is too small. */
export function holdStakes(record: Pick<MatchRecord, 'id' | 'seats'>, wager: Wager): Settlement {
  if (wager.currency) return holdMoney(record, wager);
  const { amount } = wager;
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

function holdMoney({ id, seats }: Pick<MatchRecord, 'id' | 'seats'>, wager: MoneyWager): Settlement {
  const stakes = seats.map(({ agent, name }) => ({
    account: agentAccount(agent),
    amount: BigInt(wager.units),
    short: `${name} does not have ${stakeOf(wager)} USDC.`,
  }));
  return { figures: [], settle: () => [], money: { postings: [hold(id, 'USDC', stakes)] } };
}

/** Whom a wager goes to: the one seat at the top, or nobody. */
export function wagerWinner(outcome: Outcome): number | undefined {
  if (outcome.kind === 'void') return undefined;
  const top = outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  return top.length === 1 ? top[0] : undefined;
}

/** The winner gets both stakes; a draw, a void match or one that votes decided which must not gives them back. */
export function settleWager(): Settle {
  return {
    figures(record) {
      const wager = wagerOf(record);
      return wager && !wager.currency ? record.seats.map(({ agent }) => ({ agent, book: POINTS })) : [];
    },
    money(record, outcome): Moving | undefined {
      const wager = wagerOf(record);
      return wager?.currency ? { postings: [settleMoney(record, outcome, wager)] } : undefined;
    },
    effects(record, outcome): Effect[] {
      const wager = wagerOf(record);
      if (!wager || wager.currency) return [];
      const winner = isDecidedBySlightVotes(record) ? undefined : wagerWinner(outcome);
      if (winner === undefined) {
        return record.seats.map(({ agent }) => ({
          agent,
          book: POINTS,
          change: wager.amount,
          reason: RETURNED,
        }));
      }
      const pot = wager.amount * record.seats.length;
      return [{ agent: record.seats[winner]!.agent, book: POINTS, change: pot, reason: 'wager won' }];
    },
  };
}

function settleMoney({ id, seats }: MatchRecord, outcome: Outcome, { units, cut }: MoneyWager): Posting {
  const each = BigInt(units);
  const winner = wagerWinner(outcome);
  if (winner === undefined) {
    const back = seats.map(({ agent }) => ({ account: agentAccount(agent), amount: each }));
    return settle(id, 'USDC', 'wager returned', back);
  }
  const pot = each * BigInt(seats.length);
  const house = (pot * BigInt(cut)) / WHOLE;
  const shares = [{ account: agentAccount(seats[winner]!.agent), amount: pot - house }];
  if (house > 0n) shares.push({ account: HOUSE_CUT, amount: house });
  return settle(id, 'USDC', 'wager won', shares);
}
