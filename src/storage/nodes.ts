import pg from 'pg';
import type { MatchHeader } from '../core/arena.ts';
import { headerOf } from '../core/header.ts';
import { StorageBusy } from '../core/storage.ts';
import { toRecord } from './match-rows.ts';
import { clientConfig } from './postgres-client.ts';

/** A node as the database knows it. Whoever raises its epoch ends what it may write. */
export interface NodeRow {
  name: string;
  epoch: number;
  /** The version of what nodes say to each other. */
  wire: number;
  gone: boolean;
}

/** Which node has what. The rows decide; messages between nodes never do. */
export interface NodeStore {
  /** Whether there may be others: false of a database that has no tables yet. */
  isUsed(): Promise<boolean>;
  /** The database's own word, the same for every node. */
  cluster(): Promise<string>;
  /**
   * Waits for what an earlier node of this name has under way. Until it has arrived nobody counts on this one.
   * @returns its epoch
   */
  join(wire: number): Promise<number>;
  /** False: another of this name has joined meanwhile. */
  arrive(epoch: number): Promise<boolean>;
  all(): Promise<NodeRow[]>;
  /** Waits for what the node has under way; from then on it writes nothing. False: it was declared gone already, or has joined anew. */
  declareGone(node: NodeRow): Promise<boolean>;
  /** Takes up to so many matches under way that no living node has. @returns their ids */
  adopt(limit: number): Promise<string[]>;
  /** The matches under way that an earlier node of this name had. */
  own(): Promise<string[]>;
  /** Takes a place that no living node has. False: another has it. */
  claim(kind: string, id: string): Promise<boolean>;
  /** Every place that a living node has. */
  places(): Promise<{ kind: string; id: string; node: string }[]>;
  /** How many matches under way each node has. */
  matches(): Promise<{ node: string; count: number }[]>;
  /** Lets go what this node has, but what its gateways still need. */
  release(): Promise<void>;
  /** The node itself goes. */
  leave(epoch: number): Promise<void>;
  /** Matches under way, the oldest first. */
  headers(filter: { id?: string; game?: string; agent?: string }): Promise<MatchHeader[]>;
  /** In how many matches under way an agent has a seat. */
  seats(agent: string): Promise<number>;
  close(): Promise<void>;
}

const CONNECTIONS = 3;
/** A node that hears nothing for so long stands still. */
const LONGEST_QUESTION = 5000;

export function nodeStore(url: string, name: string): NodeStore {
  const pool = new pg.Pool({
    ...clientConfig(url),
    max: CONNECTIONS,
    query_timeout: LONGEST_QUESTION,
    connectionTimeoutMillis: LONGEST_QUESTION,
  });
  pool.on('error', () => {});
  const rows = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query(sql, values)).rows as Row[];

  /** For those who may ask again when the database is back. */
  const read = <Row>(sql: string, values: unknown[]): Promise<Row[]> =>
    rows<Row>(sql, values).catch((error) => {
      throw error instanceof pg.DatabaseError && error.severity !== 'FATAL' ? error : new StorageBusy(error);
    });

  // Many who come in one turn of the loop are one question.
  const asked = new Set<string>();
  let answers: Promise<Map<string, number>> | undefined;
  const countSeats = async (): Promise<Map<string, number>> => {
    const agents = [...asked];
    asked.clear();
    answers = undefined;
    const counted = await read<{ agent: string; seats: number }>(
      'select agent, count(*)::int as seats from live_agents where agent = any($1) group by agent',
      [agents],
    );
    return new Map(counted.map(({ agent, seats }) => [agent, seats]));
  };

  return {
    async isUsed() {
      const [row] = await rows<{ used: boolean }>(`select to_regclass('documents') is not null as used`);
      return row!.used;
    },
    async cluster() {
      await pool.query(
        `insert into documents (kind, id, version, body)
         values ('setting', 'cluster', 1, to_json(substr(md5(random()::text || clock_timestamp()::text), 1, 12))::text)
         on conflict (kind, id) do nothing`,
      );
      const [row] = await rows<{ body: string }>(
        `select body from documents where kind = 'setting' and id = 'cluster'`,
      );
      return JSON.parse(row!.body);
    },
    async join(wire) {
      const [row] = await rows<{ epoch: number }>(
        `insert into nodes (name, epoch, wire, gone) values ($1, 1, $2, true)
         on conflict (name) do update set epoch = nodes.epoch + 1, wire = $2, gone = true
         returning epoch`,
        [name, wire],
      );
      return row!.epoch;
    },
    async arrive(epoch) {
      const arrived = await pool.query('update nodes set gone = false where name = $1 and epoch = $2', [name, epoch]);
      return arrived.rowCount === 1;
    },
    all: () => rows<NodeRow>('select name, epoch, wire, gone from nodes order by name'),
    async declareGone(node) {
      const { rowCount } = await pool.query(
        'update nodes set epoch = epoch + 1, gone = true where name = $1 and epoch = $2 and not gone',
        [node.name, node.epoch],
      );
      return rowCount === 1;
    },
    async adopt(limit) {
      // The rows of nodes that are gone stay so until this is in.
      const found = await rows<{ id: string }>(
        `with absent as materialized (select name from nodes where gone for share),
         orphans as (
           select id from matches
           where outcome is null
             and (node is null or node in (select name from absent) or not exists (select from nodes where name = node))
           order by serial limit $2 for update skip locked
         )
         update matches set node = $1 from orphans where matches.id = orphans.id returning matches.id`,
        [name, limit],
      );
      return found.map(({ id }) => id);
    },
    async own() {
      const found = await rows<{ id: string }>('select id from matches where outcome is null and node = $1', [name]);
      return found.map(({ id }) => id);
    },
    async claim(kind, id) {
      const { rowCount } = await pool.query(
        `with absent as materialized (select name from nodes where gone for share)
         insert into places (id, kind, node) values ($1, $2, $3)
         on conflict (id) do update set node = $3
         where places.node = $3 or places.node in (select name from absent)
           or not exists (select from nodes where name = places.node)`,
        [id, kind, name],
      );
      return rowCount === 1;
    },
    places: () =>
      rows(`select kind, id, node from places join nodes on nodes.name = node where not gone order by kind, id`),
    matches: () =>
      rows(
        `select node, count(*)::integer as count from matches where outcome is null and node is not null group by node`,
      ),
    async release() {
      await pool.query(`delete from places where node = $1 and kind <> 'desk'`, [name]);
      await pool.query('update matches set node = null where node = $1 and outcome is null', [name]);
    },
    async leave(epoch) {
      await pool.query('delete from places where node = $1', [name]);
      await pool.query('update nodes set epoch = epoch + 1, gone = true where name = $1 and epoch = $2', [name, epoch]);
    },
    async headers({ id, game, agent }) {
      const found = await read<Parameters<typeof toRecord>[0]>(
        `select id, matches.game, version, matches.at, seats, options, terms, seed, seed_hash, arrival, table_id, previous
         from matches ${agent === undefined ? '' : 'join live_agents on live_agents.serial = matches.serial and agent = $3'}
         where outcome is null and ($1::text is null or id = $1) and ($2::text is null or matches.game = $2)
         order by matches.at, matches.serial`,
        [id ?? null, game ?? null, ...(agent === undefined ? [] : [agent])],
      );
      return found.map((row) => headerOf(toRecord(row, [])));
    },
    async seats(agent) {
      asked.add(agent);
      answers ??= new Promise<void>((done) => setImmediate(done)).then(countSeats);
      return (await answers).get(agent) ?? 0;
    },
    close: () => pool.end(),
  };
}
