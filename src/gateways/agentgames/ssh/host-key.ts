import ssh2 from 'ssh2';
import type { DocumentStore } from '../../../core/storage.ts';

const KIND = 'setting';
const ID = 'ssh-host-key';
const TRIES = 100;

/** The server's own key: made on the first start and kept, so that clients know the server again. */
export async function hostKey(documents: DocumentStore): Promise<string> {
  const kept = await documents.get(KIND, ID);
  if (kept) return (kept.body as { key: string }).key;
  const key = newHostKey();
  return (await documents.put(KIND, ID, 0, { key })) ? key : hostKey(documents);
}

/** The generator writes a malformed key now and then, so each is tried before it is kept. */
function newHostKey(): string {
  for (let i = 0; i < TRIES; i++) {
    const { private: key } = ssh2.utils.generateKeyPairSync('ed25519', { comment: 'crossplay' });
    if (works(key)) return key;
  }
  throw new Error('could not make an SSH host key');
}

function works(key: string): boolean {
  try {
    const parsed = ssh2.utils.parseKey(key);
    if (parsed instanceof Error) return false;
    const words = Buffer.from('crossplay');
    return parsed.verify(words, parsed.sign(words)) === true;
  } catch {
    return false;
  }
}
