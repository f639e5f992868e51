import { type Static, Type } from 'typebox';
import type { Competition } from '../competition.ts';
import type { Season } from '../season.ts';
import type { State } from '../state.ts';
import { writeTime } from '../times.ts';
import { type Schedule, sessionsBetween } from './schedule.ts';

/** One line of the calendar as it is shown. */
export const EventSchema = Type.Object({
  kind: Type.Enum(['competition', 'session', 'season']),
  /** Of the competition, the schedule or the season. */
  id: Type.String(),
  name: Type.String(),
  game: Type.String(),
  start: Type.String(),
  end: Type.Union([Type.String(), Type.Null()]),
});
export type CalendarEvent = Static<typeof EventSchema>;

export interface Planned {
  competitions: { competition: Competition; state: State }[];
  schedules: Schedule[];
  seasons: Season[];
}

/** What is on from `from` to before `to`, in order, at most `most`. */
export function eventsBetween(
  { competitions, schedules, seasons }: Planned,
  from: number,
  to: number,
  most: number,
): CalendarEvent[] {
  const events: (Omit<CalendarEvent, 'start' | 'end'> & { start: number; end: number | null })[] = [
    ...competitions.flatMap(({ competition, state }) => {
      const start = startOf(competition, state);
      if (start === undefined) return [];
      const { id, name, game } = competition;
      return [{ kind: 'competition' as const, id, name, game, start, end: state.ended?.at ?? null }];
    }),
    ...schedules.flatMap((schedule) =>
      sessionsBetween(schedule, from, to, most).map(({ start, end }) => {
        const { id, name, game } = schedule;
        return { kind: 'session' as const, id, name, game, start, end };
      }),
    ),
    ...seasons.map(({ id, name, game, start, end }) => ({ kind: 'season' as const, id, name, game, start, end })),
  ];
  return events
    .filter(({ start, end }) => start < to && (end ?? start + 1) > from)
    .sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1))
    .slice(0, most)
    .map((event) => ({
      ...event,
      start: writeTime(event.start),
      end: event.end === null ? null : writeTime(event.end),
    }));
}

/** When a competition began, or will. */
export function startOf({ rules }: Competition, { closedAt }: State): number | undefined {
  return closedAt ?? (typeof rules.start === 'number' ? rules.start : undefined);
}
