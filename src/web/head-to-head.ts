import type { Answers } from './wire.ts';

type Row = Answers['agents/:name/opponents']['opponents'][number];

/** Bots, guests and people have ids of their own kind, a new one for each match or visit. */
export const isAgent = ({ agent }: Pick<Row, 'agent'>): boolean => !agent.includes(':');

/** The most met first; whoever has no account is known by name. */
export function together(rows: Row[]): Row[] {
  const known = new Map<string, Row>();
  for (const row of rows) {
    const key = `${row.game} ${isAgent(row) ? row.agent : `: ${row.name}`}`;
    const same = known.get(key);
    const sum = same && {
      ...same,
      games: same.games + row.games,
      score: same.score + row.score,
      expected: same.expected + row.expected,
    };
    known.set(key, sum ?? row);
  }
  return [...known.values()].sort((a, b) => b.games - a.games);
}
