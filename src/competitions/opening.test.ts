import { Check } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { isRefused } from './competition.ts';
import { competitionOf, TestLog } from './fixture.ts';
import type { Format } from './format.ts';
import { type GameFacts, openCompetition, startRefusal } from './opening.ts';
import { CompetitionSchema, SummarySchema } from './schema.ts';
import { show, summarise } from './shown.ts';
import { readTime } from './times.ts';

const now = Date.UTC(2026, 0, 1);
const games: { [id: string]: GameFacts } = Object.fromEntries(
  (
    [
      ['chess', 2, 2],
      ['clawpoly', 2, 6],
      ['dance', 4, 4],
    ] as const
  ).map(([id, min, max]) => [
    id,
    {
      id,
      seats: { min, max },
      size: max,
      options: {},
      allowsOptions: (options: unknown) => JSON.stringify(options) !== '"wrong"',
    },
  ]),
);
const open = (body: unknown) =>
  openCompetition(body, { id: 'c1', seed: 'ab'.repeat(32), now, game: (id) => games[id.toLowerCase()] });
const cup = (more: object = {}, format: object = { type: 'swiss', rounds: 3 }) => ({
  name: 'Cup',
  game: 'chess',
  format,
  ...more,
});
const refusal = (body: unknown) => {
  const opened = open(body);
  return isRefused(opened) ? `${opened.code} ${opened.field ?? ''}` : 'opened';
};

describe('opening a competition', () => {
  test('takes name, game and format, and fills in the rest', () => {
    expect(open(cup({ game: 'Chess' }))).toEqual({
      id: 'c1',
      name: 'Cup',
      game: 'chess',
      options: {},
      format: { type: 'swiss', rounds: 3 },
      rules: { entry: {}, start: null, noShow: 60_000, between: 0 },
      seed: 'ab'.repeat(32),
      at: now,
    });
    const whole = cup({
      entry: { max: 8 },
      start: '2026-01-02T18:00:00+01:00',
      noShowSeconds: 30,
      breakSeconds: 10,
      prize: ' A mug ',
    });
    expect(open(whole)).toMatchObject({
      rules: { entry: { max: 8 }, start: Date.UTC(2026, 0, 2, 17), noShow: 30_000, between: 10_000 },
      prize: 'A mug',
    });
    expect(open(cup({ start: now + 5 }))).toMatchObject({ rules: { start: now + 5 } });
  });

  test.each<Format>([
    { type: 'round-robin', cycles: 2, bestOf: 2 },
    { type: 'swiss' },
    { type: 'knockout', bestOf: 3, extraPairs: 2, thirdPlace: true, seeding: 'drawn' },
    { type: 'double-knockout' },
    { type: 'arena', minutes: 60, streaks: true },
    { type: 'gauntlet', challenger: 'agent-1' },
  ])('takes the format %j', (format) => {
    expect(open(cup({}, format))).toMatchObject({ format });
  });

  test('takes heats within the seats of the game, as few in one as the game allows', () => {
    const heats = (game: string, format: object) => cup({ game }, { type: 'heats', ...format });
    expect(open(heats('clawpoly', { seats: 4, advance: 2 }))).toMatchObject({ format: { least: 2 } });
    expect(open(heats('dance', { seats: 4, advance: 2 }))).toMatchObject({ format: { least: 4 } });
    expect(refusal(heats('clawpoly', { seats: 7, advance: 2 }))).toBe('wrong-seats format.seats');
    expect(refusal(heats('dance', { seats: 4, least: 3, advance: 2 }))).toBe('wrong-seats format.least');
    expect(refusal(heats('clawpoly', { seats: 4, advance: 4 }))).toBe('invalid format.advance');
    expect(refusal(cup({ game: 'dance' }))).toBe('wrong-seats format.type');
  });

  test('says what is wrong, and where', () => {
    const cases: [unknown, string][] = [
      [undefined, 'invalid '],
      ['cup', 'invalid '],
      [{}, 'invalid name'],
      [{ name: 'Cup', game: 'chess' }, 'invalid format'],
      [cup({}, {}), 'invalid format.type'],
      [cup({}, { type: 'ladder' }), 'unknown-format format.type'],
      [cup({}, { type: 'swiss', rounds: 0 }), 'invalid format.rounds'],
      [cup({}, { type: 'swiss', rounds: 'many' }), 'invalid format.rounds'],
      [cup({}, { type: 'knockout', rounds: 3 }), 'invalid format.rounds'],
      [cup({}, { type: 'arena' }), 'invalid format.minutes'],
      [cup({ name: '' }), 'invalid name'],
      [cup({ name: '  ' }), 'invalid name'],
      [cup({ game: 'poker' }), 'unknown-game game'],
      [cup({ options: 'wrong' }), 'wrong-options options'],
      [cup({ entry: { max: 1 } }), 'invalid entry.max'],
      [cup({ entry: { most: 9 } }), 'invalid entry.most'],
      [cup({ entry: { minRating: 5, maxRating: 4 } }), 'invalid entry.minRating'],
      [cup({ entry: { max: 3 } }, { type: 'swiss', rounds: 4 }), 'too-many-rounds format.rounds'],
      [cup({ entry: { max: 4 } }, { type: 'swiss', rounds: 4 }), 'too-many-rounds format.rounds'],
      [cup({ entry: { max: 257 } }, { type: 'round-robin' }), 'invalid entry.max'],
      [cup({ start: 'full' }), 'no-max entry.max'],
      [cup({ start: 'tomorrow' }), 'wrong-time start'],
      [cup({ start: '2026-02-30T00:00:00Z' }), 'wrong-time start'],
      [cup({ start: '2026-01-01T00:00:00Z' }), 'wrong-time start'],
      [cup({ start: '2028-01-01T00:00:00Z' }), 'wrong-time start'],
      [cup({ start: true }), 'invalid start'],
      [cup({ colour: 'red' }), 'invalid colour'],
    ];
    expect(cases.map(([body]) => refusal(body))).toEqual(cases.map(([, said]) => said));
  });

  test('says it in sentences', () => {
    const said = (body: unknown) => (open(body) as { reason: string }).reason;
    expect(said(cup({}, { type: 'ladder' }))).toBe(
      'format.type is one of round-robin, swiss, knockout, double-knockout, arena, gauntlet, heats.',
    );
    expect(said({ game: 'chess' })).toBe('name is missing.');
    expect(said(cup({}, { type: 'knockout', rounds: 3 }))).toBe('format.rounds is not known here.');
    expect(said(cup({}, { type: 'swiss', rounds: 0 }))).toBe('format.rounds must be >= 1.');
    expect(said(null)).toBe('The body must be object.');
  });
});

