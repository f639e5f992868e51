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

type Counted = { a: string; b: string; result: Result };

/** A fold over one result per fixture. Ties: points, wins, draws, then the id. */
export function foldStandings(players: { id: string; name: string }[], results: Counted[]): Standing[] {
  const rows = new Map<string, Standing>(
    players.map(({ id, name }) => [
      id,
      { rank: 0, player_id: id, display_name: name, played: 0, wins: 0, draws: 0, losses: 0, points: 0 },
    ]),
  );
  for (const { a, b, result } of results) {
    for (const id of [a, b]) {
      const row = rows.get(id);
      if (!row) continue;
      const score = pointsOf(result, id);
      row.played++;
      row.points += score;
      if (score === POINTS.win) row.wins++;
      else if (score === POINTS.draw) row.draws++;
      else row.losses++;
    }
  }
  const sorted = [...rows.values()].sort(
    (x, y) => y.points - x.points || y.wins - x.wins || y.draws - x.draws || compareIds(x.player_id, y.player_id),
  );
  for (const [index, row] of sorted.entries()) row.rank = index + 1;
  return sorted;
}

export function pointsOf({ status, winner }: Result, player: string): number {
  if (status === 'DRAW') return POINTS.draw;
  return winner === player ? POINTS.win : POINTS.loss;
}

/** P9 before P10. */
export const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
