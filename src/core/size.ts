const HEAD = 16;

/** About how many bytes of memory a value of JSON takes. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return HEAD + value.length;
  if (typeof value !== 'object' || value === null) return HEAD / 2;
  let size = 2 * HEAD;
  for (const inner of Object.values(value)) size += HEAD / 2 + sizeOf(inner);
  return size;
}
