import type { Random } from './game.ts';
import { fromHex, hmacSha256, sha256, toHex } from './sha256.ts';

const text = new TextEncoder();

/** What is published when a match begins; the seed itself when it is over. */
export const hashSeed = (seed: string): string => toHex(sha256(fromHex(seed)));

/**
 * The randomness of one step: block i is HMAC-SHA-256(seed, `match/step/i`), read as big-endian 32-bit words.
 * Blocks are computed when asked for, so that a step without chance costs nothing.
 */
export function stepRandom(seed: string, step: number, purpose = 'match'): Random {
  let key: Uint8Array | undefined;
  let block: DataView | undefined;
  let blocks = 0;
  let word = 8;

  const next = (): number => {
    if (!block || word === 8) {
      key ??= fromHex(seed);
      block = new DataView(hmacSha256(key, text.encode(`${purpose}/${step}/${blocks++}`)).buffer);
      word = 0;
    }
    return block.getUint32(4 * word++);
  };
  const int = (below: number): number => {
    if (!Number.isInteger(below) || below < 1 || below > 2 ** 32) throw new Error(`no whole number below ${below}`);
    const limit = 2 ** 32 - (2 ** 32 % below);
    let drawn = next();
    while (drawn >= limit) drawn = next();
    return drawn % below;
  };
  return {
    int,
    pick: (list) => list[int(list.length)]!,
    shuffle: (list) => {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = int(i + 1);
        [copy[i], copy[j]] = [copy[j]!, copy[i]!];
      }
      return copy;
    },
  };
}
