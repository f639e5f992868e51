import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import { eventsBetween, type Planned } from '../calendar/events.ts';
import { icsFeed } from '../calendar/ics.ts';
import { sessionsBetween } from '../calendar/schedule.ts';
import { isRefused, refuse } from '../competition.ts';
import type { Competitions } from '../hall/competitions.ts';
import type { Seasons } from '../hall/seasons.ts';
import type { Sessions, Signed } from '../hall/sessions.ts';
import type { Season } from '../season.ts';
import { readTime, writeTime } from '../times.ts';
import { refuseWith, withBodies } from './answer.ts';
import type { Answering, ShownSchedule, ShownSeason } from './json.ts';
import { isDenied, organiserWhoAsks, type Rights, whoAsks } from './who.ts';

export interface CalendarParts {
  http: FastifyInstance;
  competitions: Competitions;
  sessions: Sessions;
  seasons: Seasons;
  clock: Clock;
  rights: Rights;
  /** Where whoever asks finds the site. */
  siteFor(request: FastifyRequest): string;
  audit(deed: string, subject: string, words: string): Promise<void>;
}

const DAY = 86_400_000;
const AHEAD = 30 * DAY;
const FARTHEST = 400 * DAY;
const MOST_EVENTS = 500;
/** So many of the latest competitions are looked through. */
const LATEST = 200;
const SEASON_ROWS = 200;

/** What is on when: competitions, sessions of matchmaking, seasons. */
export function addCalendar(parts: CalendarParts): void {
  const { http, competitions, sessions, seasons, clock } = parts;
  const planned = async (): Promise<Planned> => ({
    competitions: await competitions.newest({ limit: LATEST, offset: 0 }),
    schedules: sessions.all.map(({ schedule }) => schedule),
    seasons: seasons.all,
  });

  http.get<Answering<'calendar'>>('/api/v1/calendar', async ({ query }, reply) => {
    const from = query.from === undefined ? clock.now() - DAY : readTime(query.from);
    const to = query.to === undefined ? (from ?? 0) + AHEAD : readTime(query.to);
    if (from === undefined || to === undefined || to <= from || to - from > FARTHEST) {
      return reply
        .code(400)
        .send({ error: 'from and to are times such as 2030-01-31T18:00:00Z, at most 400 days apart.' });
    }
    return { events: eventsBetween(await planned(), from, to, MOST_EVENTS) };
  });

  http.get('/api/v1/calendar.ics', async (request, reply) =>
    reply.type('text/calendar; charset=utf-8').send(icsFeed(await planned(), parts.siteFor(request), clock.now())),
  );

  http.get<Answering<'schedules'>>('/api/v1/schedules', async () => ({
    schedules: sessions.all.map((signed) => shownSchedule(signed, clock.now())),
  }));

  http.get<{ Params: { game: string }; Reply: Answering<'ladders/:game/seasons'>['Reply'] }>(
    '/api/v1/ladders/:game/seasons',
    async ({ params }) => {
      const own = seasons.all.filter(({ game }) => game === params.game);
      return { seasons: await Promise.all(own.map((season) => shownSeason(seasons, season, clock.now()))) };
    },
  );

  withBodies(http, (scope) => addPlanning(scope, parts));
}

function addPlanning(scope: FastifyInstance, { sessions, seasons, clock, rights, audit }: CalendarParts): void {
  scope.post('/api/v1/seasons', async (request, reply) => {
    const who = await organiserWhoAsks(rights, request);
    if (isDenied(who)) return refuseWith(reply, who);
    const season = await seasons.open(request.body);
    if (isRefused(season)) return refuseWith(reply, season);
    await audit('season open', season.id, `${who.by}: ${season.name}`);
    return reply.code(201).send(await shownSeason(seasons, season, clock.now()));
  });

  scope.post('/api/v1/schedules', async (request, reply) => {
    const who = await organiserWhoAsks(rights, request);
    if (isDenied(who)) return refuseWith(reply, who);
    const schedule = await sessions.open(request.body);
    if (isRefused(schedule)) return refuseWith(reply, schedule);
    await audit('schedule open', schedule.id, `${who.by}: ${schedule.name}`);
    return reply.code(201).send(shownSchedule(sessions.get(schedule.id)!, clock.now()));
  });

  scope.delete<{ Params: { id: string } }>('/api/v1/schedules/:id', async (request, reply) => {
    const who = await organiserWhoAsks(rights, request);
    if (isDenied(who)) return refuseWith(reply, who);
    const refused = await sessions.remove(request.params.id);
    if (refused) return refuseWith(reply, refused);
    await audit('schedule close', request.params.id, who.by);
    return { schedule: request.params.id, closed: true };
  });

  scope.post<{ Params: { id: string } }>('/api/v1/schedules/:id/entries', async (request, reply) => {
    const who = await whoAsks(rights, request);
    if (isDenied(who)) return refuseWith(reply, who);
    const refused = who.agent ? await sessions.signUp(request.params.id, who.agent.id) : NO_AGENT;
    if (refused) return refuseWith(reply, refused);
    return reply.code(201).send({ schedule: request.params.id, agent: who.agent!.id });
  });

  scope.delete<{ Params: { id: string } }>('/api/v1/schedules/:id/entries/me', async (request, reply) => {
    const who = await whoAsks(rights, request);
    if (isDenied(who)) return refuseWith(reply, who);
    const refused = who.agent ? await sessions.leave(request.params.id, who.agent.id) : NO_AGENT;
    if (refused) return refuseWith(reply, refused);
    return { schedule: request.params.id, agent: who.agent!.id, left: true };
  });
}

const NO_AGENT = refuse('invalid', 'This needs an agent’s key.');

function shownSchedule({ schedule, agents }: Signed, now: number): ShownSchedule {
  const { id, name, game, from, rule, minutes } = schedule;
  const [next] = sessionsBetween(schedule, now, now + FARTHEST, 1);
  return {
    id,
    name,
    game,
    from: writeTime(from),
    rule,
    minutes,
    signedUp: agents.length,
    next: next ? { start: writeTime(next.start), end: writeTime(next.end) } : null,
  };
}

async function shownSeason(seasons: Seasons, season: Season, now: number): Promise<ShownSeason> {
  const { id, game, name, start, end, keep, leastGames } = season;
  const status = now < start ? 'coming' : now < end ? 'on' : 'over';
  const table = status === 'coming' ? [] : await seasons.table(season);
  return {
    id,
    game,
    name,
    start: writeTime(start),
    end: writeTime(end),
    keep,
    leastGames,
    status,
    table: table.slice(0, SEASON_ROWS).map(({ rank, agent, name: who, rating, played, won, drawn, lost }) => ({
      rank,
      agent,
      name: who,
      rating,
      played,
      won,
      drawn,
      lost,
    })),
  };
}
