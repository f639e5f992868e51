import type { Random } from './game.ts';
import { fromHex, hmacKey, sha256, toHex } from './sha256.ts';

/** Names of blocks are plain ASCII. */
function bytesOf(name: string): Uint8Array {
  const bytes = new Uint8Array(name.length);
  for (let i = 0; i < name.length; i++) bytes[i] = name.charCodeAt(i);
  return bytes;
}

/** What is published when a match begins; the seed itself when it is over. */
export const hashSeed = (seed: string): string => toHex(sha256(fromHex(seed)));

/**
 * The randomness of one step: block i is HMAC-SHA-256(seed, `match/step/i`), read as big-endian 32-bit words.
 * Blocks are computed when asked for, so that a step without chance costs nothing.
 */
export const stepRandom = (seed: string, step: number, purpose = 'match'): Random => seededRandom(seed)(step, purpose);

/** The same for many steps of one seed, which is read once and only if it is needed. */
export function seededRandom(seed: string): (step: number, purpose?: string) => Random {
  let hmac: ReturnType<typeof hmacKey> | undefined;
  return (step, purpose = 'match') =>
    randomOf((block) => {
      hmac ??= hmacKey(fromHex(seed));
      return hmac(bytesOf(`${purpose}/${step}/${block}`));
    });
}

function randomOf(blockAt: (block: number) => Uint8Array): Random {
  let block: DataView | undefined;
  let blocks = 0;
  let word = 8;

  const next = (): number => {
    if (!block || word === 8) {
      block = new DataView(blockAt(blocks++).buffer);
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
