import type { Competition } from '../competition.ts';
import { standings, TIE_BREAKS } from '../standings.ts';
import { pairingsOf, type State, seededOf } from '../state.ts';

type Cell = string | number | null;

/** Lines as of RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe in front. */
export const csv = (rows: Cell[][]): string => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function standingsCsv({ format, seed }: Competition, state: State): string {
  const rows = state.closedAt === null ? [] : standings(format, seededOf(state), pairingsOf(state), seed);
  return csv([
    ['rank', 'agent', 'name', 'points', 'played', 'wins', 'draws', 'losses', ...TIE_BREAKS.slice(0, 3), 'lot'],
    ...rows.map(({ rank, agent, name, points, played, wins, draws, losses, tieBreaks }) => [
      ...[rank, agent, name, points, played, wins, draws, losses],
      ...TIE_BREAKS.slice(0, 3).map((one) => tieBreaks[one]),
      tieBreaks.lot,
    ]),
  ]);
}

/** One line for each agent of each pairing, in order of seats. */
export function pairingsCsv(state: State): string {
  const names = new Map(state.entrants.map(({ agent, name }) => [agent, name]));
  return csv([
    ['round', 'pairing', 'part', 'agent', 'name', 'rank', 'score', 'reason', 'matches'],
    ...pairingsOf(state).flatMap(({ round, id, part, agents, outcome, matches }) =>
      agents.map((agent, i): Cell[] => [
        ...[round, id, part ?? null, agent, names.get(agent)!],
        ...[outcome?.ranks[i] ?? null, outcome?.scores?.[i] ?? null, outcome?.reason ?? null, matches.join(' ')],
      ]),
    ),
  ]);
}
