import { type Static, type TProperties, Type } from 'typebox';
import { EventSchema } from '../calendar/events.ts';
import { CompetitionSchema, SummarySchema } from '../schema.ts';

const exactly = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

/** What the site reads of competitions, by route below /api/v1/. */
export const answers = {
  competitions: exactly({ competitions: Type.Array(SummarySchema) }),
  'competitions/:id': CompetitionSchema,
  calendar: exactly({ events: Type.Array(EventSchema) }),
};

export type Answers = { [Route in keyof typeof answers]: Static<(typeof answers)[Route]> };

/** Types a handler by the route that it answers. */
export interface Answering<Route extends keyof Answers> {
  Params: { id: string };
  Querystring: { [name: string]: string | undefined };
  Reply: Answers[Route] | { error: string };
}