describe('starting', () => {
  test('is refused to a host with more rounds than opponents, or without the challenger', () => {
    const swiss = new TestLog(competitionOf({ type: 'swiss', rounds: 5 })).enter(4);
    expect(startRefusal(swiss.competition, swiss.state)).toMatchObject({ code: 'too-many-rounds' });
    swiss.add({ kind: 'entered', agent: 'A5', name: 'Agent 5' });
    expect(startRefusal(swiss.competition, swiss.state)).toBeUndefined();
    const gauntlet = new TestLog(competitionOf({ type: 'gauntlet', challenger: 'A9' })).enter(4);
    expect(startRefusal(gauntlet.competition, gauntlet.state)).toMatchObject({ code: 'no-challenger' });
  });
});

describe('what is shown', () => {
  test('fits its schema from opening to end, and keeps the seed until entry has closed', () => {
    const log = new TestLog(
      competitionOf({ type: 'knockout', thirdPlace: true, seeding: 'entry' }, { start: 'full', entry: { max: 5 } }),
    );
    const fits = () => {
      const shown = show(log.competition, log.state);
      expect(Check(CompetitionSchema, JSON.parse(JSON.stringify(shown)))).toBe(true);
      expect(Check(SummarySchema, summarise(log.competition, log.state))).toBe(true);
      return shown;
    };
    log.enter(5);
    expect(fits()).toMatchObject({ status: 'open', draw: { seed: null }, start: 'full', standings: [], rounds: [] });
    expect(JSON.stringify(fits())).not.toContain(log.competition.seed);
    log.add({ kind: 'closed', by: 'host' });
    expect(fits().draw.seed).toBe(log.competition.seed);
    while (log.pairNext()) {
      fits();
      while (log.state.undecided) log.playDue();
    }
    log.add({ kind: 'ended', by: 'server', why: 'over' });
    const shown = fits();
    expect(shown).toMatchObject({ status: 'over', ended: { by: 'server', why: 'over' } });
    expect(shown.rounds[0]!.pairings[0]).toEqual({
      id: 'R1M1',
      agents: ['A1'],
      matches: [],
      outcome: { ranks: [1], reason: 'bye' },
    });
    expect(shown.rounds.at(-1)!.pairings.map(({ part }) => part)).toEqual(['final', 'third place']);
    expect(shown.standings[0]).toMatchObject({ rank: 1, agent: 'A1', name: 'Agent 1' });
    expect(summarise(log.competition, log.state)).toMatchObject({ entered: 5, round: 3, status: 'over' });
  });
});

test('a time is a day of the calendar, with time and zone', () => {
  expect(readTime('2024-02-29T12:00Z')).toBe(Date.UTC(2024, 1, 29, 12));
  expect(readTime('2026-01-01T00:00:00.5-02:30')).toBe(Date.UTC(2026, 0, 1, 2, 30, 0, 500));
  for (const wrong of [
    '2023-02-29T12:00Z',
    '2026-13-01T00:00Z',
    '2026-01-01',
    '2026-01-01T24:00Z',
    '2026-01-01T10:00',
    'x',
  ]) {
    expect(readTime(wrong)).toBeUndefined();
  }
});
