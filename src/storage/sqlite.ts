import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { Appended, Storage } from '../core/storage.ts';
import { checkpointer } from './checkpointer.ts';
import { COMMITS_APART, commitQueue, type Job } from './commit-queue.ts';
import type { Lists, Reading } from './engine.ts';
import { type JournalSize, journal } from './journal.ts';
import { logSync } from './log-sync.ts';
import { migrate } from './migrations/index.ts';
import { READ_LIMITS, readers } from './readers.ts';
import { sqlStorage } from './sql.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { type Query, type Result, Statement, type Work } from './statement.ts';
import { stored } from './stored.ts';
import type { Tables } from './tables.ts';
import { SLOW, type Watch } from './watch.ts';

/** How long to wait while another process, such as a command, writes. */
const BUSY_TIMEOUT = 5000;
/** How many pages the write-ahead log may hold before it is folded into the database. */
const CHECKPOINT_PAGES = 16_000;
/** Room for the pages that the live matches write to, so that a move reads nothing from the file. */
const CACHE_KILOBYTES = 8_000;

/** Writes a page, whatever it held; a file that may only be read lets a transaction begin that writes none. */
const TRIAL: Query = { statement: Statement.control('pragma user_version = 0'), values: [] };

const lists: Lists = {
  value: (list) => JSON.stringify(list),
  among: (column, list) => sql`${sql.ref(column)} in (select value from json_each(${list}))`,
};

/** @param as a server makes sure first that it can write */
export async function openSqlite(
  path: string,
  size?: JournalSize,
  watch?: Watch,
  as: 'server' | 'command' = 'command',
): Promise<Storage> {
  const inMemory = path === ':memory:';
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true });
  db.exec('pragma journal_mode = wal');
  // What is committed is brought to the disk by `logSync`, and only then told to whoever waits for it.
  db.exec('pragma synchronous = normal');
  db.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  db.exec(`pragma cache_size = -${CACHE_KILOBYTES}`);
  const build = new Kysely<Tables>({ dialect: sqliteDialect(db) });
  try {
    await migrate(build, 'sqlite', { watch });
  } catch (error) {
    db.close();
    throw error;
  }

  // One connection writes and reads: a transaction never outlasts the tick it began in, so reads see whole commits only, the
  // last one perhaps a moment before the disk has it. Another connection would forget its pages at each commit.
  const main = connection(db, watch);
  const reading: Reading = {
    read: async (work) => main.run(work()),
    snapshot: async (work) => main.transaction(false, () => main.run(work())),
  };
  const beside = inMemory ? undefined : readers(path, READ_LIMITS);
  const entries = journal(build, size);
  const perform = (job: Job): unknown => main.run('entry' in job ? entries.append(job.entry) : job.work());
  const checkpoints = inMemory ? undefined : checkpointer(path);
  const log = inMemory ? undefined : logSync(path);
  const transact = async (jobs: readonly Job[]) => {
    try {
      const values = main.transaction(true, () => jobs.map(perform));
      await log?.sync();
      checkpoints?.committed();
      return values;
    } catch (error) {
      entries.forget();
      throw error;
    }
  };
  // In memory nothing is synced, so there is nothing to share.
  const queue = commitQueue(transact, inMemory ? 0 : COMMITS_APART, watch);
  const writes = stored(watch);
  const write = <T>(work: () => Work<T>) => writes.of(queue.add({ work }) as Promise<T>);
  const trial = () =>
    queue.add({
      *work() {
        yield TRIAL;
      },
    });
  const close = async (): Promise<void> => {
    await queue.close();
    await Promise.all([beside?.close(), checkpoints?.close()]);
    log?.close();
    main.close();
  };
  if (as === 'server') {
    try {
      await trial();
    } catch (error) {
      await close();
      throw error;
    }
  }

  return sqlStorage({
    build,
    lists,
    entries,
    ...reading,
    beside: beside ?? reading,
    write,
    writeEntry: (entry) => writes.of(queue.add({ entry }) as Promise<Appended>),
    // A transaction that writes is the only one from its beginning.
    *lockFigures() {},
    *lockMoney() {},
    commits: () => queue.commits(),
    waiting: () => queue.waiting(),
    size: async () => main.bytes(),
    canWrite: () => writes.works(trial),
    close,
  });
}

function connection(db: DatabaseSync, watch?: Watch) {
  const [begin, beginImmediate, commit] = ['begin', 'begin immediate', 'commit'].map((sql) => db.prepare(sql));
  const kept = new Map<Statement, Prepared>();
  const prepare = (statement: Statement): Prepared => {
    const prepared = db.prepare(statement.sql);
    return { prepared, reads: prepared.columns().length > 0 };
  };
  const preparedFor = (statement: Statement): Prepared => {
    if (statement.name === undefined) return prepare(statement);
    let known = kept.get(statement);
    if (!known) kept.set(statement, (known = prepare(statement)));
    return known;
  };
  const execute = ({ statement, values }: Query): Result => {
    const { prepared, reads } = preparedFor(statement);
    const inputs = values as readonly SQLInputValue[];
    const began = performance.now();
    const result = reads
      ? { rows: prepared.all(...inputs), changed: 0 }
      : { rows: [], changed: Number(prepared.run(...inputs).changes) };
    const took = performance.now() - began;
    if (took > SLOW) watch?.slow(statement.sql, took);
    return result;
  };

  return {
    run<T>(work: Work<T>): T {
      let next = work.next();
      while (!next.done) next = work.next(execute(next.value));
      return next.value;
    },
    /** @param writes takes the lock at once that others would be refused at their first write */
    transaction<T>(writes: boolean, act: () => T): T {
      (writes ? beginImmediate! : begin!).run();
      try {
        const value = act();
        commit!.run();
        return value;
      } catch (error) {
        if (db.isTransaction) db.exec('rollback');
        throw error;
      }
    },
    bytes(): number {
      const pragma = (name: string) => Number(Object.values(db.prepare(`pragma ${name}`).get()!)[0]);
      return pragma('page_count') * pragma('page_size');
    },
    close: () => db.close(),
  };
}

interface Prepared {
  prepared: StatementSync;
  reads: boolean;
}
