/**
 * JSON as RFC 8785 writes it: keys sorted, no spaces, the same text for the same content in any language. What JSON
 * leaves out is left out here too, so that a value and its stored copy agree. Each entry of each match comes by here:
 * where all keys are in order already, the engine's own JSON is the same text, many times sooner.
 */
export function canonical(value: unknown): string {
  return isInOrder(value) ? (JSON.stringify(value) ?? 'null') : sorted(value);
}

function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    for (const part of value) if (!isInOrder(part)) return false;
    return true;
  }
  let last = '';
  for (const name of Object.keys(value)) {
    if (name < last || !isInOrder((value as { [name: string]: unknown })[name])) return false;
    last = name;
  }
  return true;
}

function sorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let inner = '';
  if (Array.isArray(value)) {
    for (const part of value) inner += inner ? `,${sorted(part)}` : sorted(part);
    return `[${inner}]`;
  }
  const fields = value as { [name: string]: unknown };
  for (const name of Object.keys(fields).sort()) {
    if (fields[name] === undefined) continue;
    const field = `${JSON.stringify(name)}:${sorted(fields[name])}`;
    inner += inner ? `,${field}` : field;
  }
  return `{${inner}}`;
}
