import { RRuleTemporal } from 'rrule-temporal';
import { type Refused, refuse } from '../competition.ts';

/** Sessions of matchmaking by a calendar rule: whoever has signed up and is here is paired while one is on. */
export interface Schedule {
  id: string;
  name: string;
  game: string;
  /** When the first session may begin; the others fall on its hour and day unless the rule says otherwise. All in UTC. */
  from: number;
  /** An RRULE of iCalendar without its name: `FREQ=DAILY`. */
  rule: string;
  minutes: number;
}

export interface Session {
  start: number;
  end: number;
}

const NUMBER = '[+-]?\\d{1,3}';
const list = (one: string) => new RegExp(`^${one}(,${one}){0,99}$`);
/** The parts of a rule that we take. No session is shorter than minutes, so none comes by the minute or second. */
const PARTS: { [part: string]: RegExp } = {
  FREQ: /^(HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,3}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}T\d{6}Z$/,
  BYDAY: list('([+-]?\\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)'),
  BYMONTHDAY: list(NUMBER),
  BYYEARDAY: list(NUMBER),
  BYWEEKNO: list(NUMBER),
  BYMONTH: list('(0?[1-9]|1[0-2])'),
  BYHOUR: list('([01]?\\d|2[0-3])'),
  BYMINUTE: list('[0-5]?\\d'),
  BYSETPOS: list(NUMBER),
  WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
};
const LONGEST_RULE = 500;
const SHORTEST = 5;
const LONGEST = 24 * 60;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** How far ahead a rule is looked at. */
const AHEAD = 400 * DAY;
/** So many sessions are looked at to see whether they follow one another. */
const LOOKED_AT = 200;

/** A schedule that is one, or what is wrong with it. */
export function checkSchedule(schedule: Schedule): Schedule | Refused {
  const { rule, minutes, from } = schedule;
  if (!Number.isInteger(minutes) || minutes < SHORTEST || minutes > LONGEST) {
    return refuse('invalid', `A session lasts ${SHORTEST} to ${LONGEST} minutes.`, 'minutes');
  }
  const wrong = wrongPart(rule);
  if (wrong) return refuse('wrong-rule', wrong, 'rule');
  let sessions: Session[];
  try {
    sessions = sessionsBetween(schedule, from, from + AHEAD, LOOKED_AT);
  } catch (error) {
    return refuse('wrong-rule', error instanceof Error ? error.message : 'This is no rule of iCalendar.', 'rule');
  }
  if (sessions.length === 0) return refuse('wrong-rule', 'No session comes of this rule within 400 days.', 'rule');
  const overlap = sessions.some((session, i) => i > 0 && session.start < sessions[i - 1]!.end);
  return overlap ? refuse('wrong-rule', 'A session would begin before the last is over.', 'rule') : schedule;
}

function wrongPart(rule: string): string | undefined {
  if (rule.length > LONGEST_RULE) return `A rule has at most ${LONGEST_RULE} characters.`;
  const seen = new Set<string>();
  for (const part of rule.split(';')) {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    if (!Object.hasOwn(PARTS, name)) return `${name || 'Nothing'} is no part of a rule here.`;
    if (seen.has(name)) return `${name} stands twice.`;
    if (!PARTS[name]!.test(value)) return `${name} cannot be ${value || 'empty'}.`;
    seen.add(name);
  }
  if (!seen.has('FREQ')) return 'A rule says FREQ.';
  return seen.has('COUNT') && seen.has('UNTIL') ? 'A rule has COUNT or UNTIL, not both.' : undefined;
}

/** The sessions that are on at some moment from `from` to before `to`, at most `most`. */
export function sessionsBetween(schedule: Schedule, from: number, to: number, most: number): Session[] {
  const length = schedule.minutes * MINUTE;
  const rule = new RRuleTemporal({
    rruleString: `DTSTART:${icsTime(schedule.from)}\nRRULE:${schedule.rule}`,
    strict: true,
  });
  const found: Session[] = [];
  // Day by day, so that a long time ahead costs no more than what is asked for.
  for (let day = Math.max(from - length, schedule.from - 1000); day < to && found.length < most; day += DAY) {
    const until = Math.min(to, day + DAY);
    for (const { epochMilliseconds: start } of rule.between(new Date(day), new Date(until), true)) {
      if (start + length > from && start >= day && start < until) found.push({ start, end: start + length });
    }
  }
  return found.slice(0, most);
}

/** The session that is on. */
export const sessionAt = (schedule: Schedule, now: number): Session | undefined =>
  sessionsBetween(schedule, now, now + 1, 1)[0];

/** `20260131T180000Z` */
export const icsTime = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
