import { type Kysely, type Migration, sql } from 'kysely';
import type { Flavour } from './index.ts';

/** Owners, deleted agents, names that are not free yet, when a key was last used, and an audit that only grows. */
export const operations = (flavour: Flavour): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up(db: Kysely<any>) {
    const { schema } = db;
    const postgres = flavour === 'postgres';
    const text = postgres ? sql`text collate "C"` : sql`text`;
    const serial = postgres ? sql`bigserial` : sql`integer`;

    await schema.alterTable('agents').addColumn('owner', text).execute();
    await schema.alterTable('agents').addColumn('deleted_at', 'bigint').execute();
    await schema
      .createIndex('agents_deleted')
      .on('agents')
      .column('id')
      .where(sql.ref('deleted_at'), 'is not', null)
      .execute();
    await schema.alterTable('api_keys').addColumn('used_at', 'bigint').execute();
    await schema
      .createTable('held_names')
      .addColumn('folded_name', text, (column) => column.primaryKey())
      .addColumn('agent', text, (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('held_names_by_agent').on('held_names').column('agent').execute();

    await schema
      .createTable('audit')
      .addColumn('serial', serial, (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('actor', text, (column) => column.notNull())
      .addColumn('deed', text, (column) => column.notNull())
      .addColumn('subject', text, (column) => column.notNull())
      .addColumn('words', text, (column) => column.notNull())
      .addColumn('before', text)
      .addColumn('after', text)
      .execute();
    await moveAudit(db);
    await onlyGrows(db, postgres);
  },
});

/** What the host did was kept as documents before. */
// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
async function moveAudit(db: Kysely<any>): Promise<void> {
  const rows = await db.selectFrom('documents').select('body').where('kind', '=', 'audit').orderBy('serial').execute();
  for (const { body } of rows) {
    const { at, deed, subject, words } = JSON.parse(body);
    await db.insertInto('audit').values({ at, actor: 'host', deed, subject, words }).execute();
  }
  await db.deleteFrom('documents').where('kind', '=', 'audit').execute();
}

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
async function onlyGrows(db: Kysely<any>, postgres: boolean): Promise<void> {
  if (postgres) {
    await sql`create function audit_only_grows() returns trigger language plpgsql as
      $$ begin raise exception 'the audit is never changed'; end $$`.execute(db);
    await sql`create trigger audit_only_grows before update or delete or truncate on audit
      for each statement execute function audit_only_grows()`.execute(db);
    return;
  }
  for (const change of ['update', 'delete']) {
    await sql`create trigger ${sql.raw(`audit_no_${change}`)} before ${sql.raw(change)} on audit
      begin select raise(abort, 'the audit is never changed'); end`.execute(db);
  }
}
