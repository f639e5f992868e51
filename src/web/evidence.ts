import { type Evidence, isKeySet, type KeySet } from '../core/verify.ts';
import { recordOf } from './match-feed.ts';
import { root } from './route.ts';

/** What the server has for checking a record: its keys, and the match that this one follows. */
export async function evidenceOf(record: { previous?: string }): Promise<Pick<Evidence, 'keys' | 'previous'>> {
  const [keys, previous] = await Promise.all([
    fetchKeys(),
    record.previous === undefined ? undefined : recordOf(record.previous).catch(() => undefined),
  ]);
  return { keys, previous };
}

async function fetchKeys(): Promise<KeySet | string> {
  try {
    const answer = await fetch(new URL('.well-known/jwks.json', root));
    const keys: unknown = await answer.json();
    if (answer.ok && isKeySet(keys)) return keys;
  } catch {
    // said below
  }
  return 'The server’s keys did not come.';
}
