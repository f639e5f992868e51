import { type Kysely, type Migration, sql } from 'kysely';
import type { Flavour } from './index.ts';

/** Money: accounts and what moved between them, and what we know of the chain. Amounts are text: they outgrow 64 bits. */
export const purse = (flavour: Flavour): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up({ schema }: Kysely<any>) {
    const postgres = flavour === 'postgres';
    const text = postgres ? sql`text collate "C"` : sql`text`;
    const serial = postgres ? sql`bigserial` : sql`integer`;

    await schema
      .createTable('purse_postings')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('reason', text, (column) => column.notNull())
      .addColumn('match', text)
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('purse_lines')
      .addColumn('serial', serial, (column) => column.primaryKey())
      .addColumn('posting', text, (column) => column.notNull().references('purse_postings.id'))
      .addColumn('account', text, (column) => column.notNull())
      .addColumn('asset', text, (column) => column.notNull())
      .addColumn('amount', text, (column) => column.notNull())
      .addColumn('after', text, (column) => column.notNull())
      .execute();
    await schema.createIndex('purse_lines_by_account').on('purse_lines').columns(['account', 'serial']).execute();
    await schema
      .createTable('purse_balances')
      .addColumn('account', text, (column) => column.notNull())
      .addColumn('asset', text, (column) => column.notNull())
      .addColumn('amount', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('purse_balances_key', ['account', 'asset'])
      .execute();

    await schema
      .createTable('purse_addresses')
      .addColumn('address', text, (column) => column.primaryKey())
      .addColumn('account', text, (column) => column.notNull().unique())
      .addColumn('native', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('purse_anchors')
      .addColumn('number', 'bigint', (column) => column.primaryKey())
      .addColumn('hash', text, (column) => column.notNull())
      .execute();
    await schema
      .createTable('purse_deposits')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('address', text, (column) => column.notNull())
      .addColumn('account', text, (column) => column.notNull())
      .addColumn('asset', text, (column) => column.notNull())
      .addColumn('amount', text, (column) => column.notNull())
      .addColumn('sender', text)
      .addColumn('tx', text)
      .addColumn('block', 'bigint', (column) => column.notNull())
      .addColumn('block_hash', text, (column) => column.notNull())
      .addColumn('lost', 'integer', (column) => column.notNull())
      .addColumn('changes', 'integer', (column) => column.notNull())
      .addColumn('borne', text, (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('purse_deposits_by_block').on('purse_deposits').column('block').execute();
    await schema
      .createIndex('purse_deposits_lost')
      .on('purse_deposits')
      .column('address')
      .where(sql.ref('lost'), '=', 1)
      .execute();
    await schema.createIndex('purse_deposits_by_tx').on('purse_deposits').column('tx').execute();

    await schema
      .createTable('purse_sends')
      .addColumn('serial', serial, (column) => column.primaryKey())
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('sender', text, (column) => column.notNull())
      .addColumn('destination', text, (column) => column.notNull())
      .addColumn('asset', text, (column) => column.notNull())
      .addColumn('amount', text, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('nonce', 'integer')
      .addColumn('why', text)
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('purse_sends_by_state').on('purse_sends').columns(['state', 'serial']).execute();
    await schema
      .createTable('purse_transactions')
      .addColumn('serial', serial, (column) => column.primaryKey())
      .addColumn('hash', text, (column) => column.notNull().unique())
      .addColumn('send', text, (column) => column.notNull().references('purse_sends.id'))
      .addColumn('sender', text, (column) => column.notNull())
      .addColumn('nonce', 'integer', (column) => column.notNull())
      .addColumn('raw', text, (column) => column.notNull())
      .addColumn('most_gas', text, (column) => column.notNull())
      .addColumn('fee', text, (column) => column.notNull())
      .addColumn('tip', text, (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('block', 'bigint')
      .addColumn('block_hash', text)
      .addColumn('gas', text)
      .addColumn('succeeded', 'integer')
      .addColumn('changes', 'integer', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('purse_transactions_by_send')
      .on('purse_transactions')
      .columns(['send', 'serial'])
      .execute();
    await schema
      .createIndex('purse_transactions_by_nonce')
      .on('purse_transactions')
      .columns(['sender', 'nonce'])
      .execute();
    await schema
      .createIndex('purse_transactions_by_block')
      .on('purse_transactions')
      .column('block')
      .where(sql.ref('block'), 'is not', null)
      .execute();
  },
});
