import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Format } from '../format.ts';
import { type Entry, replay } from '../log.ts';
import { findPairing, pairingsOf } from '../state.ts';
import { type Behaviour, enter, open, type Setting, tableOfResults } from './fixture.ts';

const HOUR = 3_600_000;

describe('a call that fails', () => {
  test.each(['append', 'look', 'open', 'close', 'read'].flatMap((call) => [`before ${call}`, `after ${call}`]))(
    'once, %s, is made good without a restart',
    async (where) => {
      const { world, clock, conductor } = await open(
        { type: 'round-robin', seeding: 'entry' },
        {},
        {
          comes: (agent, { pairing }) => (agent === 'A4' && pairing.startsWith('R1') ? undefined : 1000),
        },
      );
      await enter(conductor, 4);
      await conductor.begin('host');
      await clock.pass(5000);
      let failures = 0;
      world.trouble = (at) => {
        if (where.endsWith('read') && at === 'before append' && failures === 0) return true;
        if (at !== where || failures++ >= 3) return false;
        return true;
      };
      await clock.pass(HOUR);
      expect(failures).toBeGreaterThan(2);
      expect(world.faults.length).toBeGreaterThan(0);
      expect(conductor.state.status).toBe('over');
      expect(new Set(world.begun).size).toBe(5);
      expect(world.begun).toHaveLength(5);
    },
  );

  test('is told to who asked, and what was asked for is in or not, but never half', async () => {
    const { world, clock, conductor } = await open({ type: 'swiss' });
    world.trouble = (at) => at === 'before append';
    await expect(conductor.enter({ agent: 'A1', name: 'Agent 1' })).rejects.toThrow('trouble');
    world.trouble = (at) => at === 'after append';
    await expect(conductor.enter({ agent: 'A2', name: 'Agent 2' })).rejects.toThrow('trouble');
    world.trouble = () => false;
    await clock.pass(5000);
    expect(conductor.state.entrants.map(({ agent }) => agent)).toEqual(['A2']);
    expect(await conductor.enter({ agent: 'A2', name: 'Agent 2' })).toMatchObject({ code: 'entered-already' });
  });

  test('leaves no match behind that the host gave up just before the server stopped', async () => {
    const { world, clock, competition, conductor } = await open({ type: 'round-robin', seeding: 'entry' });
    await enter(conductor, 4);
    await conductor.begin('host');
    await clock.pass(5000);
    world.trouble = (at) => at === 'before abandon';
    await conductor.correct('R1M1', 'replay', 'host', 'a cut line');
    await conductor.withdraw('A2', 'A2', '');
    await clock.pass(0);
    expect(world.abandoned).toEqual([]);
    conductor.stop();
    world.crash();
    world.trouble = () => false;
    world.conduct(competition);
    await clock.pass(0);
    expect(world.abandoned.toSorted()).toEqual(['cup.R1M1.1', 'cup.R1M2.1']);
  });
});

describe('two conductors by mistake', () => {
  test('write one log between them', async () => {
    const { world, clock, competition, conductor } = await open({ type: 'knockout' });
    await enter(conductor, 8);
    await conductor.begin('host');
    const other = world.conduct(competition);
    await clock.pass(HOUR);
    expect(other.state).toEqual(conductor.state);
    expect(conductor.state.status).toBe('over');
    expect(world.begun).toHaveLength(7);
  });
});

