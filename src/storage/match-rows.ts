import type { MatchRecord } from '../core/record.ts';
import type { MatchSummary } from '../core/storage.ts';
import { toText } from './json.ts';
import type { Tables } from './tables.ts';

type Row = Tables['matches'];
export type RecordRow = Omit<Row, 'serial' | 'outcome' | 'ended_at' | 'steps' | 'signature' | 'unrated'>;

export const toRow = (record: MatchRecord): RecordRow => ({
  id: record.id,
  game: record.game,
  version: record.version,
  at: record.at,
  seats: toText(record.seats),
  options: toText(record.options),
  terms: toText(record.terms),
  seed: record.seed,
  seed_hash: record.seedHash,
  arrival: record.arrival ? toText(record.arrival) : null,
  table_id: record.table ?? null,
  previous: record.previous ?? null,
});

export const toRecord = (row: RecordRow, bodies: readonly string[]): MatchRecord => ({
  id: row.id,
  game: row.game,
  version: row.version,
  options: JSON.parse(row.options),
  terms: JSON.parse(row.terms),
  seats: JSON.parse(row.seats),
  ...(row.arrival !== null && { arrival: JSON.parse(row.arrival) }),
  ...(row.table_id !== null && { table: row.table_id }),
  ...(row.previous !== null && { previous: row.previous }),
  seed: row.seed,
  seedHash: row.seed_hash,
  at: row.at,
  entries: bodies.map((body) => JSON.parse(body)),
});

export function toSummary(
  row: Pick<Row, 'id' | 'game' | 'version' | 'seats' | 'at' | 'outcome' | 'ended_at' | 'steps' | 'unrated'>,
): MatchSummary {
  const { id, game, version, at } = row;
  const summary = { id, game, version, seats: JSON.parse(row.seats), at };
  if (row.outcome === null) return summary;
  return { ...summary, result: toResult(row) };
}

/** Of a finished match. */
export const toResult = (
  row: Pick<Row, 'outcome' | 'ended_at' | 'steps' | 'unrated'>,
): NonNullable<MatchSummary['result']> => ({
  outcome: JSON.parse(row.outcome!),
  at: row.ended_at!,
  steps: row.steps!,
  ...(row.unrated !== null && { unrated: row.unrated }),
});
