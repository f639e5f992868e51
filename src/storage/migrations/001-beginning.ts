import { type Kysely, type Migration, sql } from 'kysely';
import type { Flavour } from './index.ts';

/** Text compares by bytes in both databases, so that both sort alike. */
const types = {
  sqlite: { text: sql`text`, serial: sql`integer`, real: sql`real`, clustered: sql`without rowid` },
  postgres: { text: sql`text collate "C"`, serial: sql`bigserial`, real: sql`double precision`, clustered: sql`` },
};

export const beginning = (flavour: Flavour): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up(db: Kysely<any>) {
    const { text, serial, real, clustered } = types[flavour];
    const { schema } = db;

    await schema
      .createTable('matches')
      .addColumn('serial', serial, (column) => column.primaryKey())
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('outcome', text)
      .addColumn('ended_at', 'bigint')
      .addColumn('steps', 'integer')
      .addColumn('game', text, (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('seats', text, (column) => column.notNull())
      .addColumn('options', text, (column) => column.notNull())
      .addColumn('terms', text, (column) => column.notNull())
      .addColumn('seed', text, (column) => column.notNull())
      .addColumn('seed_hash', text, (column) => column.notNull())
      .execute();
    await schema.createIndex('matches_by_time').on('matches').columns(['at', 'serial']).execute();
    await schema.createIndex('matches_by_game').on('matches').columns(['game', 'at', 'serial']).execute();
    await schema
      .createIndex('matches_live')
      .on('matches')
      .columns(['at', 'serial'])
      .where(sql.ref('outcome'), 'is', null)
      .execute();
    await schema
      .createIndex('matches_over')
      .on('matches')
      .columns(['at', 'serial'])
      .where(sql.ref('outcome'), 'is not', null)
      .execute();

    await schema
      .createTable('match_agents')
      .addColumn('agent', text, (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('match', text, (column) => column.notNull().references('matches.id'))
      .addPrimaryKeyConstraint('match_agents_key', ['agent', 'at', 'match'])
      .modifyEnd(clustered)
      .execute();

    // No foreign key: an entry is only ever added by a statement that looks its match up.
    await schema
      .createTable('entries')
      .addColumn('match', text, (column) => column.notNull())
      .addColumn('step', 'integer', (column) => column.notNull())
      .addColumn('body', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('entries_key', ['match', 'step'])
      .modifyEnd(clustered)
      .execute();

    await schema
      .createTable('figures')
      .addColumn('agent', text, (column) => column.notNull())
      .addColumn('book', text, (column) => column.notNull())
      .addColumn('value', real, (column) => column.notNull())
      .addPrimaryKeyConstraint('figures_key', ['agent', 'book'])
      .modifyEnd(clustered)
      .execute();
    await schema.createIndex('figures_by_value').on('figures').columns(['book', 'value desc', 'agent']).execute();

    await schema
      .createTable('ledger')
      .addColumn('serial', serial, (column) => column.primaryKey())
      .addColumn('match', text, (column) => column.references('matches.id'))
      .addColumn('agent', text, (column) => column.notNull())
      .addColumn('book', text, (column) => column.notNull())
      .addColumn('change', real, (column) => column.notNull())
      .addColumn('after', real, (column) => column.notNull())
      .addColumn('reason', text, (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('ledger_by_match').on('ledger').columns(['match', 'serial']).execute();
    await schema.createIndex('ledger_by_figure').on('ledger').columns(['agent', 'book', 'serial']).execute();

    await schema
      .createTable('documents')
      .addColumn('serial', serial, (column) => column.primaryKey())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('id', text, (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('body', text, (column) => column.notNull())
      .addUniqueConstraint('documents_key', ['kind', 'id'])
      .execute();

    await schema
      .createTable('agents')
      .addColumn('serial', serial, (column) => column.primaryKey())
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('folded_name', text, (column) => column.notNull().unique())
      .addColumn('description', text, (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('banned_at', 'bigint')
      .execute();
    for (const [table, key] of [
      ['api_keys', 'hash'],
      ['ssh_keys', 'fingerprint'],
    ] as const) {
      await schema
        .createTable(table)
        .addColumn(key, text, (column) => column.primaryKey())
        .addColumn('agent', text, (column) => column.notNull().references('agents.id'))
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute();
      await schema.createIndex(`${table}_by_agent`).on(table).column('agent').execute();
    }
  },
});
