import type { MatchHeader } from './arena.ts';
import type { MatchRecord } from './record.ts';

export function headerOf({ seed: _secret, entries: _told, ...header }: MatchRecord): MatchHeader {
  // A copy: the match goes on with its own.
  return frozen(JSON.parse(JSON.stringify(header)));
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
