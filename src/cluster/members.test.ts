import { afterEach, expect, test, vi } from 'vitest';
import { busInMemory } from './fixture.ts';
import { Members } from './members.ts';

const load = { matches: 0, sockets: 0, leaving: false, standing: false, address: 'http://127.0.0.1:1' };

/** A node of this version that comes where one of that version is. */
async function joins(wire: number, there: number): Promise<Members> {
  const other = { name: 'other', wire: there, epoch: 1, ...load };
  const bus = { ...busInMemory(), kept: async () => new Map([['other', other]]) };
  const members = new Members({
    ...{ bus, wire },
    name: 'new',
    epoch: () => 1,
    load: () => load,
    heard: () => {},
    broken: (subject) => expect.fail(subject),
  });
  await members.start();
  return members;
}

test('neighbouring versions understand each other', async () => {
  for (const [wire, there] of [
    [2, 2],
    [3, 2],
    [2, 3],
  ] as const) {
    expect((await joins(wire, there)).living().map(({ name }) => name)).toEqual(['other']);
  }
});

test('others are refused, with a sentence that says which to update', async () => {
  await expect(joins(4, 2)).rejects.toThrow(
    /other runs a Crossplay that is too old for this one\. Update the running nodes/,
  );
  await expect(joins(2, 4)).rejects.toThrow(/other runs a Crossplay that is too new for this one\. Update this one/);
});

afterEach(() => vi.useRealTimers());

test('who is silent is dead, but not for a node that does not hear itself', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let tell: (key: string, value: unknown) => void = () => {};
  let deaf = false;
  const say = (name: string) => {
    if (!deaf) tell(name, { name, wire: 1, epoch: 1, ...load });
  };
  const bus = {
    ...busInMemory(),
    keep: async (key: string) => say(key),
    listenKept: (hear: typeof tell) => {
      tell = hear;
      return () => {};
    },
  };
  const parts = {
    bus,
    wire: 1,
    name: 'one',
    epoch: () => 1,
    load: () => load,
    heard: () => {},
    broken: () => expect.fail(),
  };
  const members = new Members(parts);
  await members.start();
  const beats = async (seconds: number, others: string[]) => {
    for (let second = 0; second < seconds; second++) {
      vi.advanceTimersByTime(1000);
      await members.beat();
      for (const name of others) say(name);
    }
  };
  await beats(2, ['quiet', 'loud']);
  const isDead = (name: string, epoch = 1) => members.isDead({ name, epoch });
  expect(isDead('quiet')).toBe(false);
  deaf = true;
  await beats(9, ['quiet', 'loud']);
  expect(isDead('quiet')).toBe(false);
  deaf = false;
  await beats(6, ['loud']);
  expect([isDead('quiet'), isDead('loud')]).toEqual([true, false]);
  // It has joined anew, and its voice does not come through yet.
  deaf = true;
  expect(isDead('quiet', 2)).toBe(false);
  await beats(9, []);
  expect(isDead('quiet', 2)).toBe(false);
  deaf = false;
  await beats(6, ['loud']);
  expect(isDead('quiet', 2)).toBe(true);
});
