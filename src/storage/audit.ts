import type { AuditRow, AuditStore } from '../core/storage.ts';
import type { Engine } from './engine.ts';
import { toText } from './json.ts';
import { keep } from './statement.ts';
import type { Tables } from './tables.ts';

export function auditStore({ build, read, write }: Engine): AuditStore {
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
  const select = keep(({ limit }: { limit: number }) =>
    build
      .selectFrom('audit')
      .select(['at', 'actor', 'deed', 'subject', 'words', 'before', 'after'])
      .orderBy('serial', 'desc')
      .limit(limit),
  );
  const written = (value: unknown): string | null => (value === undefined ? null : toText(value));

  return {
    add: ({ before, after, ...row }) =>
      write(function* () {
        yield* insert({ ...row, before: written(before), after: written(after) });
      }),
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
