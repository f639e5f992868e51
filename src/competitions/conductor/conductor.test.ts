// Longer than most files: all that can happen to a competition, on one small world.
import { describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/clock.ts';
import type { Competition } from '../competition.ts';
import { competitionOf } from '../fixture.ts';
import type { Format } from '../format.ts';
import { findPairing, pairingsOf } from '../state.ts';
import { enter, open, tableOfResults, World } from './fixture.ts';

const HOUR = 3_600_000;

const kinds = (world: World, competition: Competition) => world.logs.get(competition.id)!.map(({ kind }) => kind);

describe('a competition by itself', () => {
  test('runs from the host’s start to its end', async () => {
    const { world, clock, competition, conductor } = await open({ type: 'round-robin', seeding: 'entry' });
    await enter(conductor, 4);
    await conductor.begin('host');
    await clock.pass(3 * 11_000);
    expect(conductor.state).toMatchObject({ status: 'over', ended: { by: 'server', why: 'over' } });
    expect(tableOfResults(world, competition).map(({ agent, points }) => `${agent} ${points}`)).toEqual([
      'A1 3',
      'A2 2',
      'A3 1',
      'A4 0',
    ]);
    expect(world.begun).toEqual(['cup.R1M1.1', 'cup.R1M2.1', 'cup.R2M1.1', 'cup.R2M2.1', 'cup.R3M1.1', 'cup.R3M2.1']);
    expect(world.faults).toEqual([]);
  });

  test('begins when it is full', async () => {
    const { clock, conductor } = await open({ type: 'knockout' }, { start: 'full', entry: { max: 3 } });
    await enter(conductor, 2);
    await clock.pass(HOUR);
    expect(conductor.state.status).toBe('open');
    await conductor.enter({ agent: 'A3', name: 'Agent 3' });
    await clock.pass(0);
    expect(conductor.state).toMatchObject({ status: 'running', undecided: 1 });
    await clock.pass(HOUR);
    expect(conductor.state.status).toBe('over');
  });

  test('begins at its time, or ends then for want of entrants', async () => {
    const start = fakeClock().now() + 10 * HOUR;
    const { clock, conductor } = await open({ type: 'swiss' }, { start });
    await enter(conductor, 2);
    await clock.pass(10 * HOUR - 1);
    expect(conductor.state.status).toBe('open');
    await clock.pass(100);
    expect(conductor.state.status).toBe('running');
    const alone = await open({ type: 'swiss' }, { start });
    await enter(alone.conductor, 1);
    await alone.clock.pass(10 * HOUR + 100);
    expect(alone.conductor.state).toMatchObject({ status: 'over', ended: { by: 'server', why: 'too few entrants' } });
  });

  test('refuses what cannot be, and nothing changes', async () => {
    const { world, competition, conductor } = await open({ type: 'swiss', rounds: 3 });
    await enter(conductor, 2);
    const before = world.logs.get(competition.id)!.length;
    expect(await conductor.enter({ agent: 'A1', name: 'Agent 1' })).toMatchObject({ code: 'entered-already' });
    expect(await conductor.begin('host')).toMatchObject({ code: 'too-many-rounds' });
    expect(await conductor.pause('host')).toMatchObject({ code: 'not-running' });
    expect(await conductor.withdraw('A9', 'A9', '')).toMatchObject({ code: 'not-entered' });
    expect(await conductor.correct('R1M1', [1, 2], 'host', 'because')).toMatchObject({ code: 'unknown-pairing' });
    expect(world.logs.get(competition.id)).toHaveLength(before);
    await conductor.end('host', 'rain');
    expect(await conductor.begin('host')).toMatchObject({ code: 'over' });
  });

  test('holds up its next round', async () => {
    const { clock, conductor } = await open({ type: 'round-robin', seeding: 'entry' }, { between: 60_000 });
    await enter(conductor, 4);
    await conductor.begin('host');
    await clock.pass(11_000);
    expect(conductor.state).toMatchObject({ undecided: 0, rounds: [{ number: 1 }] });
    await clock.pass(59_999);
    expect(conductor.state.rounds).toHaveLength(1);
    await clock.pass(1);
    expect(conductor.state.rounds).toHaveLength(2);
  });

  test('plays best of three, seats in turn, and a void match again', async () => {
    const seats: string[] = [];
    const { world, clock, conductor } = await open(
      { type: 'swiss', rounds: 1, bestOf: 3 },
      {},
      {
        ranks: ({ table, seats: here }) => {
          seats.push(here.join(' '));
          return table.endsWith('.2') ? null : here.map((agent) => Number(agent.slice(1)));
        },
      },
    );
    await enter(conductor, 2);
    await conductor.begin('host');
    await clock.pass(40_000);
    expect(conductor.state.status).toBe('over');
    const [first, ...rest] = seats;
    const other = first!.split(' ').reverse().join(' ');
    expect(rest).toEqual([other, other]);
    expect(world.begun).toEqual(['cup.R1M1.1', 'cup.R1M1.2', 'cup.R1M1.3']);
  });

  test('has an arena end after its minutes, when the last match is over', async () => {
    const { clock, conductor } = await open({ type: 'arena', minutes: 2 });
    await enter(conductor, 5);
    await conductor.begin('host');
    await clock.pass(120_000);
    expect(conductor.state.status).toBe('running');
    expect(pairingsOf(conductor.state).length).toBeGreaterThan(15);
    await clock.pass(11_000);
    expect(conductor.state).toMatchObject({ status: 'over', undecided: 0 });
    for (const { at } of conductor.state.rounds) expect(at - conductor.state.closedAt!).toBeLessThan(120_000);
  });

  test('plays no more than so many matches side by side', async () => {
    const { world, clock, conductor } = await open({ type: 'swiss', rounds: 1 }, {}, { comes: () => 0 });
    await enter(conductor, 600);
    await conductor.begin('host');
    await clock.pass(100);
    expect(world.tables.size).toBe(256);
    await clock.pass(21_000);
    expect(world.begun).toHaveLength(300);
    expect(conductor.state.status).toBe('over');
  });
});

describe('who does not come', () => {
  test('forfeits after the no-show time, and is out after three in a row', async () => {
    const { world, clock, competition, conductor } = await open(
      { type: 'round-robin', seeding: 'entry' },
      { noShow: 30_000 },
      { comes: (agent) => (agent === 'A4' ? undefined : 1000) },
    );
    await enter(conductor, 6);
    await conductor.begin('host');
    await clock.pass(29_999);
    expect(conductor.state.undecided).toBe(1);
    await clock.pass(1);
    const lost = pairingsOf(conductor.state).find(({ agents }) => agents.includes('A4'))!;
    expect(lost.outcome).toMatchObject({ reason: 'no-show', forfeit: ['A4'] });
    await clock.pass(HOUR);
    expect(conductor.state.status).toBe('over');
    const log = world.logs.get(competition.id)!;
    expect(log.filter(({ kind }) => kind === 'no-show')).toHaveLength(3);
    expect(log.filter((entry) => entry.kind === 'withdrew')).toMatchObject([
      { agent: 'A4', by: 'server', why: 'no-shows' },
    ]);
    expect(tableOfResults(world, competition).at(-1)).toMatchObject({ agent: 'A4', points: 0, losses: 5 });
  });

  test('together lose both', async () => {
    const { clock, conductor } = await open({ type: 'swiss', rounds: 1 }, {}, { comes: () => undefined });
    await enter(conductor, 2);
    await conductor.begin('host');
    await clock.pass(HOUR);
    expect(findPairing(conductor.state, 'R1M1')!.outcome).toMatchObject({ ranks: [2, 2] });
    expect(conductor.state.status).toBe('over');
  });

  test('from a heat leaves the others to play', async () => {
    const { clock, conductor } = await open(
      { type: 'heats', seats: 4, advance: 2, seeding: 'entry' },
      {},
      {
        comes: (agent) => (agent === 'A2' ? undefined : 1000),
      },
    );
    await enter(conductor, 4);
    await conductor.begin('host');
    await clock.pass(HOUR);
    expect(findPairing(conductor.state, 'R1M1')!.outcome).toMatchObject({ ranks: [1, 4, 2, 3], forfeit: ['A2'] });
  });

  test('is given the whole time again after a restart', async () => {
    const { world, clock, competition, conductor } = await open(
      { type: 'swiss', rounds: 1 },
      {},
      { comes: () => undefined },
    );
    await enter(conductor, 2);
    await conductor.begin('host');
    await clock.pass(59_000);
    conductor.stop();
    world.crash();
    const next = world.conduct(competition);
    await clock.pass(59_000);
    expect(next.state.status).toBe('running');
    await clock.pass(1000);
    expect(next.state.status).toBe('over');
  });
});

describe('a pause', () => {
  test('lets matches play on, opens none, and counts nobody absent', async () => {
    const { world, clock, conductor } = await open(
      { type: 'round-robin', seeding: 'entry' },
      { noShow: 20_000 },
      {
        comes: (agent) => (agent === 'A4' ? 15_000 : 1000),
      },
    );
    await enter(conductor, 4);
    await conductor.begin('host');
    await clock.pass(5000);
    await conductor.pause('host');
    await clock.pass(HOUR);
    expect(conductor.state).toMatchObject({ status: 'paused', undecided: 1 });
    expect(world.begun).toHaveLength(1);
    await conductor.resume('host');
    await clock.pass(HOUR);
    expect(conductor.state.status).toBe('over');
    expect(world.logs.get('cup')!.some(({ kind }) => kind === 'no-show')).toBe(false);
  });

  test('stops the time of an arena', async () => {
    const { clock, conductor } = await open({ type: 'arena', minutes: 2 });
    await enter(conductor, 4);
    await conductor.begin('host');
    await clock.pass(60_000);
    await conductor.pause('host');
    await clock.pass(HOUR);
    await conductor.resume('host');
    const before = pairingsOf(conductor.state).length;
    await clock.pass(30_000);
    expect(conductor.state.status).toBe('running');
    expect(pairingsOf(conductor.state).length).toBeGreaterThan(before);
    await clock.pass(45_000);
    expect(conductor.state.status).toBe('over');
  });
});

describe('a withdrawal', () => {
  test('forfeits the match under way', async () => {
    const { world, clock, conductor } = await open({ type: 'swiss', rounds: 1 });
    await enter(conductor, 2);
    await conductor.begin('host');
    await clock.pass(5000);
    await conductor.withdraw('A1', 'A1', '');
    await clock.pass(0);
    expect(world.abandoned).toEqual(['cup.R1M1.1']);
    expect(world.tables.get('cup.R1M1.1')!.over).toMatchObject({ agents: expect.arrayContaining(['A1']) });
    expect(findPairing(conductor.state, 'R1M1')!.outcome).toMatchObject({ reason: 'withdrew', forfeit: ['A1'] });
    expect(conductor.state.status).toBe('over');
  });

  test('from a heat that waits opens the table anew without it; from one under way leaves it to play on', async () => {
    const heats: Format = { type: 'heats', seats: 4, advance: 2, seeding: 'entry' };
    const waiting = await open(heats, {}, { comes: () => 10_000 });
    await enter(waiting.conductor, 4);
    await waiting.conductor.begin('host');
    await waiting.clock.pass(5000);
    await waiting.conductor.withdraw('A1', 'A1', '');
    await waiting.clock.pass(5000 + 20_000);
    expect(waiting.world.tables.get('cup.R1M1.1')!.order.seats).toEqual(['A2', 'A3', 'A4']);
    const playing = await open(heats);
    await enter(playing.conductor, 4);
    await playing.conductor.begin('host');
    await playing.clock.pass(5000);
    await playing.conductor.withdraw('A1', 'A1', '');
    await playing.clock.pass(20_000);
    for (const { world, conductor } of [waiting, playing]) {
      expect(conductor.state.status).toBe('over');
      expect(world.begun).toEqual(['cup.R1M1.1']);
      expect(findPairing(conductor.state, 'R1M1')!.outcome).toMatchObject({ ranks: [4, 1, 2, 3], forfeit: ['A1'] });
    }
  });
});

describe('a host', () => {
  test('has a pairing played anew, and the match that was under way counts no more', async () => {
    const { world, clock, conductor } = await open({ type: 'swiss', rounds: 1 });
    await enter(conductor, 2);
    await conductor.begin('host');
    await clock.pass(5000);
    await conductor.correct('R1M1', 'replay', 'host', 'a cut line');
    await clock.pass(HOUR);
    expect(world.begun).toEqual(['cup.R1M1.1', 'cup.R1M1.2']);
    expect(world.abandoned).toEqual(['cup.R1M1.1']);
    expect(conductor.state.status).toBe('over');
    expect(findPairing(conductor.state, 'R1M1')!.matches).toEqual(['match-2']);
  });

  test('gives a result, and ends it all', async () => {
    const { world, clock, conductor } = await open({ type: 'round-robin', seeding: 'entry' });
    await enter(conductor, 4);
    await conductor.begin('host');
    await clock.pass(5000);
    await conductor.correct('R1M1', [2, 1], 'host', 'a wrong rule');
    await conductor.end('host', 'rain');
    await clock.pass(HOUR);
    expect(world.abandoned.sort()).toEqual(['cup.R1M1.1', 'cup.R1M2.1']);
    expect(conductor.state.ended).toMatchObject({ by: 'host', why: 'rain' });
    expect(world.begun).toHaveLength(2);
  });
});

describe('a clock that is set', () => {
  test('starts no round twice, and holds up none the longer', async () => {
    const clock = fakeClock();
    let offset = 0;
    const set: FakeClock = { ...clock, now: () => clock.now() + offset };
    const world = new World(set);
    const competition = competitionOf(
      { type: 'round-robin', seeding: 'entry' },
      { start: clock.now() + HOUR, between: 30_000 },
    );
    let conductor = world.conduct(competition);
    await enter(conductor, 4);
    offset = 2 * HOUR;
    await clock.pass(61_000);
    expect(conductor.state.status).toBe('running');
    offset = -5 * HOUR;
    await clock.pass(HOUR / 60);
    conductor.stop();
    world.crash();
    conductor = world.conduct(competition);
    offset = 9 * HOUR;
    await clock.pass(HOUR);
    expect(conductor.state.status).toBe('over');
    expect(kinds(world, competition).filter((kind) => kind === 'paired')).toHaveLength(3);
    expect(kinds(world, competition).filter((kind) => kind === 'closed')).toHaveLength(1);
    expect(new Set(world.begun).size).toBe(6);
  });
});

describe('a table', () => {
  test('that vanishes is opened anew', async () => {
    const { world, clock, conductor } = await open({ type: 'swiss', rounds: 1 }, {}, { comes: () => 3000 });
    await enter(conductor, 2);
    await conductor.begin('host');
    await clock.pass(1000);
    world.lose('cup.R1M1.1');
    await clock.pass(HOUR);
    expect(conductor.state.status).toBe('over');
    expect(world.begun).toEqual(['cup.R1M1.1']);
    expect(findPairing(conductor.state, 'R1M1')!.outcome!.forfeit).toBeUndefined();
  });
});
