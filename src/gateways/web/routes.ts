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
import { fitting, isSought, sift, WRONG_RESULT } from './finding.ts';
import type { Answering, LiveMatch, SeatJson, Summary } from './json.ts';
import { next, readPlace, WRONG_AFTER, wholeNumber } from './pages.ts';

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
    const { game: id, status, after, player, opponent, protocol, result } = request.query;
    const game = id === undefined ? undefined : arena.game(id);
    if (id !== undefined && !game) return reply.code(404).send({ error: unknownGame(arena, id) });
    if (status !== undefined && status !== 'live' && status !== 'over') {
      return reply.code(400).send({ error: 'status is "live" or "over".' });
    }
    if (result !== undefined && !isSought(result)) return reply.code(400).send({ error: WRONG_RESULT });
    if (result !== undefined && result !== 'drawn' && player === undefined) {
      return reply.code(400).send({ error: 'Whoever won or lost is to be named: player.' });
    }
    const named = player === undefined ? undefined : await agents.byName(player.trim());
    const agent = request.query.agent ?? named?.id;
    const limit = wholeNumber(request.query.limit, 50, MOST_ROWS);
    const filter: MatchFilter = {
      limit,
      ...(game && { game: game.id }),
      ...(agent !== undefined && { agent }),
      ...(status !== undefined && { over: status === 'over' }),
      ...(after !== undefined && { after }),
    };
    const fits = fitting({ agent, player: agent === undefined ? player : undefined, opponent, protocol, result });
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

export const unknownGame = (arena: Arena, id: string): string =>
  `No game "${id.slice(0, 40)}". Games: ${arena.games.map((game) => game.id).join(', ')}.`;

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
