import { freshBytes } from './fresh-bytes.ts';

/** A UUID (version 7) that sorts by the time it was made: rows of matches that begin together stand together. */
export function orderedId(now = Date.now()): string {
  const bytes = freshBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
