import { type Static, type TProperties, Type } from 'typebox';
import { EventSchema } from '../calendar/events.ts';
import { CompetitionSchema, SummarySchema } from '../schema.ts';

const exactly = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const Count = Type.Integer({ minimum: 0 });

const ScheduleSchema = exactly({
  id: Type.String(),
  name: Type.String(),
  game: Type.String(),
  from: Type.String(),
  rule: Type.String(),
  minutes: Count,
  signedUp: Count,
  /** The session that is on, or the next. */
  next: Type.Union([Type.Null(), exactly({ start: Type.String(), end: Type.String() })]),
});

const SeasonSchema = exactly({
  id: Type.String(),
  game: Type.String(),
  name: Type.String(),
  start: Type.String(),
  end: Type.String(),
  keep: Type.Number(),
  leastGames: Count,
  status: Type.Enum(['coming', 'on', 'over']),
  table: Type.Array(
    exactly({
      rank: Type.Union([Count, Type.Null()]),
      agent: Type.String(),
      name: Type.String(),
      rating: Type.Number(),
      played: Count,
      won: Count,
      drawn: Count,
      lost: Count,
    }),
  ),
});

export type ShownSchedule = Static<typeof ScheduleSchema>;
export type ShownSeason = Static<typeof SeasonSchema>;

const Entered = exactly({ competition: Type.String(), agent: Type.String(), name: Type.String() });
const BotsEntered = exactly({ competition: Type.String(), agents: Type.Array(Type.String()) });
const Withdrawn = exactly({ competition: Type.String(), agent: Type.String(), withdrew: Type.Literal(true) });

/** What the site reads of competitions, by route below /api/v1/. */
export const answers = {
  competitions: exactly({ competitions: Type.Array(SummarySchema) }),
  'competitions/:id': CompetitionSchema,
  'competitions/:id/start': CompetitionSchema,
  'competitions/:id/pause': CompetitionSchema,
  'competitions/:id/resume': CompetitionSchema,
  'competitions/:id/end': CompetitionSchema,
  'competitions/:id/pairings/:pairing/replay': CompetitionSchema,
  'competitions/:id/pairings/:pairing/result': CompetitionSchema,
  'competitions/:id/entries/:agent': Type.Union([CompetitionSchema, Withdrawn]),
  'competitions/:id/entries': Type.Union([Entered, BotsEntered]),
  calendar: exactly({ events: Type.Array(EventSchema) }),
  schedules: exactly({ schedules: Type.Array(ScheduleSchema) }),
  'schedules/:id/entries': exactly({ schedule: Type.String(), agent: Type.String() }),
  'schedules/:id/entries/me': exactly({ schedule: Type.String(), agent: Type.String(), left: Type.Literal(true) }),
  'ladders/:game/seasons': exactly({ seasons: Type.Array(SeasonSchema) }),
};

export type { CalendarEvent } from '../calendar/events.ts';
export type { ShownCompetition, ShownSummary } from '../schema.ts';

export type Answers = { [Route in keyof typeof answers]: Static<(typeof answers)[Route]> };

/** Types a handler by the route that it answers. */
export interface Answering<Route extends keyof Answers> {
  Params: { id: string };
  Querystring: { [name: string]: string | undefined };
  Reply: Answers[Route] | { error: string };
}
