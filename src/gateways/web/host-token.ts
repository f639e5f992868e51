import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DocumentStore } from '../../core/storage.ts';

const KIND = 'setting';
const ID = 'host-token';

const hash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Makes the host's token anew and keeps only its hash; whoever had the old one is out. */
export async function renewHostToken(documents: DocumentStore): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const known = await documents.get(KIND, ID);
  await documents.put(KIND, ID, known?.version ?? 0, { hash: hash(token) });
  return token;
}

export const hasHostToken = async (documents: DocumentStore): Promise<boolean> =>
  (await documents.get(KIND, ID)) !== undefined;

/** The token at the first start, nothing at later ones. */
export async function firstHostToken(documents: DocumentStore): Promise<string | undefined> {
  return (await hasHostToken(documents)) ? undefined : renewHostToken(documents);
}

export async function isHostToken(documents: DocumentStore, token: string | undefined): Promise<boolean> {
  const known = (await documents.get(KIND, ID))?.body as { hash: string } | undefined;
  if (!known || token === undefined) return false;
  return timingSafeEqual(Buffer.from(hash(token)), Buffer.from(known.hash));
}
