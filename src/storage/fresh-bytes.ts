import { randomFillSync } from 'node:crypto';

const AT_ONCE = 4096;

const fetched = Buffer.alloc(AT_ONCE);
let given = AT_ONCE;

/** Unpredictable bytes. The system is asked for many at once, which costs it no more than a few; each is given out once. */
export function freshBytes(count: number): Buffer {
  if (given + count > AT_ONCE) {
    randomFillSync(fetched);
    given = 0;
  }
  const bytes = Buffer.from(fetched.subarray(given, given + count));
  fetched.fill(0, given, (given += count));
  return bytes;
}
