import { Type } from 'typebox';
import { type ApiRoute, Failure, json } from '../api.ts';

const ROOT = '/api/v1/competitions';
const missing = { 404: json('There is none.', Failure) };
const refused = { 400: json('It will not do.', Failure), 401: json('No such token or key.', Failure) };
const notNow = { 409: json('Not now.', Failure) };

const read = (path: string, summary: string, more: Partial<ApiRoute> = {}): ApiRoute => ({
  method: 'get',
  path,
  summary,
  ...more,
  replies: { 200: json(summary), ...more.replies },
});

const deed = (method: 'post' | 'delete', path: string, summary: string, status: 200 | 201 = 200): ApiRoute => ({
  method,
  path,
  summary,
  auth: true,
  replies: { [status]: json(summary), ...refused, ...missing, ...notNow },
});

/** Tournaments, seasons and sessions belong to no protocol. */
export const COMPETITION_ROUTES: readonly ApiRoute[] = [
  read(ROOT, 'All competitions.'),
  {
    ...deed('post', ROOT, 'Opens a competition; the host’s or an organiser’s.', 201),
    body: Type.Object(
      {
        name: Type.String(),
        game: Type.String(),
        options: Type.Optional(Type.Object({}, { additionalProperties: true })),
        format: Type.Object(
          {
            type: Type.Enum(['round-robin', 'swiss', 'knockout', 'double-knockout', 'arena', 'gauntlet', 'heats']),
            rounds: Type.Optional(Type.Integer()),
            bestOf: Type.Optional(Type.Integer()),
            minutes: Type.Optional(Type.Number()),
          },
          { additionalProperties: true },
        ),
        entry: Type.Optional(Type.Object({ max: Type.Optional(Type.Integer()) }, { additionalProperties: true })),
        start: Type.Optional(Type.String({ description: 'A time, or "full".' })),
      },
      { additionalProperties: true },
    ),
  },
  read(`${ROOT}/:id`, 'Entrants, rounds and standings.', { replies: missing }),
  read(`${ROOT}/:id/events`, 'What changes, as server-sent events.', {
    replies: { 200: { about: 'A stream.', type: 'text/event-stream' }, ...missing },
  }),
  read(`${ROOT}/:id/export`, 'As JSON, CSV, PGN or TRF.', {
    query: { format: Type.Enum(['json', 'csv', 'pairings.csv', 'pgn', 'trf']) },
    replies: missing,
  }),
  deed('post', `${ROOT}/:id/entries`, 'Enters the bearer’s agent.', 201),
  deed('delete', `${ROOT}/:id/entries/me`, 'Withdraws it.'),
  deed('delete', `${ROOT}/:id/entries/:agent`, 'Withdraws an agent; the host’s.'),
  deed('post', `${ROOT}/:id/start`, 'Starts it now.'),
  deed('post', `${ROOT}/:id/pause`, 'Begins no further match.'),
  deed('post', `${ROOT}/:id/resume`, 'Goes on.'),
  deed('post', `${ROOT}/:id/end`, 'Ends it as it stands.'),
  deed('post', `${ROOT}/:id/pairings/:pairing/replay`, 'Has a pairing played again.'),
  deed('post', `${ROOT}/:id/pairings/:pairing/result`, 'Gives a result, with a reason.'),
  read('/api/v1/calendar', 'What is to come.'),
  read('/api/v1/calendar.ics', 'The same for calendars.', {
    replies: { 200: { about: 'iCalendar.', type: 'text/calendar' } },
  }),
  read('/api/v1/schedules', 'Sessions of matchmaking by the calendar.'),
  deed('post', '/api/v1/schedules', 'Makes one; the host’s or an organiser’s.', 201),
  deed('delete', '/api/v1/schedules/:id', 'Takes it away.'),
  deed('post', '/api/v1/schedules/:id/entries', 'Signs the bearer’s agent up.', 201),
  deed('delete', '/api/v1/schedules/:id/entries/me', 'Signs it off.'),
  read('/api/v1/ladders/:game/seasons', 'The seasons of a ladder.', { replies: missing }),
  deed('post', '/api/v1/seasons', 'Begins a season; the host’s.', 201),
];
