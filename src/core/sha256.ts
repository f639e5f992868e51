/** SHA-256 and HMAC in plain TypeScript: the same code in Node and in the browser, synchronous in both. */

const K = new Int32Array(64);
const INITIAL = new Int32Array(8);

function fillConstants(): void {
  let found = 0;
  for (let candidate = 2; found < 64; candidate++) {
    let prime = true;
    for (let d = 2; d * d <= candidate; d++) if (candidate % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) INITIAL[found] = fraction(Math.sqrt(candidate));
    K[found++] = fraction(Math.cbrt(candidate));
  }
}
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
fillConstants();

const BLOCK = 64;
/** Of one block or one end at a time, so they may be everybody's. */
const w = new Int32Array(64);
const tail = new Uint8Array(2 * BLOCK);

/** Takes a block of the message into the hash. */
function compress(hash: Int32Array, message: Uint8Array, offset: number): void {
  for (let i = 0, at = offset; i < 16; i++, at += 4) {
    w[i] = (message[at]! << 24) | (message[at + 1]! << 16) | (message[at + 2]! << 8) | message[at + 3]!;
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!;
    const y = w[i - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
  }
  let a = hash[0]!;
  let b = hash[1]!;
  let c = hash[2]!;
  let d = hash[3]!;
  let e = hash[4]!;
  let f = hash[5]!;
  let g = hash[6]!;
  let h = hash[7]!;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  hash[0]! += a;
  hash[1]! += b;
  hash[2]! += c;
  hash[3]! += d;
  hash[4]! += e;
  hash[5]! += f;
  hash[6]! += g;
  hash[7]! += h;
}

/** @param before bytes that the hash has taken already, whole blocks of them */
function finish(hash: Int32Array, message: Uint8Array, before: number): Uint8Array {
  const whole = message.length - (message.length % BLOCK);
  for (let offset = 0; offset < whole; offset += BLOCK) compress(hash, message, offset);
  const rest = message.length - whole;
  const end = rest + 9 > BLOCK ? 2 * BLOCK : BLOCK;
  for (let i = 0; i < rest; i++) tail[i] = message[whole + i]!;
  tail[rest] = 0x80;
  tail.fill(0, rest + 1, end);
  const length = before + message.length;
  writeWord(tail, end - 8, Math.floor(length / 2 ** 29));
  writeWord(tail, end - 4, length << 3);
  for (let offset = 0; offset < end; offset += BLOCK) compress(hash, tail, offset);
  const digest = new Uint8Array(32);
  for (let i = 0; i < 8; i++) writeWord(digest, 4 * i, hash[i]!);
  return digest;
}

/** Big-endian. */
function writeWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word >>> 24;
  bytes[at + 1] = word >>> 16;
  bytes[at + 2] = word >>> 8;
  bytes[at + 3] = word;
}

export const sha256 = (message: Uint8Array): Uint8Array => finish(INITIAL.slice(), message, 0);

/** HMAC with a key that many messages share: it is taken in once. */
export function hmacKey(key: Uint8Array): (message: Uint8Array) => Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = INITIAL.slice();
  const outer = INITIAL.slice();
  compress(
    inner,
    block.map((byte) => byte ^ 0x36),
    0,
  );
  compress(
    outer,
    block.map((byte) => byte ^ 0x5c),
    0,
  );
  return (message) => finish(outer.slice(), finish(inner.slice(), message, BLOCK), BLOCK);
}

export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Uint8Array => hmacKey(key)(message);

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += HEX[byte];
  return hex;
}

export function fromHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (digitAt(hex, 2 * i) << 4) | digitAt(hex, 2 * i + 1);
  if (hex.length % 2) throw new Error('not hexadecimal');
  return bytes;
}

function digitAt(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  if (letter >= 97 && letter <= 102) return letter - 87;
  throw new Error('not hexadecimal');
}
