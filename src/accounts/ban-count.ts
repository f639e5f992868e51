import type { DocumentStore } from '../core/storage.ts';

const KIND = 'setting';
const ID = 'bans';

/** Grows with each ban that is made or lifted, whatever the clocks of those who do it say. */
export const bansCounted = async (documents: DocumentStore): Promise<number> =>
  (await documents.get(KIND, ID))?.version ?? 0;

export async function countBan(documents: DocumentStore): Promise<void> {
  while (!(await documents.put(KIND, ID, await bansCounted(documents), {})));
}
