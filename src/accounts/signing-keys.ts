import { createPrivateKey, type KeyObject, sign as signBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { DocumentStore } from '../core/storage.ts';

const KIND = 'signing-key';
const ALGORITHM = 'EdDSA';
/** A key that a command made, in a process of its own, is taken up after so many milliseconds at the latest. */
const LOOK_EVERY = 1000;

interface KeyPair {
  kty: string;
  crv: string;
  x: string;
  d: string;
}

/** The half of a key that everyone may have. */
export interface PublicKey {
  kty: string;
  crv: string;
  x: string;
  kid: string;
  alg: string;
  use: string;
}

interface Signing {
  /** The protected header of what it signs, encoded. */
  header: string;
  key: KeyObject;
}

interface Known {
  published: PublicKey[];
  newest: Signing;
}

/** The keys with which this server signs the records of matches. Private halves leave neither the database nor this file. */
export interface SigningKeys {
  /** A compact JWS over the text, with the newest key. */
  sign(text: string): Promise<string>;
  /** Those of today and all before, oldest first. */
  published(): Promise<PublicKey[]>;
}

/** One more key, which signs from now on. @returns its id */
export async function addSigningKey(documents: DocumentStore): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
  const pair = (await exportJWK(privateKey)) as KeyPair;
  const kid = await calculateJwkThumbprint(pair);
  await documents.put(KIND, kid, 0, pair);
  return kid;
}

/** @param now milliseconds since 1970 */
export function signingKeys(documents: DocumentStore, now: () => number): SigningKeys {
  let known: Promise<Known> | undefined;
  let since = 0;

  const current = (): Promise<Known> => {
    if (!known || now() - since >= LOOK_EVERY) {
      since = now();
      known = load(documents);
      known.catch(() => (known = undefined));
    }
    return known;
  };

  return {
    async sign(text) {
      const { header, key } = (await current()).newest;
      // Signing on a thread of the pool would cost twice the time that it takes.
      const signed = `${header}.${base64url(text)}`;
      return `${signed}.${signBytes(null, Buffer.from(signed), key).toString('base64url')}`;
    },
    published: async () => (await current()).published,
  };
}

/** The first key is made on first use. Of two processes that make one at once, both are kept, and the later one signs. */
async function load(documents: DocumentStore): Promise<Known> {
  const kept = await documents.list(KIND);
  const last = kept.at(-1);
  if (!last) {
    await addSigningKey(documents);
    return load(documents);
  }
  const published = kept.map(({ id, body }) => {
    const { kty, crv, x } = body as KeyPair;
    return { kty, crv, x, kid: id, alg: ALGORITHM, use: 'sig' };
  });
  const key = createPrivateKey({ key: { ...(last.body as KeyPair) }, format: 'jwk' });
  return { published, newest: { header: base64url(JSON.stringify({ alg: ALGORITHM, kid: last.id })), key } };
}

const base64url = (text: string): string => Buffer.from(text).toString('base64url');
