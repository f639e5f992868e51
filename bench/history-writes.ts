import type { Entry, MatchRecord } from '../src/core/record.ts';
import { settleElo } from '../src/core/settle/elo.ts';
import { closing } from '../src/core/settle/settle.ts';
import type { Storage } from '../src/core/storage.ts';
import { openStorage } from '../src/storage/open.ts';
import { orderedId } from '../src/storage/ordered-id.ts';

const MATCHES = 2000;
const AT_ONCE = 50;
const MOVES = 7;

/** Microseconds of CPU that the storage takes for a whole rated match of two, many at once. */
export async function storeMatches(data: string): Promise<number> {
  const storage = await openStorage({ data, exclusive: true });
  const agents = (await storage.agents.list(1000)).map(({ id }) => id);
  let begun = 0;
  const next = (): MatchRecord =>
    recordOf(agents[(begun * 7) % agents.length]!, agents[(begun++ * 11 + 1) % agents.length]!);
  const line = async (count: number): Promise<void> => {
    for (let match = 0; match < count; match++) await storeMatch(storage, next());
  };
  const lines = (matches: number) => Promise.all(Array.from({ length: AT_ONCE }, () => line(matches / AT_ONCE)));
  await lines(MATCHES / 4);
  const before = process.cpuUsage();
  await lines(MATCHES);
  const { user, system } = process.cpuUsage(before);
  await storage.close();
  return (user + system) / MATCHES;
}

async function storeMatch({ matches }: Storage, record: MatchRecord): Promise<void> {
  const settles = [settleElo(() => ({ start: 1500, k: 32 }))];
  await matches.create(record);
  for (let step = 0; step < MOVES; step++) await matches.append({ match: record.id, step, entry: move(step) });
  const last = move(MOVES);
  const close = { kind: 'over', ranks: [1, 2], scores: [1, 0], reason: 'three in a row' } as const;
  const outcome = { ...close, ranks: [...close.ranks], scores: [...close.scores] };
  const settle = closing(settles, record, last, outcome, undefined);
  await matches.append({ match: record.id, step: MOVES, entry: last, close: outcome, settle });
}

const move = (step: number): Entry => ({
  at: Date.now(),
  kind: 'move',
  moves: [{ seat: step % 2, move: { cell: step } }],
});

const recordOf = (...agents: string[]): MatchRecord => ({
  id: orderedId(),
  game: 'ttt',
  version: 1,
  options: {},
  terms: {
    clock: { each: 30_000 },
    late: 'forfeit',
    away: { pause: 0, tell: 0, restart: 60_000 },
    seating: 'arrival',
    rated: true,
  },
  seats: agents.map((agent) => ({ agent, name: agent, kind: 'agent', via: 'bench' })),
  seed: '00'.repeat(32),
  seedHash: 'ff'.repeat(32),
  at: Date.now(),
  entries: [],
});
