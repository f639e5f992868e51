import { createHash, randomBytes } from 'node:crypto';
import { KEY_ID_LENGTH } from '../core/storage.ts';

/** 32 random bytes in hex. Only its hash is kept, so it can be shown once. */
export const newKey = (): string => randomBytes(32).toString('hex');

/** What is stored and compared in place of the key. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** What a key is called where keys are listed. */
export const keyIdOf = (key: string): string => idOfHash(hashKey(key));
export const idOfHash = (hash: string): string => hash.slice(0, KEY_ID_LENGTH);
