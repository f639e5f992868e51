import { sql } from 'kysely';
import type { Asset, Hex, SendState } from '../core/money.ts';
import type { Anchor, Moved, Movement, PurseStore, Watched } from '../core/purse-store.ts';
import type { Engine } from './engine.ts';
import type { Money } from './money.ts';
import { toDeposit, toDepositRow, toSend, toTransaction, toTransactionRow, toWatched } from './purse-rows.ts';
import { keep, type Work } from './statement.ts';

/** Only so many of the last are kept: the chain changes its mind about the newest blocks alone. */
const ANCHORS_KEPT = 256;

const POSTED: Moved = Object.freeze({ done: 'posted' });

export function purseStore({ build, read, snapshot, write }: Engine, money: Money): PurseStore {
  const selectBalance = keep(({ account, asset }: { account: string; asset: Asset }) =>
    build.selectFrom('purse_balances').select('amount').where('account', '=', account).where('asset', '=', asset),
  );
  const selectBalances = keep(() => build.selectFrom('purse_balances').selectAll().orderBy('account').orderBy('asset'));
  const selectHistory = keep(({ account, limit }: { account: string; limit: number }) =>
    build
      .selectFrom('purse_lines')
      .innerJoin('purse_postings', 'purse_postings.id', 'purse_lines.posting')
      .select(['posting', 'reason', 'asset', 'amount', 'after', 'at', 'match'])
      .where('account', '=', account)
      .orderBy('serial', 'desc')
      .limit(limit),
  );
  const selectLines = keep(({ after, limit }: { after: number; limit: number }) =>
    build.selectFrom('purse_lines').selectAll().where('serial', '>', after).orderBy('serial').limit(limit),
  );
  const selectAddresses = keep(() => build.selectFrom('purse_addresses').selectAll().orderBy('at').orderBy('address'));
  const selectAddressOf = keep(({ account }: { account: string }) =>
    build.selectFrom('purse_addresses').selectAll().where('account', '=', account),
  );
  const selectAnchors = keep(() => build.selectFrom('purse_anchors').selectAll().orderBy('number', 'desc'));
  const depositRows = build.selectFrom('purse_deposits').selectAll().orderBy('block').orderBy('id');
  const selectDepositsAbove = keep(({ above }: { above: number }) => depositRows.where('block', '>', above));
  const selectDepositsOf = keep(({ tx }: { tx: Hex }) => depositRows.where('tx', '=', tx));
  const selectDepositsBy = keep(({ account }: { account: string }) => depositRows.where('account', '=', account));
  const selectLostAt = keep(({ lostAt }: { lostAt: Hex }) =>
    depositRows.where('address', '=', lostAt).where('lost', '=', sql.lit(1)),
  );
  const sendRows = build.selectFrom('purse_sends').selectAll();
  const selectSend = keep(({ id }: { id: string }) => sendRows.where('id', '=', id));
  const selectSends = keep(({ state, limit }: { state: SendState; limit: number }) =>
    sendRows.where('state', '=', state).orderBy('serial').limit(limit),
  );
  const transactionRows = build.selectFrom('purse_transactions').selectAll();
  // Written so that nothing is walked in that order: the few above a block are found by it, then sorted.
  const selectTransactionsAbove = keep(({ above }: { above: number }) =>
    transactionRows.where('block', '>', above).orderBy(sql`+serial`),
  );
  const selectTransactionsOf = keep(({ send }: { send: string }) =>
    transactionRows.where('send', '=', send).orderBy('serial'),
  );
  const selectLastNonce = keep(({ sender }: { sender: string }) =>
    build
      .selectFrom('purse_transactions')
      .select('nonce')
      .where('sender', '=', sender)
      .orderBy('nonce', 'desc')
      .limit(1),
  );

  const upsertAddress = keep(({ address, account, native, at }: Omit<Watched, 'native'> & { native: number }) =>
    build
      .insertInto('purse_addresses')
      .values({ address, account, native, at })
      .onConflict((conflict) => conflict.column('address').doUpdateSet({ native })),
  );
  const deleteAnchorsAbove = keep(({ number }: { number: number }) =>
    build.deleteFrom('purse_anchors').where('number', '>', number),
  );
  const deleteOldAnchors = keep(({ kept }: { kept: number }) =>
    build
      .deleteFrom('purse_anchors')
      .where('number', 'not in', (old) =>
        old.selectFrom('purse_anchors').select('number').orderBy('number', 'desc').limit(kept),
      ),
  );
  const upsertAnchor = keep(({ number, hash }: Anchor) =>
    build
      .insertInto('purse_anchors')
      .values({ number, hash })
      .onConflict((conflict) => conflict.column('number').doUpdateSet({ hash })),
  );
  const upsertDeposit = keep((row: ReturnType<typeof toDepositRow>) => {
    const { block, block_hash, lost, changes, borne } = row;
    const { id, address, account, asset, amount, sender, tx, at } = row;
    return build
      .insertInto('purse_deposits')
      .values({ id, address, account, asset, amount, sender, tx, block, block_hash, lost, changes, borne, at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ block, block_hash, lost, changes, borne }));
  });
  const updateOwner = keep(({ deposit, account }: { deposit: string; account: string }) =>
    build.updateTable('purse_deposits').set({ account }).where('id', '=', deposit),
  );
  const upsertTransaction = keep((row: ReturnType<typeof toTransactionRow>) => {
    const { block, block_hash, gas, succeeded, changes } = row;
    const { hash, send, sender, nonce, raw, most_gas, fee, tip, at } = row;
    return build
      .insertInto('purse_transactions')
      .values({ hash, send, sender, nonce, raw, most_gas, fee, tip, at, block, block_hash, gas, succeeded, changes })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ block, block_hash, gas, succeeded, changes }));
  });

  return {
    write: (change, at) =>
      write(function* (): Work<Moved> {
        const { postings = [], sends = [], addresses = [], deposits = [], claims = [], transactions = [] } = change;
        const plan = yield* money.plan({ postings, sends });
        if (plan.done) return plan;
        yield* money.carryOut(plan, at);
        for (const { native, ...row } of addresses) yield* upsertAddress({ ...row, native: native ? 1 : 0 });
        if (change.rewind !== undefined) yield* deleteAnchorsAbove({ number: change.rewind });
        if (change.anchor) {
          yield* upsertAnchor(change.anchor);
          yield* deleteOldAnchors({ kept: ANCHORS_KEPT });
        }
        for (const deposit of deposits) yield* upsertDeposit(toDepositRow(deposit));
        for (const claim of claims) yield* updateOwner(claim);
        for (const transaction of transactions) yield* upsertTransaction(toTransactionRow(transaction));
        return POSTED;
      }),
    balance: (account, asset) =>
      read(function* () {
        const [row] = (yield* selectBalance({ account, asset })).rows;
        return BigInt(row?.amount ?? 0);
      }),
    balances: () =>
      read(function* () {
        return (yield* selectBalances({})).rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
      }),
    history: (account, limit) =>
      read(function* (): Work<Movement[]> {
        const { rows } = yield* selectHistory({ account, limit });
        return rows.map(({ match, amount, after, ...row }) => {
          const movement = { ...row, amount: BigInt(amount), after: BigInt(after) };
          return match === null ? movement : { ...movement, match };
        });
      }),
    lines: (after, limit) =>
      read(function* () {
        const { rows } = yield* selectLines({ after, limit });
        return rows.map((row) => ({ ...row, amount: BigInt(row.amount), after: BigInt(row.after) }));
      }),
    addresses: () =>
      read(function* () {
        return (yield* selectAddresses({})).rows.map(toWatched);
      }),
    addressOf: (account) =>
      read(function* () {
        const [row] = (yield* selectAddressOf({ account })).rows;
        return row && toWatched(row);
      }),
    anchors: () =>
      read(function* () {
        return (yield* selectAnchors({})).rows.map((row) => ({ ...row }));
      }),
    deposits: (which) =>
      read(function* () {
        if ('tx' in which) return (yield* selectDepositsOf(which)).rows.map(toDeposit);
        if ('account' in which) return (yield* selectDepositsBy(which)).rows.map(toDeposit);
        if ('lostAt' in which) return (yield* selectLostAt(which)).rows.map(toDeposit);
        return (yield* selectDepositsAbove(which)).rows.map(toDeposit);
      }),
    send: (id) =>
      read(function* () {
        const [row] = (yield* selectSend({ id })).rows;
        return row && toSend(row);
      }),
    sends: (states: readonly SendState[], limit) =>
      snapshot(function* () {
        const rows = [];
        for (const state of states) rows.push(...(yield* selectSends({ state, limit })).rows);
        return rows
          .sort((a, b) => a.serial - b.serial)
          .slice(0, limit)
          .map(toSend);
      }),
    transactions: (which) =>
      read(function* () {
        const { rows } = 'send' in which ? yield* selectTransactionsOf(which) : yield* selectTransactionsAbove(which);
        return rows.map(toTransaction);
      }),
    lastNonce: (sender) =>
      read(function* () {
        return (yield* selectLastNonce({ sender })).rows[0]?.nonce;
      }),
  };
}
