import {
  type Asset,
  HOUSE_LOSS,
  holdPosting,
  isOnChain,
  type Line,
  lesser,
  type Moving,
  mayOwe,
  type Posting,
  type Send,
  sendOfPosting,
  settlePosting,
} from '../core/money.ts';
import type { Moved } from '../core/purse-store.ts';
import type { Engine } from './engine.ts';
import { toSendRow } from './purse-rows.ts';
import { keep, type Work } from './statement.ts';

const CALLED_BACK = 'This payout was called back.';

type Key = { account: string; asset: Asset };
type LineRow = Key & { posting: string; amount: string; after: string };
type SendRow = ReturnType<typeof toSendRow>;

/** The books of the purse. All of it runs inside a commit. */
export interface Money {
  /** Reads and checks, writes nothing. */
  plan(moving: Moving): Work<Plan | Exclude<Moved, { done: 'posted' }>>;
  carryOut(plan: Plan, at: number, match?: string): Work<void>;
  /**
   * Puts stakes back where they came from, once the match is void. Prizes that were not signed yet are called back; what
   * a winner has no more, since it was paid out or spent, is a loss of the house.
   */
  reverse(match: string, at: number, reason: string): Work<void>;
  /** Takes the place of a send with the same id. */
  putSend(send: Send): Work<void>;
}

export interface Plan {
  done?: never;
  postings: readonly Posting[];
  sends: readonly Send[];
  lines: LineRow[];
  balances: (Key & { amount: bigint })[];
}

