import type { Send } from '../core/money.ts';
import type { Deposit, Transaction, Watched } from '../core/purse-store.ts';
import type { Tables } from './tables.ts';

type Row<Name extends keyof Tables> = Omit<Tables[Name], 'serial'>;

/** Leaves out what is null: an optional property that is absent. */
const given = <Value, Key extends string>(key: Key, value: Value | null): { [key in Key]?: Value } =>
  value === null ? {} : ({ [key]: value } as { [key in Key]: Value });

export const toSendRow = (send: Send): Row<'purse_sends'> => ({
  id: send.id,
  kind: send.kind,
  sender: send.sender,
  destination: send.to,
  asset: send.asset,
  amount: String(send.amount),
  state: send.state,
  nonce: send.nonce ?? null,
  why: send.why ?? null,
  at: send.at,
});

export const toSend = (row: Row<'purse_sends'>): Send => ({
  id: row.id,
  kind: row.kind,
  sender: row.sender,
  to: row.destination,
  asset: row.asset,
  amount: BigInt(row.amount),
  state: row.state,
  ...given('nonce', row.nonce),
  ...given('why', row.why),
  at: row.at,
});

export const toDepositRow = (deposit: Deposit): Row<'purse_deposits'> => ({
  id: deposit.id,
  address: deposit.address,
  account: deposit.account,
  asset: deposit.asset,
  amount: String(deposit.amount),
  sender: deposit.sender ?? null,
  tx: deposit.tx ?? null,
  block: deposit.block,
  block_hash: deposit.blockHash,
  lost: deposit.lost ? 1 : 0,
  changes: deposit.changes,
  borne: String(deposit.borne),
  at: deposit.at,
});

export const toDeposit = (row: Row<'purse_deposits'>): Deposit => ({
  id: row.id,
  address: row.address,
  account: row.account,
  asset: row.asset,
  amount: BigInt(row.amount),
  ...given('sender', row.sender),
  ...given('tx', row.tx),
  block: row.block,
  blockHash: row.block_hash,
  lost: row.lost === 1,
  changes: row.changes,
  borne: BigInt(row.borne),
  at: row.at,
});

export const toTransactionRow = (transaction: Transaction): Row<'purse_transactions'> => ({
  hash: transaction.hash,
  send: transaction.send,
  sender: transaction.sender,
  nonce: transaction.nonce,
  raw: transaction.raw,
  most_gas: String(transaction.mostGas),
  fee: String(transaction.fee),
  tip: String(transaction.tip),
  at: transaction.at,
  block: transaction.block ?? null,
  block_hash: transaction.blockHash ?? null,
  gas: transaction.gas === undefined ? null : String(transaction.gas),
  succeeded: transaction.succeeded === undefined ? null : transaction.succeeded ? 1 : 0,
  changes: transaction.changes,
});

export const toTransaction = (row: Row<'purse_transactions'>): Transaction => ({
  hash: row.hash,
  send: row.send,
  sender: row.sender,
  nonce: row.nonce,
  raw: row.raw,
  mostGas: BigInt(row.most_gas),
  fee: BigInt(row.fee),
  tip: BigInt(row.tip),
  at: row.at,
  ...given('block', row.block),
  ...given('blockHash', row.block_hash),
  ...given('gas', row.gas === null ? null : BigInt(row.gas)),
  ...given('succeeded', row.succeeded === null ? null : row.succeeded === 1),
  changes: row.changes,
});

export const toWatched = (row: Row<'purse_addresses'>): Watched => ({ ...row, native: row.native === 1 });
