import fc from 'fast-check';
import ical, { type VEvent } from 'node-ical';
import { describe, expect, test } from 'vitest';
import { competitionOf, TestLog } from '../fixture.ts';
import { seedFrom } from '../formats/fixture.ts';
import type { Season } from '../season.ts';
import { eventsBetween, type Planned } from './events.ts';
import { icsFeed } from './ics.ts';
import { pairWaiting, type Waiting } from './pair-waiting.ts';
import { checkSchedule, type Schedule, sessionAt, sessionsBetween } from './schedule.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const first = Date.UTC(2026, 0, 1, 18);
const daily: Schedule = {
  id: 'd1',
  name: 'Evening chess',
  game: 'chess',
  from: first,
  rule: 'FREQ=DAILY',
  minutes: 60,
};

describe('a schedule', () => {
  test('has a session every day at 18:00 UTC for an hour', () => {
    expect(sessionsBetween(daily, first, first + 3 * DAY, 100)).toEqual([
      { start: first, end: first + HOUR },
      { start: first + DAY, end: first + DAY + HOUR },
      { start: first + 2 * DAY, end: first + 2 * DAY + HOUR },
    ]);
    expect(sessionAt(daily, first + 400 * DAY + HOUR - 1)).toEqual({
      start: first + 400 * DAY,
      end: first + 400 * DAY + HOUR,
    });
    expect(sessionAt(daily, first + HOUR)).toBeUndefined();
    expect(sessionAt(daily, first - 1)).toBeUndefined();
  });

  test('tells no more sessions than asked for, and each once wherever one looks from', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2 * DAY, max: 40 * DAY }),
        fc.integer({ min: 1, max: 10 * DAY }),
        (offset, length) => {
          const schedule = { ...daily, rule: 'FREQ=HOURLY;INTERVAL=7', minutes: 90 };
          const [from, to] = [first + offset, first + offset + length];
          const expected: number[] = [];
          for (let start = first; start < to; start += 7 * HOUR) if (start + 90 * 60_000 > from) expected.push(start);
          expect(sessionsBetween(schedule, from, to, 1000).map(({ start }) => start)).toEqual(expected);
          expect(sessionsBetween(schedule, from, to, 3)).toHaveLength(Math.min(3, expected.length));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('may follow weekdays, and ends with its count or its last day', () => {
    const rule = 'FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=18;BYMINUTE=30;COUNT=3';
    const days = sessionsBetween({ ...daily, rule }, first, first + 100 * DAY, 100).map(({ start }) =>
      new Date(start).toISOString(),
    );
    expect(days).toEqual(['2026-01-02T18:30:00.000Z', '2026-01-05T18:30:00.000Z', '2026-01-09T18:30:00.000Z']);
    const until = { ...daily, rule: 'FREQ=DAILY;UNTIL=20260103T000000Z' };
    expect(sessionsBetween(until, first, first + 100 * DAY, 100)).toHaveLength(2);
  });

  test('that is none is refused with a reason', () => {
    const refused = (rule: string, minutes = 60) => checkSchedule({ ...daily, rule, minutes });
    expect(refused('FREQ=DAILY')).toMatchObject({ id: 'd1' });
    const wrong = [
      '',
      'DAILY',
      'FREQ=MINUTELY',
      'FREQ=SECONDLY',
      'FREQ=DAILY;FREQ=DAILY',
      'INTERVAL=2',
      'FREQ=DAILY;BYHOUR=99',
      'FREQ=DAILY;INTERVAL=0',
      'FREQ=DAILY;COUNT=2;UNTIL=20270101T000000Z',
      'FREQ=DAILY\nEXDATE:20260102T180000Z',
      'FREQ=DAILY;__proto__=1',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
      `FREQ=DAILY;BYHOUR=${'1,'.repeat(300)}1`,
    ];
    for (const rule of wrong)
      expect(refused(rule)).toMatchObject({ code: 'wrong-rule', reason: expect.stringMatching(/\w/) });
    expect(refused('FREQ=HOURLY', 61)).toMatchObject({ reason: 'A session would begin before the last is over.' });
    expect(refused('FREQ=DAILY', 4)).toMatchObject({ field: 'minutes' });
    expect(refused('FREQ=DAILY', 1441)).toMatchObject({ field: 'minutes' });
  });
});

