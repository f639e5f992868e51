import type { Answers } from './wire.ts';

type Row = Answers['agents/:name/opponents']['opponents'][number];
type Sum = Pick<Row, 'games' | 'score' | 'expected' | 'won' | 'drawn' | 'lost'>;

/** Somebody an agent has met, at one game or more. */
export interface Met extends Sum, Pick<Row, 'agent' | 'name'> {
  /** The most played first. */
  at: (Sum & Pick<Row, 'game'>)[];
}

/** Bots, guests and people have ids of their own kind, a new one for each match or visit. */
export const isAgent = ({ agent }: Pick<Row, 'agent'>): boolean => !agent.includes(':');

const NOTHING: Sum = { games: 0, score: 0, expected: 0, won: 0, drawn: 0, lost: 0 };

const plus = (a: Sum, b: Sum): Sum => ({
  games: a.games + b.games,
  score: a.score + b.score,
  expected: a.expected + b.expected,
  won: a.won + b.won,
  drawn: a.drawn + b.drawn,
  lost: a.lost + b.lost,
});

/** The most met first; whoever has no account is known by name. */
export function together(rows: Row[]): Met[] {
  const known = new Map<string, Met>();
  for (const { agent, name, game, games, score, expected, won, drawn, lost } of rows) {
    const sum = { games, score, expected, won, drawn, lost };
    const key = isAgent({ agent }) ? agent : `: ${name}`;
    const met = known.get(key) ?? { agent, name, ...NOTHING, at: [] };
    const others = met.at.filter((one) => one.game !== game);
    const same = met.at.find((one) => one.game === game);
    const at = [...others, { game, ...(same ? plus(same, sum) : sum) }].sort((a, b) => b.games - a.games);
    known.set(key, { ...met, ...plus(met, sum), at });
  }
  return [...known.values()].sort((a, b) => b.games - a.games);
}
