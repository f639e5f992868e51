import { createHmac, randomBytes } from 'node:crypto';
import type { DocumentStore } from '../../../core/storage.ts';

export type Tokens = (league: string, id: string) => string;

/** Tokens are derived from one kept secret, so they outlive a restart and none of them is stored. */
export async function keptTokens(documents: DocumentStore): Promise<Tokens> {
  const kept = () => documents.get('setting', 'league-key');
  let document = await kept();
  if (!document) {
    await documents.put('setting', 'league-key', 0, { key: randomBytes(32).toString('base64url') });
    document = await kept();
  }
  const secret = Buffer.from((document!.body as { key: string }).key, 'base64url');
  return (league, id) => createHmac('sha256', secret).update(`${league}/${id}`).digest('hex');
}
