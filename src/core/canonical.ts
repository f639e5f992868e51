/**
 * JSON as RFC 8785 writes it: keys sorted, no spaces, the same text for the same content in any language. What JSON
 * leaves out is left out here too, so that a value and its stored copy agree.
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map((part) => canonical(part)).join(',')}]`;
  const fields = value as { [name: string]: unknown };
  const written = Object.keys(fields)
    .sort()
    .filter((name) => fields[name] !== undefined)
    .map((name) => `${JSON.stringify(name)}:${canonical(fields[name])}`);
  return `{${written.join(',')}}`;
}
