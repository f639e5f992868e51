import { type Asset, type Hex, HOUSE_CUT, hold, type Moving, payout, type Stake, settle } from '../../core/money.ts';
import type { NoteRule } from '../../core/notes.ts';
import type { MatchRecord, Outcome } from '../../core/record.ts';
import type { Settle } from '../../core/settle/settle.ts';

/** The topic of the note with which the entry fees of a premium room become the stakes of its game. */
export const STAKES = 'entry-fees';

export interface EntryFees {
  asset: Asset;
  /** In units, of each seat. */
  fee: string;
  /** The house's part, in ten-thousandths. */
  cut: number;
  /** By seat: whose money it is, and where to pay to. */
  seats: { account: string; to: Hex }[];
}

const WHOLE = 10_000n;

export const ALREADY_HELD = 'The entry fees of this game are held already.';

const feesOf = ({ entries }: Pick<MatchRecord, 'entries'>): EntryFees | undefined => {
  for (const entry of entries) if (entry.kind === 'note' && entry.topic === STAKES) return entry.data as EntryFees;
};

/** Takes the fee of every seat with the note that says so, or refuses when a payment is not there any more. */
export const entryFeesNote: NoteRule = {
  allow: (record) => (feesOf(record) ? ALREADY_HELD : undefined),
  settlement(record, data) {
    const { asset, fee, seats } = data as EntryFees;
    const stakes = seats.map(({ account }) => ({ account, amount: BigInt(fee), short: 'An entry fee is missing.' }));
    return { figures: [], settle: () => [], money: { postings: [hold(record.id, asset, stakes)] } };
  },
};

/** The best share what is left after the house's part; a void game gives every seat its own back. */
export function sharesOf({ fee, cut, seats }: EntryFees, outcome: Outcome): { house: bigint; seats: bigint[] } {
  const each = BigInt(fee);
  if (outcome.kind === 'void') return { house: 0n, seats: seats.map(() => each) };
  const pool = each * BigInt(seats.length);
  const house = (pool * BigInt(cut)) / WHOLE;
  const best = outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const prize = pool - house;
  const share = prize / BigInt(best.length);
  const odd = Number(prize % BigInt(best.length));
  const shareOf = (seat: number): bigint => {
    const place = best.indexOf(seat);
    if (place < 0) return 0n;
    return place < odd ? share + 1n : share;
  };
  return { house, seats: seats.map((_, seat) => shareOf(seat)) };
}

/** Pays a premium room's game out, in the transaction that stores its end. */
export function settleEntryFees(): Settle {
  return {
    figures: () => [],
    effects: () => [],
    money(record, outcome): Moving | undefined {
      const fees = feesOf(record);
      if (!fees) return undefined;
      const { asset, seats } = fees;
      const reason = outcome.kind === 'void' ? 'refund' : 'prize';
      const { house, seats: amounts } = sharesOf(fees, outcome);
      const shares: Stake[] = seats.map(({ account }, seat) => ({ account, amount: amounts[seat]! }));
      if (house > 0n) shares.push({ account: HOUSE_CUT, amount: house });
      const at = record.entries.at(-1)!.at;
      const payouts = seats.flatMap(({ account, to }, seat) => {
        const amount = amounts[seat]!;
        const id = `${reason}:${record.id}:${seat}`;
        return amount > 0n ? [payout({ id, account, to, asset, amount, reason, at })] : [];
      });
      const paid = shares.filter(({ amount }) => amount > 0n);
      return {
        postings: [settle(record.id, asset, reason, paid), ...payouts.flatMap(({ postings }) => postings)],
        sends: payouts.flatMap(({ sends }) => sends ?? []),
      };
    },
  };
}
