import type { DocumentStore } from '../../core/storage.ts';
import type { Entry } from '../log.ts';
import type { LogStore } from './contract.ts';

const kindOf = (competition: string): string => `competition-log ${competition}`;

/** Logs as documents: one for each append, named by how many entries are before it. */
export const documentLogs = (documents: DocumentStore): LogStore => ({
  async read(competition) {
    const pages = await documents.list(kindOf(competition));
    return pages.sort((a, b) => Number(a.id) - Number(b.id)).flatMap(({ body }) => body as Entry[]);
  },
  append: (competition, after, entries) => documents.put(kindOf(competition), String(after), 0, entries),
});
