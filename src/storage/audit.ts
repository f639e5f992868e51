import type { Kysely } from 'kysely';
import type { AuditRow, AuditStore } from '../core/storage.ts';
import type { Engine } from './engine.ts';
import { toText } from './json.ts';
import { keep, type Work } from './statement.ts';
import type { Tables } from './tables.ts';

/** Keeps a deed, if there is one, in the write of what it changed. */
export function noting(build: Kysely<Tables>): (deed: AuditRow | undefined) => Work<void> {
  const insert = keep((row: Omit<Tables['audit'], 'serial'>) =>
    build.insertInto('audit').values({
      at: row.at,
      actor: row.actor,
      deed: row.deed,
      subject: row.subject,
      words: row.words,
      before: row.before,
      after: row.after,
    }),
  );
  const written = (value: unknown): string | null => (value === undefined ? null : toText(value));
  return function* (deed) {
    if (!deed) return;
    const { before, after, ...row } = deed;
    yield* insert({ ...row, before: written(before), after: written(after) });
  };
}

export function auditStore({ build, read, write }: Engine): AuditStore {
  const note = noting(build);
  const select = keep(({ limit }: { limit: number }) =>
    build
      .selectFrom('audit')
      .select(['at', 'actor', 'deed', 'subject', 'words', 'before', 'after'])
      .orderBy('serial', 'desc')
      .limit(limit),
  );

  return {
    add: (deed) => write(() => note(deed)),
    list: (limit) =>
      read(function* () {
        return (yield* select({ limit })).rows.map(
          ({ before, after, ...row }): AuditRow => ({
            ...row,
            ...(before !== null && { before: JSON.parse(before) }),
            ...(after !== null && { after: JSON.parse(after) }),
          }),
        );
      }),
  };
}