describe('pairing in a session', () => {
  const seed = seedFrom('session');
  const waiting = (ratings: number[]): Waiting[] =>
    ratings.map((rating, i) => ({ agent: `A${i + 1}`, rating, waited: 0 }));
  const names = (pairs: [string, string][]) => pairs.map((pair) => [...pair].sort().join(' ')).sort();

  test('is by rating', () => {
    expect(names(pairWaiting(waiting([1000, 2000, 1050, 1990]), [], seed, 1))).toEqual(['A1 A3', 'A2 A4']);
  });

  test('does not bring the same two together again at once, and leaves over who waited least', () => {
    const past: [string, string][] = [['A1', 'A2']];
    expect(names(pairWaiting(waiting([1500, 1500, 1500]), past, seed, 2))).not.toContain('A1 A2');
    const three = waiting([1500, 1500, 1500]).map((one) => ({ ...one, waited: one.agent === 'A2' ? 0 : 1 }));
    expect(names(pairWaiting(three, [], seed, 2))).toEqual(['A1 A3']);
    expect(pairWaiting(waiting([1500, 1500]), past, seed, 2)).toEqual([['A2', 'A1']]);
  });

  test('spreads meetings over a session: of four alike each meets all before anyone meets twice', () => {
    const past: [string, string][] = [];
    for (let wave = 1; wave <= 3; wave++)
      past.push(...pairWaiting(waiting([1500, 1500, 1500, 1500]), past, seed, wave));
    expect(new Set(names(past)).size).toBe(6);
  });

  test('seats nobody twice, and lets nobody wait while two others may meet', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 800, max: 2400 }), { maxLength: 30 }), fc.nat(), (ratings, wave) => {
        const seated = pairWaiting(waiting(ratings), [], seed, wave).flat();
        expect(new Set(seated).size).toBe(seated.length);
        expect(seated.length).toBe(ratings.length - (ratings.length % 2));
      }),
      { numRuns: 50 },
    );
  });
});

describe('the calendar', () => {
  const cup = new TestLog({
    ...competitionOf({ type: 'swiss' }, { start: first + 2 * HOUR }),
    name: 'Cup; "grand", and\nlong '.repeat(5) + 'ä'.repeat(60),
  });
  const hosted = new TestLog({ ...competitionOf({ type: 'swiss' }), id: 'hosted' });
  const season: Season = {
    id: 's1',
    game: 'chess',
    name: 'Winter',
    start: first - DAY,
    end: first + 90 * DAY,
    keep: 0.5,
    leastGames: 5,
  };
  const planned: Planned = {
    competitions: [cup, hosted].map(({ competition, state }) => ({ competition, state })),
    schedules: [daily],
    seasons: [season],
  };

  test('lists what is on, in order', () => {
    const events = eventsBetween(planned, first, first + DAY + 1, 100);
    expect(events.map(({ kind, id, start }) => `${kind} ${id} ${start}`)).toEqual([
      'season s1 2025-12-31T18:00:00.000Z',
      'session d1 2026-01-01T18:00:00.000Z',
      'competition cup 2026-01-01T20:00:00.000Z',
      'session d1 2026-01-02T18:00:00.000Z',
    ]);
    expect(eventsBetween(planned, first, first + DAY, 2)).toHaveLength(2);
    expect(eventsBetween(planned, first + 200 * DAY, first + 201 * DAY, 100).map(({ kind }) => kind)).toEqual([
      'session',
    ]);
  });

  test('as a feed is read back by a calendar library', () => {
    const text = icsFeed(planned, 'https://crossplay.example', first);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    const events = Object.values(ical.sync.parseICS(text)).filter((one): one is VEvent => one?.type === 'VEVENT');
    const byId = new Map(events.map((event) => [event.uid, event]));
    expect([...byId.keys()].sort()).toEqual([
      'competition-cup@crossplay.example',
      'season-s1@crossplay.example',
      'session-d1@crossplay.example',
    ]);
    const read = byId.get('competition-cup@crossplay.example')!;
    expect(read.summary).toBe(cup.competition.name);
    expect(read.start.getTime()).toBe(first + 2 * HOUR);
    expect(read.url).toBe('https://crossplay.example/competitions/cup');
    expect(byId.get('season-s1@crossplay.example')!.end?.getTime()).toBe(season.end);
    const recurring = byId.get('session-d1@crossplay.example')!;
    const next = recurring.rrule!.between(new Date(first), new Date(first + 3 * DAY), true);
    expect(next.map((date) => date.getTime()).slice(0, 3)).toEqual([first, first + DAY, first + 2 * DAY]);
    expect(recurring.end!.getTime() - recurring.start.getTime()).toBe(HOUR);
  });
});
