import type { Standing as Row } from '../../../competitions/standings.ts';

/** How one fixture ended. `winner` decides; a technical loss without a winner is one of both. */
export interface Result {
  status: 'WIN' | 'DRAW' | 'TECHNICAL_LOSS';
  winner: string | null;
  reason: string;
  /** Only even_odd has a draw of lots. */
  drawn?: { number: number; parity: 'even' | 'odd'; choices: { [player: string]: string } };
}

export interface Standing {
  rank: number;
  player_id: string;
  display_name: string;
  played: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
}

export const POINTS = { win: 3, draw: 1, loss: 0 } as const;

/** The table of a competition in the league's own points. Ties: points, wins, draws, then the id. */
export function leagueTable(rows: Row[]): Standing[] {
  const counted = rows.map(({ agent, name, played, wins, draws, losses }) => ({
    rank: 0,
    player_id: agent,
    display_name: name,
    played,
    wins,
    draws,
    losses,
    points: wins * POINTS.win + draws * POINTS.draw + losses * POINTS.loss,
  }));
  counted.sort(
    (x, y) => y.points - x.points || y.wins - x.wins || y.draws - x.draws || compareIds(x.player_id, y.player_id),
  );
  for (const [index, row] of counted.entries()) row.rank = index + 1;
  return counted;
}

export function pointsOf({ status, winner }: Result, player: string): number {
  if (status === 'DRAW') return POINTS.draw;
  return winner === player ? POINTS.win : POINTS.loss;
}

/** P9 before P10. */
export const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
