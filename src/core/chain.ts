import { canonical } from './canonical.ts';
import type { Entry, MatchRecord, Outcome } from './record.ts';
import { sha256, toHex } from './sha256.ts';

export type Hash = (bytes: Uint8Array) => Uint8Array;

/** What a server signs when a match is over. */
export interface Claim {
  id: string;
  seedHash: string;
  /** The last hash of the chain, in hex. */
  head: string;
  outcome: Outcome;
  /** When the match ended; of one that was declared void later, when that was signed. */
  at: number;
}

const utf8 = new TextEncoder();
const MOST_BYTES_OF_A_UNIT = 3;
/** Where what is hashed next is put together. */
const scratch = new Uint8Array(4096);

/** The first hash: that of all that was settled before the first move. */
export function firstHash(record: MatchRecord, hash: Hash = sha256): Uint8Array {
  const { id, game, version, options, terms, arrival, seats, seedHash, at, table, previous } = record;
  const header = { id, game, version, options, terms, arrival, seats, seedHash, at, table, previous };
  return hash(utf8.encode(canonical(header)));
}

/** Each entry is hashed together with all before it. */
export function nextHash(last: Uint8Array, entry: Entry, hash: Hash = sha256): Uint8Array {
  const text = canonical(entry);
  const most = last.length + text.length * MOST_BYTES_OF_A_UNIT;
  const room = most <= scratch.length ? scratch : new Uint8Array(most);
  room.set(last);
  const { written } = utf8.encodeInto(text, room.subarray(last.length));
  return hash(room.subarray(0, last.length + written));
}

export const headOf = (record: MatchRecord, hash: Hash = sha256): string =>
  toHex(record.entries.reduce((last, entry) => nextHash(last, entry, hash), firstHash(record, hash)));

/** Whether the entries lead to another end than the match has now: it was declared void when it was over. */
export function isVoidedLater({ entries }: Pick<MatchRecord, 'entries'>, outcome: Outcome): boolean {
  const last = entries.at(-1);
  return outcome.kind === 'void' && !(last?.kind === 'end' && last.over === undefined);
}
