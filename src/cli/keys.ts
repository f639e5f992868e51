import { readFile } from 'node:fs/promises';
import { isKeySet, type KeySet } from '../core/verify.ts';
import { ConfigError } from './config.ts';

const LONGEST_WAIT = 10_000;
const MOST_BYTES = 1024 * 1024;

/** A server's public keys, from a file or from where the server lists them. @throws ConfigError */
export async function readKeys(place: string): Promise<KeySet> {
  const text = await (/^https?:\/\//i.test(place) ? download(place) : readFile(place, 'utf8')).catch((error) => {
    throw error instanceof ConfigError ? error : new ConfigError(`cannot read ${place}.`);
  });
  let keys: unknown;
  try {
    keys = JSON.parse(text);
  } catch {
    // said below
  }
  if (!isKeySet(keys))
    throw new ConfigError(`${place} is not a set of keys, as a server lists it at /.well-known/jwks.json.`);
  return keys;
}

async function download(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(LONGEST_WAIT) });
  if (!answer.ok) throw new ConfigError(`${url} answered ${answer.status}.`);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    if (size > MOST_BYTES) throw new ConfigError(`${url} sends too much to be a set of keys.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
