import { type Kysely, sql } from 'kysely';
import type { Appended } from '../core/storage.ts';
import { APPENDED, CONFLICT, type Entries, type EntryRow } from './engine.ts';
import { keyedEntries } from './entries.ts';
import { keep, keepInOrder, type Query, type Work } from './statement.ts';
import type { Tables } from './tables.ts';

export interface JournalSize {
  /** About so many rows from the first in use to the last; then those with the oldest are moved out, though they go on. */
  longest: number;
  /** Moves one match out with every so many rows, so that no commit waits for many of them. */
  apart: number;
  /** So many rows at the beginning that are of no use any more are deleted together. */
  trimmed: number;
}

const SIZE: JournalSize = { longest: 50_000, apart: 16, trimmed: 1000 };

export interface Journal extends Entries {
  /** Adds the entry if it fits. */
  append(entry: EntryRow): Work<Appended>;
  /** A transaction was rolled back, so what is remembered may be wrong. */
  forget(): void;
}

/** What one process knows of a journal that it alone writes to. */
interface Known {
  /** How many entries each match has that goes on. */
  steps: Map<string, number>;
  /** The rows of each match, that with the oldest first. */
  rows: Map<string, number[]>;
  first: number;
  next: number;
}

/**
 * Entries of matches that go on are written one behind the other, so that a commit of many matches touches a page or
 * two and not one for each match. At its end a match is moved to the table in which all its entries stand together.
 * Which number comes next is remembered, not looked up: only one process may append, and a second fails on the row's key.
 */
export function journal(build: Kysely<Tables>, { longest, apart, trimmed } = SIZE): Journal {
  const sorted = keyedEntries(build);
  let remembered: Known | undefined;

  const insertRow = keepInOrder((serial: number, match: string, step: number, body: string) =>
    build.insertInto('journal').values({ serial, match, step, body }),
  );
  const moveRows = keep(({ serials }: { serials: string }) =>
    build
      .insertInto('entries')
      .columns(['match', 'step', 'body'])
      .expression(build.selectFrom('journal').select(['match', 'step', 'body']).where('serial', 'in', listed(serials))),
  );
  const deleteBefore = keep(({ serial }: { serial: number }) =>
    build.deleteFrom('journal').where('serial', '<', serial),
  );
  const selectBounds = keep(() =>
    build.selectFrom('journal').select(({ fn }) => [fn.min('serial').as('first'), fn.max('serial').as('last')]),
  );
  const selectSteps = keep(() =>
    build
      .selectFrom('matches')
      .select(({ selectFrom, fn }) => [
        'id',
        selectFrom('entries').select(fn.countAll<number>().as('count')).whereRef('match', '=', 'id').as('steps'),
      ])
      .where('outcome', 'is', null),
  );
  const selectLive = keep(() =>
    build
      .selectFrom('journal')
      .innerJoin('matches', 'matches.id', 'journal.match')
      .select(['journal.serial', 'journal.match', 'journal.step', 'journal.body'])
      .where('outcome', 'is', null)
      .orderBy('journal.serial'),
  );
  const selectOf = keep(({ match, from }: { match: string; from: number }) =>
    build.selectFrom('journal').select('body').where('match', '=', match).where('step', '>=', from).orderBy('step'),
  );

  function* known(): Work<Known> {
    if (remembered) return remembered;
    const [bounds] = (yield* selectBounds({})).rows;
    const steps = new Map((yield* selectSteps({})).rows.map(({ id, steps }) => [id, steps ?? 0]));
    const rows = new Map<string, number[]>();
    for (const { serial, match, step } of (yield* selectLive({})).rows) {
      if (step !== steps.get(match)) continue;
      steps.set(match, step + 1);
      put(rows, match, serial);
    }
    return (remembered = { steps, rows, first: Number(bounds?.first ?? 1), next: Number(bounds?.last ?? 0) + 1 });
  }

  /** Most of what is ever written comes by here and `append`, so it is one query in one generator. */
  function row(now: Known, { match, step, body }: EntryRow): Query {
    const serial = now.next++;
    now.steps.set(match, step + 1);
    put(now.rows, match, serial);
    return insertRow([serial, match, step, body]);
  }

  const isLong = ({ first, next }: Known): boolean => next - 1 - first >= longest && (next - 1) % apart === 0;

  /** The rows stay behind: as numbers that the other table has, they mean nothing any more. */
  function* moveOut(now: Known, match: string): Work<void> {
    const rows = now.rows.get(match);
    if (!rows) return;
    yield* moveRows({ serials: JSON.stringify(rows) });
    now.rows.delete(match);
  }

  function* shorten(now: Known): Work<void> {
    const [oldest] = now.rows;
    if (oldest && now.next - oldest[1][0]! > longest) yield* moveOut(now, oldest[0]);
    yield* trim(now);
  }

  /** What is of no use stays until all before it is of no use either: deleting in one piece is cheap. */
  function* trim(now: Known): Work<void> {
    const [oldest] = now.rows.values();
    const first = oldest?.[0] ?? now.next;
    if (first - now.first < trimmed) return;
    now.first = Math.min(first, now.first + 2 * trimmed);
    yield* deleteBefore({ serial: now.first });
  }

  return {
    *begin(match, bodies) {
      const now = yield* known();
      yield* sorted.begin(match, bodies);
      now.steps.set(match, bodies.length);
    },
    *fits(match, step) {
      return (yield* known()).steps.get(match) === step;
    },
    *add(entry) {
      const now = remembered ?? (yield* known());
      yield row(now, entry);
      if (isLong(now)) yield* shorten(now);
    },
    *append(entry) {
      const now = remembered ?? (yield* known());
      if (now.steps.get(entry.match) !== entry.step) return CONFLICT;
      yield row(now, entry);
      if (isLong(now)) yield* shorten(now);
      return APPENDED;
    },
    *end(match) {
      const now = yield* known();
      yield* moveOut(now, match);
      now.steps.delete(match);
      yield* trim(now);
    },
    *of(match, over) {
      const moved = yield* sorted.of(match, over);
      if (over) return moved;
      const { rows } = yield* selectOf({ match, from: moved.length });
      return [...moved, ...rows.map(({ body }) => body)];
    },
    *live() {
      const moved = yield* sorted.live();
      const counts = new Map<string, number>();
      for (const { match } of moved) counts.set(match, (counts.get(match) ?? 0) + 1);
      const { rows } = yield* selectLive({});
      return [...moved, ...rows.filter(({ match, step }) => step >= (counts.get(match) ?? 0))];
    },
    forget() {
      remembered = undefined;
    },
  };
}

const listed = (serials: string) => sql<number>`(select value from json_each(${serials}))`;

function put(rows: Map<string, number[]>, match: string, serial: number): void {
  const known = rows.get(match);
  if (known) known.push(serial);
  else rows.set(match, [serial]);
}