describe('stopped at any moment', () => {
  const hash = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
  /** Like nothing but what stays the same: some matches void, some drawn, some agents absent in some rounds. */
  const behaviour: Partial<Behaviour> = {
    comes: (agent, { pairing }) => (hash(`${agent} ${pairing}`) % 11 === 0 ? undefined : hash(agent + pairing) % 5000),
    lasts: ({ table }) => 2000 + (hash(table) % 20_000),
    ranks: ({ table, seats, pairing }) => {
      if (hash(table) % 13 === 0) return null;
      const strength = seats.map((agent) => hash(`${agent} ${pairing} ${table.split('.').at(-1)}`) % 5);
      return strength.map((own) => 1 + strength.filter((other) => other > own).length);
    },
  };
  const formats: Format[] = [
    { type: 'round-robin' },
    { type: 'swiss', rounds: 4, bestOf: 2 },
    { type: 'knockout', bestOf: 2, thirdPlace: true },
    { type: 'double-knockout' },
    { type: 'gauntlet' },
    { type: 'heats', seats: 4, advance: 2 },
  ];

  async function play(format: Format, count: number, disturb: (setting: Setting) => Promise<void>): Promise<Setting> {
    const setting = await open(format, { noShow: 10_000, between: 3000 }, behaviour);
    await enter(setting.conductor, count);
    await setting.conductor.begin('host');
    for (let step = 0; step < 400 && setting.conductor.state.status !== 'over'; step++) await disturb(setting);
    setting.world.trouble = () => false;
    await setting.clock.pass(2 * HOUR);
    return setting;
  }

  const straight = (format: Format, count: number) => play(format, count, ({ clock }) => clock.pass(20_000));

  /** No pairing was lost or played twice: the log is whole, and each match of it is one that was played, once. */
  function checkWhole({ world, competition, conductor }: Setting): void {
    expect(conductor.state.status).toBe('over');
    const log: Entry[] = world.logs.get(competition.id)!;
    expect(replay(competition, log)).toEqual(conductor.state);
    expect(conductor.state.undecided).toBe(0);
    expect(new Set(world.begun).size).toBe(world.begun.length);
    const counted = log.flatMap((entry) => (entry.kind === 'result' ? [`cup.${entry.pairing}.${entry.game}`] : []));
    expect(new Set(counted).size).toBe(counted.length);
    // A match that was begun and does not count was overtaken by a withdrawal or by the host, and is over.
    for (const table of world.begun.filter((one) => !counted.includes(one))) {
      const { corrected, absent } = findPairing(conductor.state, table.split('.')[1]!)!;
      expect(corrected !== null || absent.some(({ why }) => why === 'withdrew')).toBe(true);
      expect(world.tables.get(table)!.over).toBeDefined();
    }
    expect(counted.filter((table) => !world.begun.includes(table))).toEqual([]);
  }

  test.each(formats)('a %j comes to the same table as a straight run', { timeout: 240_000 }, async (format) => {
    const expected = await straight(format, 9);
    checkWhole(expected);
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(999)), async (chance) => {
        const draw = (below: number) => chance.next().value! % below;
        const setting = await play(format, 9, async (now) => {
          now.world.trouble = () => draw(25) === 0;
          await now.clock.pass(draw(4000));
          if (draw(6) > 0) return;
          now.conductor.stop();
          now.world.crash();
          now.conductor = now.world.conduct(now.competition);
        });
        checkWhole(setting);
        expect(tableOfResults(setting.world, setting.competition)).toEqual(
          tableOfResults(expected.world, expected.competition),
        );
      }),
      { numRuns: 6 },
    );
  });

  test.each<Format>([
    { type: 'arena', minutes: 3, streaks: true },
    { type: 'swiss', rounds: 5 },
    { type: 'knockout', bestOf: 2 },
    { type: 'heats', seats: 4, advance: 2, bestOf: 2 },
  ])(
    'a %j with withdrawals, pauses and repairs loses nothing and plays nothing twice',
    { timeout: 240_000 },
    async (format) => {
      await fc.assert(
        fc.asyncProperty(fc.infiniteStream(fc.nat(999)), async (chance) => {
          const draw = (below: number) => chance.next().value! % below;
          const setting = await play(format, 9, async (now) => {
            now.world.trouble = () => draw(25) === 0;
            await now.clock.pass(draw(4000));
            const pairings = pairingsOf(now.conductor.state);
            const asked = [
              () => now.conductor.withdraw(`A${1 + draw(9)}`, 'host', 'late'),
              () => now.conductor.pause('host'),
              () => now.conductor.resume('host'),
              () => now.conductor.correct(pairings[draw(pairings.length)]?.id ?? '', 'replay', 'host', 'a cut line'),
              () => now.conductor.correct(pairings[draw(pairings.length)]?.id ?? '', [1, 2], 'host', 'a wrong rule'),
            ][draw(60)];
            await asked?.().catch(() => {});
            if (draw(6) > 0) return;
            now.conductor.stop();
            now.world.crash();
            now.conductor = now.world.conduct(now.competition);
          });
          if (setting.conductor.state.status === 'paused') await setting.conductor.resume('host');
          await setting.clock.pass(4 * HOUR);
          checkWhole(setting);
        }),
        { numRuns: 6 },
      );
    },
  );
});
