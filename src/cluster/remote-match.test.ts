import { expect, test } from 'vitest';
import { testArena } from '../../test/arena.ts';
import type { MatchHandle } from '../core/arena.ts';
import { handleOf } from '../core/handle.ts';
import type { Update } from '../core/update.ts';
import { ticTacToe } from '../games/tic-tac-toe/rules.ts';
import { busInMemory } from './fixture.ts';
import { MatchHost } from './match-host.ts';
import { Once } from './once.ts';
import { RemoteMatch } from './remote-match.ts';

const seats = ['a', 'b'].map((agent) => ({ agent, name: agent, kind: 'agent' as const, via: 'test' }));

async function world() {
  const { local, clock } = await testArena([ticTacToe]);
  const match = await local.begin({ game: 'ttt', seats });
  const bus = busInMemory();
  const gone = new Set<string>();
  const host = new MatchHost(match, {
    bus,
    once: new Once(),
    isSure: () => true,
    isPresent: (node) => !gone.has(node),
    broken: (subject) => expect.fail(subject),
  });
  const remote = new RemoteMatch(match.header, {
    bus,
    node: 'elsewhere',
    clock,
    isOut: () => false,
    isOver: async (id) => (await local.result(id)) !== undefined,
    stored: async (id) => {
      const found = await local.find(id);
      return found && handleOf(found);
    },
    fault: (error) => expect.fail(String(error)),
  });
  return { match, bus, clock, host, remote, gone };
}

const watch = (match: MatchHandle, viewer: 0 | 1 | 'spectator', options = {}) => {
  const updates: Update[] = [];
  const stop = match.watch(viewer, (update) => void updates.push(update), options);
  return { updates, stop };
};

const move = (match: MatchHandle, seat: number, cell: number, turn: number, told: string[] = []) =>
  new Promise<string>((resolve) =>
    match.submit({ seat, move: { cell } }, turn, (refused) => {
      told.push('done');
      resolve(refused?.code ?? 'taken');
    }),
  );

const turnOf = ({ updates }: { updates: Update[] }) => {
  const { status } = updates.at(-1)!;
  return status.kind === 'turn' ? status.number : 0;
};

