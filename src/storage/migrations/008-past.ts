import { type Kysely, type Migration, sql } from 'kysely';
import type { Flavour } from './index.ts';

interface Row {
  agent: string;
  match: string;
  at: number;
  serial: number;
  game: string;
  seats: string;
  outcome: string | null;
}

const AT_ONCE = 1000;
const RANKED_OR_LISTED = sql.raw<boolean>(
  ['won', 'drawn', 'lost', 'sure-volatility'].map((name) => `book not like '${name}:%'`).join(' and '),
);

/**
 * What goes on and what is over are listed apart, so that no list walks through matches that it does not show. Who
 * played in what, against whom and with which result stands in a row of its own.
 */
export const past = (flavour: Flavour): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up(db: Kysely<any>) {
    const { schema } = db;
    const text = flavour === 'postgres' ? sql`text collate "C"` : sql`text`;
    const clustered = flavour === 'sqlite' ? sql`without rowid` : sql``;

    await schema.dropIndex('matches_by_time').execute();
    await schema.dropIndex('matches_by_game').execute();
    for (const [name, operator] of [
      ['matches_live_by_game', 'is'],
      ['matches_over_by_game', 'is not'],
    ] as const) {
      const index = schema
        .createIndex(name)
        .on('matches')
        .column('game')
        .expression(sql`(-at)`)
        .expression(sql`(-serial)`);
      await index.where(sql.ref('outcome'), operator, null).execute();
    }
    // Most of what the end of a match writes is neither ranked nor listed.
    await schema.dropIndex('figures_by_value').execute();
    await schema
      .createIndex('figures_by_value')
      .on('figures')
      .columns(['book', 'value desc', 'agent'])
      .where(RANKED_OR_LISTED)
      .execute();
    await schema.dropIndex('ledger_by_figure').execute();
    await schema
      .createIndex('ledger_by_figure')
      .on('ledger')
      .columns(['agent', 'book', 'serial'])
      .where(RANKED_OR_LISTED)
      .execute();
    await schema.createIndex('documents_by_kind').on('documents').columns(['kind', 'serial']).execute();

    // No foreign keys: rows are only ever added by the statement that stores their match.
    await schema
      .createTable('live_agents')
      .addColumn('agent', text, (column) => column.notNull())
      .addColumn('game', text, (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('serial', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('live_agents_key', ['agent', 'game', 'at', 'serial'])
      .modifyEnd(clustered)
      .execute();
    await schema
      .createTable('past_agents')
      .addColumn('agent', text, (column) => column.notNull())
      .addColumn('game', text, (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('serial', 'bigint', (column) => column.notNull())
      .addColumn('opponent', text)
      .addColumn('result', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('past_agents_key', ['agent', 'game', 'at', 'serial'])
      .modifyEnd(clustered)
      .execute();
    for await (const rows of oldRows(db)) {
      const live = rows.filter(({ outcome }) => outcome === null);
      const over = rows.filter(({ outcome }) => outcome !== null);
      if (live.length > 0) {
        const values = live.map(({ agent, game, at, serial }) => ({ agent, game, at, serial }));
        await db.insertInto('live_agents').values(values).execute();
      }
      if (over.length > 0) await db.insertInto('past_agents').values(over.map(toPast)).execute();
    }
    await schema.createIndex('past_agents_by_time').on('past_agents').columns(['agent', 'at', 'serial']).execute();
    await schema.dropTable('match_agents').execute();
  },
});

// biome-ignore lint/suspicious/noExplicitAny: see above
async function* oldRows(db: Kysely<any>): AsyncGenerator<Row[]> {
  let last = { agent: '', at: -1, match: '' };
  for (;;) {
    const rows: Row[] = await db
      .selectFrom('match_agents')
      .innerJoin('matches', 'matches.id', 'match_agents.match')
      .select(['match_agents.agent', 'match_agents.match', 'match_agents.at'])
      .select(['matches.serial', 'matches.game', 'matches.seats', 'matches.outcome'])
      .where(
        sql<boolean>`(match_agents.agent, match_agents.at, match_agents.match) > (${last.agent}, ${last.at}, ${last.match})`,
      )
      .orderBy('match_agents.agent')
      .orderBy('match_agents.at')
      .orderBy('match_agents.match')
      .limit(AT_ONCE)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)!;
  }
}

function toPast({ agent, at, serial, game, seats: written, outcome }: Row) {
  const seats: { agent: string }[] = JSON.parse(written);
  const { kind, ranks = [] }: { kind: string; ranks?: number[] } = JSON.parse(outcome!);
  const seat = seats.findIndex((one) => one.agent === agent);
  const best = Math.min(...ranks);
  const sharing = ranks.filter((rank) => rank === best).length > 1;
  const result = kind === 'void' ? 'void' : ranks[seat]! > best ? 'lost' : sharing ? 'drawn' : 'won';
  return { agent, game, at, serial, opponent: seats.length === 2 ? seats[1 - seat]!.agent : null, result };
}