export function money({ build, lockMoney }: Engine): Money {
  const selectPosting = keep(({ id }: { id: string }) =>
    build.selectFrom('purse_postings').select(['id', 'match']).where('id', '=', id),
  );
  const selectBalance = keep(({ account, asset }: Key) =>
    build.selectFrom('purse_balances').select('amount').where('account', '=', account).where('asset', '=', asset),
  );
  const selectLinesOf = keep(({ posting }: { posting: string }) =>
    build.selectFrom('purse_lines').select(['serial', 'account', 'asset', 'amount']).where('posting', '=', posting),
  );
  const selectLinesSince = keep(({ account, serial }: { account: string; serial: number }) =>
    build
      .selectFrom('purse_lines')
      .select('posting')
      .where('account', '=', account)
      .where('serial', '>', serial)
      .orderBy('serial'),
  );
  const selectState = keep(({ id }: { id: string }) =>
    build.selectFrom('purse_sends').select('state').where('id', '=', id),
  );
  const selectSignature = keep(({ send }: { send: string }) =>
    build.selectFrom('purse_transactions').select('hash').where('send', '=', send).limit(1),
  );
  const cancelSend = keep(({ id, why }: { id: string; why: string }) =>
    build.updateTable('purse_sends').set({ state: 'cancelled', why }).where('id', '=', id),
  );
  const insertPosting = keep((row: { id: string; reason: string; match: string | null; at: number }) =>
    build.insertInto('purse_postings').values({ id: row.id, reason: row.reason, match: row.match, at: row.at }),
  );
  const insertLine = keep(({ posting, account, asset, amount, after }: LineRow) =>
    build.insertInto('purse_lines').values({ posting, account, asset, amount, after }),
  );
  const writeBalance = keep(({ account, asset, amount }: Key & { amount: string }) =>
    build
      .insertInto('purse_balances')
      .values({ account, asset, amount })
      .onConflict((conflict) => conflict.columns(['account', 'asset']).doUpdateSet({ amount })),
  );
  const deleteBalance = keep(({ account, asset }: Key) =>
    build.deleteFrom('purse_balances').where('account', '=', account).where('asset', '=', asset),
  );
  const upsertSend = keep((row: SendRow) => {
    const { state, nonce, why } = row;
    return build
      .insertInto('purse_sends')
      .values({
        id: row.id,
        kind: row.kind,
        sender: row.sender,
        destination: row.destination,
        asset: row.asset,
        amount: row.amount,
        state,
        nonce,
        why,
        at: row.at,
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ state, nonce, why }));
  });

  function* wasMade(postings: readonly Posting[]): Work<boolean> {
    for (const { id } of postings) if ((yield* selectPosting({ id })).rows.length > 0) return true;
    return false;
  }

  function* putSend(send: Send): Work<void> {
    yield* upsertSend(toSendRow(send));
  }

  /** By how much the stakes of a match changed each account. */
  function* stakesOf(match: string): Work<(Key & { amount: bigint })[]> {
    const settled = (yield* selectLinesOf({ posting: settlePosting(match) })).rows;
    if (settled.length === 0) return [];
    const held = (yield* selectLinesOf({ posting: holdPosting(match) })).rows;
    const sums = new Map<string, Key & { amount: bigint }>();
    for (const { account, asset, amount } of [...held, ...settled]) {
      const name = JSON.stringify([account, asset]);
      const sum = sums.get(name)?.amount ?? 0n;
      sums.set(name, { account, asset, amount: sum + BigInt(amount) });
    }
    return [...sums.values()].filter(({ amount }) => amount !== 0n);
  }

  /** Payouts of what a match brought that nobody has signed yet: the postings that set their money aside. */
  function* callBack(match: string, why: string): Work<string[]> {
    const calledBack: string[] = [];
    for (const { account, serial } of (yield* selectLinesOf({ posting: settlePosting(match) })).rows) {
      for (const { posting } of (yield* selectLinesSince({ account, serial })).rows) {
        const id = sendOfPosting(posting);
        if (id === undefined || (yield* selectPosting({ id: posting })).rows[0]?.match !== match) continue;
        if ((yield* selectSignature({ send: id })).rows.length > 0) continue;
        yield* cancelSend({ id, why });
        calledBack.push(posting);
      }
    }
    return calledBack;
  }

  function* putBack(posting: string, at: number, match: string, reason: string): Work<void> {
    const { rows } = yield* selectLinesOf({ posting });
    const lines = rows.map(({ account, asset, amount }) => ({ account, asset, amount: -BigInt(amount) }));
    yield* make({ id: `undo:${posting}`, reason, lines }, at, match);
  }

  function* make(posting: Posting, at: number, match: string): Work<void> {
    const made = yield* plan({ postings: [posting] });
    if (made.done) throw new Error(`The money of ${match} could not be put back: ${made.done}.`);
    yield* carryOut(made, at, match);
  }

  function* reverse(match: string, at: number, reason: string): Work<void> {
    yield* lockMoney();
    for (const posting of yield* callBack(match, reason)) yield* putBack(posting, at, match, reason);
    const lines: Line[] = [];
    for (const { account, asset, amount } of yield* stakesOf(match)) {
      const has = BigInt((yield* selectBalance({ account, asset })).rows[0]?.amount ?? 0);
      const taken = amount > 0n && !mayOwe(account) ? lesser(has, amount) : amount;
      if (taken !== 0n) lines.push({ account, asset, amount: -taken });
      if (taken !== amount) lines.push({ account: HOUSE_LOSS, asset, amount: taken - amount });
    }
    if (lines.length === 0) return;
    yield* make({ id: `undo:${match}`, reason, lines }, at, match);
  }

  function* plan({ postings, sends = [] }: Moving): Work<Plan | Exclude<Moved, { done: 'posted' }>> {
    for (const posting of postings) checkBalanced(posting);
    yield* lockMoney();
    if (yield* wasMade(postings)) return { done: 'repeated' };
    for (const { id } of sends) {
      if ((yield* selectState({ id })).rows[0]?.state === 'cancelled') return { done: 'refused', reason: CALLED_BACK };
    }
    const balances = new Map<string, Key & { amount: bigint; short?: string | undefined }>();
    const lines: LineRow[] = [];
    for (const { id, lines: changes } of postings) {
      for (const { account, asset, amount, short } of changes) {
        const name = JSON.stringify([account, asset]);
        let balance = balances.get(name);
        if (!balance) {
          const [row] = (yield* selectBalance({ account, asset })).rows;
          balances.set(name, (balance = { account, asset, amount: BigInt(row?.amount ?? 0) }));
        }
        balance.amount += amount;
        if (amount < 0n) balance.short ??= short;
        lines.push({ posting: id, account, asset, amount: String(amount), after: String(balance.amount) });
      }
    }
    // Only the end counts: within one change money may pass through an account.
    for (const { account, asset, amount, short } of balances.values()) {
      if (amount >= 0n || mayOwe(account)) continue;
      return { done: 'refused', reason: short ?? `${account} has too little ${asset}.` };
    }
    return { postings, sends, lines, balances: [...balances.values()] };
  }

  function* carryOut({ postings, sends, lines, balances }: Plan, at: number, match?: string): Work<void> {
    for (const { id, reason } of postings) yield* insertPosting({ id, reason, match: match ?? null, at });
    for (const line of lines) yield* insertLine(line);
    for (const { account, asset, amount } of balances) {
      if (amount === 0n) yield* deleteBalance({ account, asset });
      else yield* writeBalance({ account, asset, amount: String(amount) });
    }
    for (const send of sends) yield* putSend(send);
  }

  return { plan, carryOut, reverse, putSend };
}

/** What the chain holds more or less is what somebody has more or less. */
function checkBalanced({ id, lines }: Posting): void {
  const sums = new Map<Asset, bigint>();
  for (const line of lines) sums.set(line.asset, (sums.get(line.asset) ?? 0n) + weight(line));
  for (const [asset, sum] of sums) {
    if (sum !== 0n) throw new Error(`The posting ${id} is out of balance by ${sum} ${asset}.`);
  }
}

const weight = ({ account, amount }: Line): bigint => (isOnChain(account) ? amount : -amount);
