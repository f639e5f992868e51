/** A key that comes more than once. */
export function repeatedKeyOf(keys: Iterable<string>): string | undefined {
  const seen = new Set<string>();
  for (const key of keys) {
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return undefined;
}

export const saidTwice = (key: string): string => `The query says ${JSON.stringify(key.slice(0, 64))} more than once.`;
