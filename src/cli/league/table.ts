import type { Standing } from '../../gateways/league/manager/standings.ts';
import { printable } from '../printable.ts';

/** Standings as lines of text. */
export function tableOf(standings: unknown): string {
  const rows = (standings as Standing[]).map((row) => ({ ...row, display_name: printable(row.display_name) }));
  const width = Math.max(6, ...rows.map(({ display_name }) => display_name.length));
  const line = (cells: (string | number)[]) =>
    cells.map((cell, i) => (i === 1 ? String(cell).padEnd(width) : String(cell).padStart(6))).join('  ');
  return [
    line(['rank', 'player', 'played', 'won', 'drawn', 'lost', 'points']),
    ...rows.map(({ rank, display_name, played, wins, draws, losses, points }) =>
      line([rank, display_name, played, wins, draws, losses, points]),
    ),
  ].join('\n');
}
