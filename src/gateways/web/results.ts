import type { Arena } from '../../core/arena.ts';
import { ByteCache } from '../../core/byte-cache.ts';
import { COST } from '../budget.ts';
import type { GatewayParts } from '../gateway.ts';
import { sift } from './finding.ts';
import { fold } from './fold.ts';
import type { Answering, Answers } from './json.ts';
import { WRONG_AFTER, wholeNumber } from './pages.ts';
import { summaryJson } from './routes.ts';
import { readSearch, type Search } from './search.ts';

type Lines = Answers['results'];

const MOST_LINES = 100;
/** So many matches are folded together; those after them are folded anew. */
const CHUNK = 600;
const CHUNKS = { config: { cost: 5 * COST.lookup } };
/** Until another match is over, those who ask for the same at once are told the same. */
const FRESH = 1000;
const MOST_KEPT = 2 * 1024 * 1024;

/**
 * Results in lines, one for all matches of the same players. A page goes on after a line of a chunk, which its first
 * match names together with where the chunk begins: what is played meanwhile moves no line to another page.
 */
export function addResults({
  http,
  arena,
  reads,
  clock,
}: Pick<GatewayParts, 'http' | 'arena' | 'reads' | 'clock'>): void {
  const kept = new ByteCache<{ lines: Lines; at: number }>(MOST_KEPT);
  let ended = 0;
  arena.watch((event) => {
    if (event === 'over') ended++;
  });
  http.get<Answering<'results'>>('/api/v1/results', CHUNKS, async ({ query }, reply) => {
    const key = JSON.stringify([ended, ...Object.entries(query).sort()]);
    const known = kept.get(key);
    if (known && clock.ticks() - known.at < FRESH) return known.lines;
    const place = readPlace(query.after);
    if (!place) return reply.code(400).send({ error: WRONG_AFTER });
    const search = await readSearch(arena, reads.agents, { ...query, status: 'over' });
    if ('error' in search) return reply.code(search.code).send({ error: search.error });
    const lines = await linesOf(arena, search, place, wholeNumber(query.limit, 30, MOST_LINES));
    kept.set(key, { lines, at: clock.ticks() }, JSON.stringify(lines).length);
    return lines;
  });
}

interface Place {
  /** The match after which the chunk begins; empty: it has the newest. */
  chunk: string;
  /** The first match of the line before; empty: from the chunk's first line on. */
  line: string;
}

function readPlace(after: string | undefined): Place | undefined {
  if (after === undefined) return { chunk: '', line: '' };
  const [, chunk, line] = /^([^,]{0,100}),([^,]{0,100})$/.exec(after) ?? [];
  return chunk === undefined || line === undefined ? undefined : { chunk, line };
}

async function linesOf(arena: Arena, search: Search, { chunk, line }: Place, limit: number): Promise<Lines> {
  const { filter, fits = () => true } = search;
  const from = (after: string) =>
    sift((page) => arena.list({ ...filter, ...(after !== '' && { after }), ...page }), fits, CHUNK);
  const first = await from(chunk);
  const last = first.matches.findIndex(({ id }) => id === line);
  // A line that has grown older than the newest chunk is where one begins.
  const isGone = line !== '' && last < 0;
  const { matches, next } = isGone ? await from(line) : first;
  const start = isGone ? line : chunk;
  const told = new Set(matches.slice(0, isGone ? 0 : last + 1).map(({ id }) => id));
  const left = fold(matches.map(summaryJson)).filter(({ matches: [latest] }) => !told.has(latest!.id));
  const lines = left.slice(0, limit);
  if (left.length > limit) return { lines, next: `${start},${lines.at(-1)!.matches[0]!.id}` };
  return { lines, next: next === null ? null : `${next},` };
}
