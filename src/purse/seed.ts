import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/** The file with the seed cannot be used. Says nothing of what is in it. */
export class SeedError extends Error {
  override name = 'SeedError';
}

const FOR_OTHERS = 0o077;

/** Reads the words of a mnemonic from a file that only its owner may touch. @throws SeedError */
export function readSeed(path: string): string {
  let file: number | undefined;
  let text: string;
  try {
    file = openSync(path, 'r');
    if (fstatSync(file).mode & FOR_OTHERS) {
      throw new SeedError(`the seed file ${path} can be read by others; give it mode 600 (chmod 600 ${path}).`);
    }
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof SeedError) throw error;
    throw new SeedError(`cannot read the seed file ${path} (${(error as NodeJS.ErrnoException).code}).`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
  return text.trim().split(/\s+/).join(' ').toLowerCase().normalize('NFKD');
}

/** Whether the words are a mnemonic (BIP-39): each on the list, and their last bits the checksum of the others. */
export function isMnemonic(seed: string, list: readonly string[]): boolean {
  const words = seed.split(' ');
  if (![12, 15, 18, 21, 24].includes(words.length)) return false;
  const indices = words.map((word) => list.indexOf(word));
  if (indices.includes(-1)) return false;
  const bits = indices.map((index) => index.toString(2).padStart(11, '0')).join('');
  const length = words.length / 3;
  const entropy = bits.slice(0, -length).match(/.{8}/g)!;
  const hash = createHash('sha256')
    .update(Buffer.from(entropy.map((byte) => Number.parseInt(byte, 2))))
    .digest();
  return hash[0]!.toString(2).padStart(8, '0').slice(0, length) === bits.slice(-length);
}
