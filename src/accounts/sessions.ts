import { randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { DocumentStore } from '../core/storage.ts';

const LIFETIME = 4 * 60 * 60 * 1000;
const ISSUER = 'crossplay';
const ALGORITHM = 'HS256';
/** By which of the agent's keys it was issued; the hash says nothing of the key. */
const KEY_CLAIM = 'key';

export interface IssuedSession {
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface Sessions {
  issue(agent: string, keyHash: string): Promise<IssuedSession>;
  /** Whose it is and by which key, unless the token is not ours or has expired. */
  verify(token: string): Promise<{ agent: string; keyHash: string } | undefined>;
}

/** @param scale real milliseconds per millisecond of match time */
export function createSessions(documents: DocumentStore, now: () => number, scale: number): Sessions {
  let secret: Promise<Uint8Array> | undefined;
  const signingKey = (): Promise<Uint8Array> => {
    secret ??= keptSecret(documents).catch((error) => {
      secret = undefined;
      throw error;
    });
    return secret;
  };

  return {
    async issue(agent, keyHash) {
      const at = now();
      const expiresAt = at + LIFETIME * scale;
      const token = await new SignJWT({ [KEY_CLAIM]: keyHash })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(agent)
        .setIssuedAt(new Date(at))
        .setExpirationTime(expiresAt / 1000)
        .sign(await signingKey());
      return { token, expiresAt };
    },
    async verify(token) {
      const key = await signingKey();
      const rules = { algorithms: [ALGORITHM], issuer: ISSUER, currentDate: new Date(now()) };
      try {
        const { payload } = await jwtVerify(token, key, { ...rules, requiredClaims: ['sub', 'exp', KEY_CLAIM] });
        return { agent: String(payload.sub), keyHash: String(payload[KEY_CLAIM]) };
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

/** Made on first use and kept, so that sessions outlive a restart. Of two that make it at once, both use the first. */
async function keptSecret(documents: DocumentStore): Promise<Uint8Array> {
  const kept = () => documents.get('setting', 'session-key');
  let document = await kept();
  if (!document) {
    await documents.put('setting', 'session-key', 0, { key: randomBytes(32).toString('base64url') });
    document = await kept();
  }
  return Buffer.from((document!.body as { key: string }).key, 'base64url');
}
