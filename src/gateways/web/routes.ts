import type { Arena, MatchHandle, MatchHeader } from '../../core/arena.ts';
import { arrangedAt } from '../../core/arranged.ts';
import type { LadderPlace } from '../../core/ladder.ts';
import type { SeatHolder } from '../../core/record.ts';
import { whyUnrated } from '../../core/settle/unrated.ts';
import type { MatchFilter, MatchSummary } from '../../core/storage.ts';
import { COST } from '../budget.ts';
import type { GatewayParts } from '../gateway.ts';
import { sendJson } from '../large-json.ts';
import { nowOf } from '../now.ts';
import { sift } from './finding.ts';
import type { Answering, LiveMatch, SeatJson, Summary } from './json.ts';
import { next, readPlace, WRONG_AFTER, wholeNumber } from './pages.ts';
import { readSearch, unknownGame } from './search.ts';

const MOST_ROWS = 200;
const REPLAY = { config: { cost: COST.replay } };

export function addRoutes({ http, arena, publicKeys, reads: { agents } }: GatewayParts): void {
  http.get<Answering<'ladders/:game'>>('/api/v1/ladders/:game', async (request, reply) => {
    const game = arena.game(request.params.game);
    if (!game) return reply.code(404).send({ error: unknownGame(arena, request.params.game) });
    const { after } = request.query;
    const place = after === undefined ? undefined : readLadderPlace(after);
    if (after !== undefined && !place) return reply.code(400).send({ error: WRONG_AFTER });
    const limit = wholeNumber(request.query.limit, 50, MOST_ROWS);
    const ladder = await arena.ladder(game.id, limit, place);
    return { game: game.id, title: game.title, ladder, next: next(ladder, limit, placeText) };
  });

  http.get<Answering<'matches'>>('/api/v1/matches', async (request, reply) => {
    const { after } = request.query;
    const search = await readSearch(arena, agents, request.query);
    if ('error' in search) return reply.code(search.code).send({ error: search.error });
    const { fits } = search;
    const limit = wholeNumber(request.query.limit, 50, MOST_ROWS);
    const filter: MatchFilter = { limit, ...search.filter, ...(after !== undefined && { after }) };
    if (!fits) {
      const matches = await arena.list(filter);
      return { matches: matches.map(summaryJson), next: next(matches, limit, ({ id: last }) => last) };
    }
    const found = await sift((page) => arena.list({ ...filter, ...page }), fits, limit);
    return { matches: found.matches.map(summaryJson), next: found.next };
  });

  http.get<{ Params: { id: string } }>('/api/v1/matches/:id', REPLAY, async (request, reply) => {
    const match = await arena.find(request.params.id);
    if (!match) return reply.code(404).send({ error: 'No such match.' });
    return matchJson(arena, match);
  });

  http.get<{ Params: { id: string } }>('/api/v1/matches/:id/record', REPLAY, async (request, reply) => {
    const record = await arena.record(request.params.id);
    if (!record) return reply.code(404).send({ error: 'No such match.' });
    if (record === 'live') return reply.code(409).send({ error: 'The record opens when the match is over.' });
    return sendJson(reply, record);
  });

  // Never from a cache: a key that is missing there would make what it signed look like somebody else's.
  http.get('/.well-known/jwks.json', async (_, reply) =>
    reply.header('cache-control', 'no-cache').send({ keys: await publicKeys() }),
  );
}

const placeText = ({ rank, rating, agent }: LadderPlace): string => `${rank}:${rating}:${agent}`;

function readLadderPlace(text: string): LadderPlace | undefined {
  const place = readPlace(text);
  return place && { rank: place.rank, agent: place.agent, rating: place.value };
}

export const seatsJson = (seats: SeatHolder[]): SeatJson[] =>
  seats.map(({ agent, name, kind, via }) => ({ agent, name, kind, via }));

export const liveJson = ({ id, game, seats, at }: MatchHeader): LiveMatch => ({
  id,
  game,
  seats: seatsJson(seats),
  startedAt: new Date(at).toISOString(),
});

export function summaryJson({ id, game, seats, at, result }: MatchSummary): Summary {
  return {
    id,
    game,
    seats: seatsJson(seats),
    status: result ? result.outcome.kind : 'live',
    startedAt: new Date(at).toISOString(),
    ...(result && {
      endedAt: new Date(result.at).toISOString(),
      outcome: result.outcome,
      steps: result.steps,
      ...(result.unrated && { unrated: result.unrated }),
    }),
  };
}

async function matchJson(arena: Arena, match: MatchHandle) {
  const { id, game, version, options, terms, seats, seedHash, at, table } = match.header;
  const competition = arrangedAt(table);
  const record = await arena.record(id);
  const over = typeof record === 'object' ? record : undefined;
  const { status, step, view } = await nowOf(match, over ? 'replay' : 'spectator');
  return {
    id,
    game,
    version,
    options,
    terms,
    seats,
    seedHash,
    startedAt: new Date(at).toISOString(),
    status: over ? over.outcome.kind : 'live',
    step,
    turn: over ? null : status,
    view,
    ...(competition && { competition }),
    unrated: whyUnrated(over ?? match.header) ?? null,
    ...(over && { outcome: over.outcome, seed: over.seed }),
  };
}
