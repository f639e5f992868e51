import { createHash } from 'node:crypto';

const TYPES = /^(ssh-(ed25519|rsa)|ecdsa-sha2-nistp(256|384|521)|sk-(ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** As `ssh-keygen -l` prints it. */
export const fingerprintOf = (blob: Uint8Array): string =>
  `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;

/** The key of a line such as `ssh-ed25519 AAAA… name`, which is what a .pub file holds. */
export function readPublicKey(line: string): Uint8Array | undefined {
  const [type, encoded] = line.trim().split(/\s+/);
  if (!type || !encoded || !TYPES.test(type) || !BASE64.test(encoded)) return undefined;
  const blob = Buffer.from(encoded, 'base64');
  const length = blob.length >= 4 ? blob.readUInt32BE(0) : -1;
  return blob.length > 4 + length && blob.toString('latin1', 4, 4 + length) === type ? blob : undefined;
}
