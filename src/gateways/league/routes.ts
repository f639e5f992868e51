import type { FastifyReply, FastifyRequest } from 'fastify';
import { COST } from '../budget.ts';
import type { GatewayParts } from '../gateway.ts';
import { sendJson } from '../large-json.ts';
import { withoutNulls } from '../left-out.ts';
import { bearerOf } from '../sockets.ts';
import { leagueStatus } from './manager/announcements.ts';
import type { Conductor } from './manager/conductor.ts';
import type { League } from './manager/league.ts';
import type { Leagues } from './manager/leagues.ts';
import { isObject, parseJson } from './protocol.ts';
import type { Answers, LeagueDetails, LeagueFixture, LeagueSummary } from './wire/json.ts';

export interface RouteParts extends Pick<GatewayParts, 'accounts' | 'addressOf' | 'arena' | 'http'> {
  leagues: Leagues;
  /** Whether whoever shows this token may open a league. */
  mayOpen(token: string | undefined): Promise<boolean>;
  conductor: Conductor;
}

const BODY_LIMIT = 16 * 1024;

/** Leagues over plain HTTP: opening, entering with an account of another protocol, and what the site shows. */
export function addLeagueRoutes(parts: RouteParts): void {
  const { http, leagues } = parts;
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    const config = { anyBody: true };
    scope.post('/api/v1/leagues', { config }, (request, reply) => open(parts, request, reply));
    scope.post<{ Params: { id: string } }>('/api/v1/leagues/:id/entrants', { config }, (request, reply) =>
      enter(parts, request, reply),
    );
  });
  http.get<{ Reply: Answers['leagues'] }>('/api/v1/leagues', async () => ({ leagues: leagues.all.map(summary) }));
  http.get<{ Reply: Answers['leagues/:id'] | { error: string }; Params: { id: string } }>(
    '/api/v1/leagues/:id',
    { config: { cost: COST.replay } },
    async ({ params }, reply) => {
      const league = leagues.get(params.id);
      return league ? sendJson(reply, details(league)) : reply.code(404).send({ error: 'No such league.' });
    },
  );
}

async function open(
  { accounts, leagues, mayOpen, addressOf }: RouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const by = addressOf(request);
  const { registrations, failuresOfAddress } = accounts.limits;
  if (!(await mayOpen(bearerOf(request)))) {
    if (!failuresOfAddress.take(by)) {
      const wait = failuresOfAddress.wait(by);
      return reply.code(429).header('retry-after', wait).send({ error: 'Too many failures. Please wait.' });
    }
    return reply.code(401).send({ error: 'Leagues are opened here with the host’s token or an organiser’s key.' });
  }
  if (!registrations.take(by)) {
    const wait = registrations.wait(by);
    return reply.code(429).header('retry-after', wait).send({ error: 'Too many leagues. Try again in a minute.' });
  }
  const body = parseJson(String(request.body ?? ''))?.value;
  if (!isObject(body)) return reply.code(400).send({ error: 'Invalid JSON body.' });
  const { league_id, players, game_type = 'even_odd' } = withoutNulls(body);
  if (typeof league_id !== 'string') return reply.code(400).send({ error: 'league_id is required.' });
  if (typeof players !== 'number') return reply.code(400).send({ error: 'players must be a number.' });
  if (typeof game_type !== 'string') return reply.code(400).send({ error: 'game_type must be a text.' });
  const league = await leagues.open({ id: league_id, players, game: game_type, by });
  if ('error' in league) {
    if (league.status === 429) reply.header('retry-after', 3600);
    return reply.code(league.status).send({ error: league.error });
  }
  return reply.code(201).send(summary(league));
}

async function enter(
  { accounts, arena, leagues, conductor }: RouteParts,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
) {
  const key = bearerOf(request);
  const agent = key === undefined ? undefined : await accounts.authenticate(key);
  if (!agent) return reply.code(401).send({ error: 'Invalid API key.' });
  if (agent.bannedAt !== undefined) return reply.code(403).send({ error: 'This account is banned.' });
  const league = leagues.get(request.params.id);
  if (!league) return reply.code(404).send({ error: 'No such league.' });
  const via = await arena.callers.reach(agent.id, league.body.game);
  if (via === undefined) {
    return reply
      .code(409)
      .send({ error: 'Connect first, by a protocol that can be called into a match of this game.' });
  }
  const entered = await league.enter({
    wanted: undefined,
    name: agent.name,
    endpoint: null,
    reachedAt: null,
    account: agent.id,
    via,
  });
  if ('rejected' in entered) return reply.code(409).send({ error: entered.rejected });
  if (entered.full) reply.raw.once('close', () => conductor.conduct(league));
  return reply.code(201).send({ league_id: league.id, player_id: entered.id, game_type: league.body.game, via });
}

function summary(league: League): LeagueSummary {
  const { game, players, entered } = league.body;
  return {
    ...leagueStatus(league),
    game_type: game,
    players,
    registered: entered.length,
    total_matches: league.pairings.length,
  };
}

/** The schedule of a large league is long: it is made while it is sent. */
function details(league: League): Omit<LeagueDetails, 'schedule'> & { schedule: Iterable<LeagueFixture> } {
  return {
    ...summary(league),
    standings: league.standings,
    referees: league.body.referees.map(({ id, name, most }) => ({
      referee_id: id,
      display_name: name,
      max_concurrent_matches: most,
    })),
    schedule: scheduleOf(league),
  };
}

function* scheduleOf(league: League): Generator<LeagueFixture> {
  for (const { id, round, a, b } of league.pairings) {
    const { result, referee, match, attempt } = league.fixture(id);
    yield {
      match_id: id,
      round_id: round,
      player_A_id: a,
      player_B_id: b,
      completed: result !== null,
      referee_id: referee,
      attempt,
      arena_match_id: match,
      result: result && {
        status: result.status,
        winner: result.winner,
        reason: result.reason,
        ...(result.drawn && { drawn_number: result.drawn.number, choices: result.drawn.choices }),
      },
    };
  }
}
