import { type Anchor, readAnchors } from './anchors.ts';
import type { Outcome, SeatHolder } from './record.ts';
import { expectedScore, sureBook, sureOf } from './settle/glicko.ts';
import type { DocumentStore, FigureReads, MatchSummary } from './storage.ts';

export interface Tallied {
  games: number;
  /** Points: a win is 1, a draw ½. */
  score: number;
}

/** How an agent fared against another at one game. */
export interface HeadToHead extends Tallied {
  /** Of a house bot `bot:GAME:NAME`: it has another id in each match. */
  agent: string;
  name: string;
  game: string;
  won: number;
  drawn: number;
  lost: number;
  /** The points that their ratings of today would have made likely. */
  expected: number;
  /** By the seat that the agent had. */
  seats: Tallied[];
}

const none = (): Tallied => ({ games: 0, score: 0 });

function add(tallied: Tallied, points: number): void {
  tallied.games++;
  tallied.score += points;
}

const pointsOf = ({ ranks }: Outcome & { kind: 'over' }, seat: number): number =>
  ranks[seat]! < ranks[1 - seat]! ? 1 : ranks[seat]! > ranks[1 - seat]! ? 0 : 0.5;

export interface Strengths {
  figures: FigureReads;
  /** House bots are as strong as they were measured. */
  documents: Pick<DocumentStore, 'get'>;
}

/** Over these matches of an agent: those of two that came to a result, the most met first. */
export async function headToHead(agent: string, matches: MatchSummary[], strengths: Strengths): Promise<HeadToHead[]> {
  const met = new Map<string, HeadToHead>();
  for (const { game, seats, result } of matches) {
    const seat = seats.findIndex((one) => one.agent === agent);
    const other = seats[1 - seat];
    if (seats.length !== 2 || !other || result?.outcome.kind !== 'over') continue;
    const id = opponentOf(other);
    const key = JSON.stringify([id, game]);
    const row = met.get(key) ?? newRow({ agent: id, name: other.name }, game);
    met.set(key, row);
    const points = pointsOf(result.outcome, seat);
    add(row, points);
    row[points === 1 ? 'won' : points === 0 ? 'lost' : 'drawn']++;
    add(row.seats[seat]!, points);
  }
  const rows = [...met.values()].sort((a, b) => b.games - a.games);
  await expectScores(agent, rows, strengths);
  return rows;
}

const opponentOf = ({ agent, kind }: Pick<SeatHolder, 'agent' | 'kind'>): string =>
  kind === 'bot' ? agent.split(':').slice(0, 3).join(':') : agent;

const newRow = ({ agent, name }: { agent: string; name: string }, game: string): HeadToHead => ({
  agent,
  name,
  game,
  ...none(),
  ...{ won: 0, drawn: 0, lost: 0 },
  expected: 0,
  seats: [none(), none()],
});

async function expectScores(agent: string, rows: HeadToHead[], { figures, documents }: Strengths): Promise<void> {
  const keys = rows.flatMap((row) =>
    [agent, row.agent].flatMap((one) =>
      (['rating', 'deviation'] as const).map((figure) => ({ agent: one, book: sureBook(figure, row.game) })),
    ),
  );
  const values = await figures.read(keys);
  const known = new Map(keys.map(({ agent: one, book }, i) => [`${one} ${book}`, values[i]]));
  const anchors = new Map<string, Anchor[]>();
  for (const game of new Set(rows.map((row) => row.game))) anchors.set(game, await readAnchors(documents, game));
  for (const row of rows) {
    const anchor = anchors.get(row.game)!.find(({ name }) => row.agent === `bot:${row.game}:${name}`);
    const [mine, theirs] = [agent, row.agent].map((one) =>
      sureOf(one, row.game, (key) => known.get(`${key.agent} ${key.book}`)),
    );
    row.expected = Math.round(100 * row.games * expectedScore(mine!, anchor ?? theirs!)) / 100;
  }
}

export interface Matrix {
  agents: { agent: string; name: string }[];
  /** [i][j]: the points of agent i against agent j; null where they did not meet. */
  results: (Tallied | null)[][];
}

/** Who made how many points against whom in these matches of two. */
export function matrixOf(agents: { agent: string; name: string }[], matches: MatchSummary[]): Matrix {
  const index = new Map(agents.map(({ agent }, i) => [agent, i]));
  const results = agents.map(() => agents.map((): Tallied | null => null));
  for (const { seats, result } of matches) {
    if (seats.length !== 2 || result?.outcome.kind !== 'over') continue;
    const [first, second] = seats.map(({ agent }) => index.get(agent));
    if (first === undefined || second === undefined) continue;
    const points = pointsOf(result.outcome, 0);
    add((results[first]![second] ??= none()), points);
    add((results[second]![first] ??= none()), 1 - points);
  }
  return { agents: agents.map(({ agent, name }) => ({ agent, name })), results };
}
