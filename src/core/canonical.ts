/**
 * JSON as RFC 8785 writes it: keys sorted, no spaces, the same text for the same content in any language. What JSON
 * leaves out is left out here too, so that a value and its stored copy agree. Each entry of each match comes by here, so
 * it is loops and few calls.
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let inner = '';
  if (Array.isArray(value)) {
    for (const part of value) inner += inner ? `,${canonical(part)}` : canonical(part);
    return `[${inner}]`;
  }
  const fields = value as { [name: string]: unknown };
  for (const name of Object.keys(fields).sort()) {
    if (fields[name] === undefined) continue;
    const field = `${JSON.stringify(name)}:${canonical(fields[name])}`;
    inner += inner ? `,${field}` : field;
  }
  return `{${inner}}`;
}
