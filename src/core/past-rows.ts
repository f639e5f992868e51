import type { Entry, SeatHolder } from './record.ts';
import type { PastMatch, PastPage, PastPlace } from './storage.ts';
import { readSignature } from './verify/signature.ts';

export const PAST_FORMATS = ['jsonl', 'csv'] as const;

/** What an export is asked for. */
export interface PastWish {
  game: string;
  /** Matches that began then or later, in milliseconds since 1970. */
  since: number;
  format: (typeof PAST_FORMATS)[number];
  /** A row per move instead of one per match. */
  moves: boolean;
}

/** @returns what is asked for by names and texts, or what is wrong with it, as a sentence */
export function readPastWish(
  { game = '', since, format = 'jsonl', moves }: { [name: string]: string | undefined },
  idOf: (game: string) => string | undefined,
): PastWish | string {
  const id = idOf(game);
  if (id === undefined) return `There is no game "${game}".`;
  const time = since === undefined ? 0 : Date.parse(since);
  if (Number.isNaN(time)) return `"${since}" is no date such as 2026-01-31 or 2026-01-31T12:00:00Z.`;
  const known = PAST_FORMATS.find((one) => one === format);
  if (!known) return `"${format}" is none of ${PAST_FORMATS.join(', ')}.`;
  return { game: id, since: time, format: known, moves: moves !== undefined && moves !== 'no' };
}

const PAGE = 200;
/** Whole records are long. */
const PAGE_OF_MOVES = 20;

type Cell = unknown;
type Row = { [column: string]: Cell };

/**
 * Finished matches as lines of text, the oldest first. One page of matches is in memory, whatever their number; what ends
 * while it is written may or may not be in it.
 */
export async function* pastLines(
  read: (page: PastPage) => Promise<PastMatch[]>,
  wish: PastWish,
): AsyncGenerator<string> {
  const { game, since, format, moves } = wish;
  const rowsOf: (match: PastMatch) => Row[] = moves ? moveRows : (match: PastMatch) => [matchRow(match)];
  const limit = moves ? PAGE_OF_MOVES : PAGE;
  if (format === 'csv') yield `${(moves ? MOVE_COLUMNS : MATCH_COLUMNS).join(',')}\n`;
  let after: PastPlace = { at: since - 1, serial: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const page = await read({ game, after, limit, entries: moves });
    let lines = '';
    for (const row of page.flatMap(rowsOf)) lines += format === 'csv' ? csvLine(row) : `${JSON.stringify(row)}\n`;
    if (lines) yield lines;
    if (page.length < limit) return;
    after = page.at(-1)!.place;
  }
}

export const MATCH_COLUMNS = [
  ...['id', 'game', 'version', 'began', 'ended', 'steps', 'kind', 'reason', 'forfeitSeats', 'forfeitWhy'],
  ...[
    'agents',
    'names',
    'kinds',
    'vias',
    'ranks',
    'scores',
    'options',
    'terms',
    'seed',
    'seedHash',
    'head',
    'signature',
  ],
] as const;

export const MOVE_COLUMNS = ['match', 'step', 'at', 'kind', 'seat', 'move', 'words'] as const;

function matchRow({ record, result }: PastMatch): { [column in (typeof MATCH_COLUMNS)[number]]: Cell } {
  const { outcome, signature } = result;
  const over = outcome.kind === 'over' ? outcome : undefined;
  const each = (field: keyof SeatHolder): string[] => record.seats.map((seat) => seat[field]);
  return {
    id: record.id,
    game: record.game,
    version: record.version,
    began: moment(record.at),
    ended: moment(result.at),
    steps: result.steps,
    kind: outcome.kind,
    reason: outcome.reason,
    forfeitSeats: over?.forfeit?.seats ?? null,
    forfeitWhy: over?.forfeit?.why ?? null,
    agents: each('agent'),
    names: each('name'),
    kinds: each('kind'),
    vias: each('via'),
    ranks: over?.ranks ?? null,
    scores: over?.scores ?? null,
    options: record.options,
    terms: record.terms,
    seed: record.seed,
    seedHash: record.seedHash,
    head: (signature && readSignature(signature)?.claim.head) ?? null,
    signature: signature ?? null,
  };
}

type MoveRow = { [column in (typeof MOVE_COLUMNS)[number]]: Cell };

function moveRows({ record }: PastMatch): MoveRow[] {
  return record.entries.flatMap((entry, step) =>
    partsOf(entry).map(({ seat = null, move = null, words = null }) => ({
      match: record.id,
      step,
      at: moment(entry.at),
      kind: entry.kind,
      seat,
      move,
      words,
    })),
  );
}

/** A seat's part in an entry, one each. */
function partsOf(entry: Entry): { seat?: number; move?: unknown; words?: string }[] {
  switch (entry.kind) {
    case 'move':
      return entry.moves.map(({ seat, move }) => ({ seat, move }));
    case 'late':
      return entry.moves.length
        ? entry.moves.map(({ seat, move }) => ({ seat, move }))
        : entry.seats.map((seat) => ({ seat }));
    case 'forfeit':
      return entry.seats.map((seat) => ({ seat, words: entry.why }));
    case 'end':
      return [{ words: entry.reason }];
    case 'note':
      return [{ words: entry.topic, move: entry.data }];
  }
}

const moment = (at: number): string => new Date(at).toISOString();

const csvLine = (row: Row): string => `${Object.values(row).map(csvCell).join(',')}\n`;

/** Lists and objects are JSON; what a spreadsheet would take for a formula is quoted with an apostrophe before it. */
function csvCell(value: Cell): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