test('whoever holds a match of another node cannot tell: the same updates, refusals and presence', async () => {
  const { match, remote } = await world();
  const there = [watch(remote, 0), watch(remote, 1), watch(remote, 'spectator')];
  await expect.poll(() => there.every(({ updates }) => updates.length > 0)).toBe(true);
  const here = watch(match, 'spectator', { unseen: true });
  expect(here.updates[0]!.seats.map((seat) => seat.here)).toEqual([true, true]);
  expect(here.updates[0]!.watching).toBe(1);
  expect(await move(remote, 1, 0, turnOf(here))).toBe('not-your-turn');
  for (const cell of [0, 3, 1, 4, 2]) expect(await move(remote, cell < 3 ? 0 : 1, cell, turnOf(here))).toBe('taken');
  await expect.poll(() => there[2]!.updates.at(-1)!.status.kind).toBe('over');
  const shown = (updates: Update[]) => updates.map(({ step, view }) => ({ step, view }));
  expect(shown(there[2]!.updates).at(-1)).toEqual(shown(here.updates).at(-1));
  expect(new Set(there[2]!.updates.map(({ step }) => step))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  expect(await move(remote, 0, 8, 1)).toBe('over');
});

test('who comes later finds the clock where it is by then', async () => {
  const { match, remote, clock } = await world();
  const [first] = [watch(remote, 0), watch(remote, 1)];
  await expect.poll(() => first!.updates.at(-1)?.clock?.running).toBe(true);
  await clock.pass(7000);
  const [there, here] = [watch(remote, 0), watch(match, 0, { unseen: true })];
  expect(there.updates[0]!.clock).toEqual(here.updates[0]!.clock);
});

test('an acknowledgement comes before the update that it causes', async () => {
  const { remote } = await world();
  const told: string[] = [];
  const first = Promise.withResolvers<Update>();
  remote.watch(0, (update) => {
    told.push(`step ${update.step}`);
    first.resolve(update);
  });
  const { status } = await first.promise;
  await move(remote, 0, 4, status.kind === 'turn' ? status.number : 0, told);
  await expect.poll(() => told).toContain('step 1');
  expect(told.indexOf('done')).toBeLessThan(told.indexOf('step 1'));
});

test('an acknowledgement that was lost on the way still comes before the update that it causes', async () => {
  const { remote, bus } = await world();
  const told: string[] = [];
  const first = Promise.withResolvers<Update>();
  remote.watch(0, (update) => {
    told.push(`step ${update.step}`);
    first.resolve(update);
  });
  const spectator = watch(remote, 'spectator');
  const { status } = await first.promise;
  await expect.poll(() => spectator.updates.length).toBeGreaterThan(0);
  const { request } = bus;
  const lost = Promise.withResolvers<() => void>();
  bus.request = (subject, message, answered, failed) => {
    if ((message as { op: string }).op !== 'submit') return request(subject, message, answered, failed);
    bus.request = request;
    request(subject, message, () => lost.resolve(() => failed(new Error('lost') as never)), failed);
  };
  const taken = move(remote, 0, 4, status.kind === 'turn' ? status.number : 0, told);
  const giveUp = await lost.promise;
  // Nobody else waits for it.
  await expect.poll(() => spectator.updates.at(-1)!.step).toBe(1);
  expect(told).not.toContain('step 1');
  giveUp();
  expect(await taken).toBe('taken');
  await expect.poll(() => told).toContain('step 1');
  expect(told.indexOf('done')).toBeLessThan(told.indexOf('step 1'));
});

test('what was lost on the way is asked for, and nothing is told twice or out of order', async () => {
  const { remote, bus } = await world();
  const seen = watch(remote, 'spectator');
  const players = [watch(remote, 0), watch(remote, 1)];
  await expect.poll(() => [seen, ...players].every(({ updates }) => updates.length > 0)).toBe(true);
  bus.lose = (subject) => subject.startsWith('match.');
  expect(await move(remote, 0, 0, turnOf(players[0]!))).toBe('taken');
  bus.lose = () => false;
  await remote.check();
  await expect.poll(() => turnOf(players[1]!)).toBeGreaterThan(turnOf({ updates: players[1]!.updates.slice(0, 1) }));
  expect(await move(remote, 1, 4, turnOf(players[1]!))).toBe('taken');
  await expect.poll(() => seen.updates.at(-1)!.step).toBe(2);
  const steps = seen.updates.map(({ step }) => step);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(new Set(steps)).toEqual(new Set([0, 1, 2]));
});

test('a question whose answer was lost is taken once', async () => {
  const { match, remote, bus } = await world();
  const player = watch(remote, 0);
  await expect.poll(() => player.updates.length).toBeGreaterThan(0);
  const { request } = bus;
  let lost = 0;
  bus.request = (subject, message, answered, failed) => {
    if ((message as { op: string }).op !== 'submit' || lost++ > 0) return request(subject, message, answered, failed);
    request(subject, message, () => failed(new Error('lost') as never), failed);
  };
  expect(await move(remote, 0, 4, turnOf(player))).toBe('taken');
  expect(lost).toBe(2);
  expect(match.record.entries).toHaveLength(1);
});

test('the watchers of a node that is gone are gone, and those who had a seat may return', async () => {
  const { match, remote, host } = await world();
  const players = [watch(remote, 0), watch(remote, 1), watch(remote, 'spectator')];
  await expect.poll(() => players.every(({ updates }) => updates.length > 0)).toBe(true);
  const here = watch(match, 'spectator', { unseen: true });
  host.lose('elsewhere');
  expect(here.updates.at(-1)!.seats.map((seat) => seat.here)).toEqual([false, false]);
  expect(here.updates.at(-1)!.clock?.running ?? false).toBe(false);
  remote.moved();
  await expect.poll(() => here.updates.at(-1)!.seats.map((seat) => seat.here)).toEqual([true, true]);
  expect(here.updates.at(-1)!.watching).toBe(1);
});

test('a node that was declared gone does not say who is here before it has joined anew', async () => {
  const { match, remote, host, gone } = await world();
  const players = [watch(remote, 0), watch(remote, 1)];
  await expect.poll(() => players.every(({ updates }) => updates.length > 0)).toBe(true);
  const here = watch(match, 'spectator', { unseen: true });
  gone.add('elsewhere');
  host.lose('elsewhere');
  remote.moved();
  await new Promise(setImmediate);
  expect(here.updates.at(-1)!.seats.map((seat) => seat.here)).toEqual([false, false]);
  gone.clear();
  remote.moved();
  await expect.poll(() => here.updates.at(-1)!.seats.map((seat) => seat.here)).toEqual([true, true]);
});

test('of a match that is over spectators are told what came with its end, as by the match itself', async () => {
  const { match, remote, bus } = await world();
  await new Promise<void>((done) => match.forfeit([0], 'left', undefined, () => done()));
  const { updates } = watch(handleOf(match), 'spectator', { unseen: true });
  remote.ended(JSON.parse(JSON.stringify(updates[0])));
  bus.lose = () => expect.fail('nobody is asked');
  expect(watch(remote, 'spectator', { unseen: true }).updates).toEqual(updates);
});
