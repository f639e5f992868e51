import { expect, test } from 'vitest';
import { offers, sums } from '../../test/toys.ts';
import { ticTacToe } from '../games/tic-tac-toe/rules.ts';
import { begin, note, submit } from './fixture.ts';
import { type AnyGame, AUDIENCE } from './game.ts';
import type { Update } from './update.ts';

const closed: AnyGame = (({ open: _open, ...rest }) => rest)(ticTacToe);

test('an unseen watcher of a seat is not here, and an unseen spectator is not counted', async () => {
  const { match, seen, leave, clock } = await begin(ticTacToe, {
    away: { pause: 0, tell: 0, forfeit: 5000, restart: 0 },
  });
  const unseen: Update[] = [];
  const stop = match.watch(1, (update) => unseen.push(update), { unseen: true });
  match.watch('spectator', () => {}, { unseen: true });
  match.watch('spectator', () => {});
  leave[1]!();
  expect(seen[0]!.at(-1)).toMatchObject({ watching: 1, seats: [{ here: true }, { here: false }] });
  expect(unseen.at(-1)).toMatchObject({ seats: [{ here: true }, { here: false }] });
  const told = seen[0]!.length;
  stop();
  expect(seen[0]).toHaveLength(told);
  await clock.pass(5000);
  expect(match.outcome).toMatchObject({ forfeit: { seats: [1], why: 'away' } });
});

test('a vote that nobody watches but the unseen closes at once', async () => {
  const { match } = await begin(offers, { clock: { each: 50_000, vote: 30_000 } });
  match.watch('spectator', () => {}, { unseen: true });
  for (let ply = 0; ply < 4; ply++) await submit(match, ply % 2, { go: true });
  await expect.poll(() => match.outcome?.reason).toBe('vote');
});

test('legal moves come to those who asked: their own, in open games of all that are waited for', async () => {
  const cells = (update: Update | undefined) => update?.legal?.map(({ seat, text }) => `${seat}:${text}`);
  for (const [game, other] of [
    [ticTacToe, ['0:0', '0:1']],
    [closed, []],
  ] as const) {
    const { match } = await begin({
      ...game,
      moves: (state: never, seat: number) => game.moves!(state, seat).slice(0, 2),
    });
    const told: { [viewer: string]: Update } = {};
    for (const viewer of [0, 1, 'spectator'] as const) {
      match.watch(viewer, (update) => (told[viewer] = update), { legal: true, unseen: true });
    }
    let plain: Update | undefined;
    match.watch(0, (update) => (plain = update), { unseen: true });
    expect(cells(told[0])).toEqual(['0:0', '0:1']);
    expect(cells(told[1])).toEqual(other);
    expect(cells(told.spectator)).toEqual(other);
    expect(plain).not.toHaveProperty('legal');
    await submit(match, 0, { cell: 0 });
    expect(cells(told[1])).toEqual(['1:1', '1:2']);
    expect(plain).not.toHaveProperty('legal');
    expect(told[1]!.legal![0]).toEqual({ seat: 1, move: { cell: 1 }, text: '1' });
    match.end(undefined, 'enough', 'test');
    await expect.poll(() => match.outcome).toBeDefined();
    for (const update of Object.values(told)) expect(update).not.toHaveProperty('legal');
  }
});

test('legal moves are listed once a step however many ask, and not at all if nobody does', async () => {
  let listed = 0;
  const counting: AnyGame = {
    ...ticTacToe,
    moves(state, seat) {
      listed++;
      return ticTacToe.moves!(state, seat);
    },
  };
  const { match } = await begin(counting);
  listed = 0;
  await submit(match, 0, { cell: 0 });
  expect(listed).toBe(0);
  for (const viewer of [0, 1, 'spectator', 'spectator'] as const) match.watch(viewer, () => {}, { legal: true });
  expect(listed).toBe(1);
  await submit(match, 1, { cell: 1 });
  expect(listed).toBe(2);
});

test('whoever is asked out of turn or may move beside it is told its own moves; whoever has handed in is not', async () => {
  const listing: AnyGame = { ...offers, moves: (_state, seat) => (seat === AUDIENCE ? [{ vote: 0 }] : [{ go: true }]) };
  const { match } = await begin(listing, { clock: { each: 50_000, vote: 30_000 } });
  const told: Update[] = [];
  const votes: Update[] = [];
  match.watch(1, (update) => told.push(update), { legal: true });
  match.watch('spectator', (update) => votes.push(update), { legal: true });
  expect(told.at(-1)!.legal).toMatchObject([{ seat: 1, move: { go: true } }]);
  expect(votes.at(-1)!.legal).toEqual([]);
  for (let ply = 0; ply < 4; ply++) await submit(match, ply % 2, { go: true });
  expect(votes.at(-1)!.legal).toMatchObject([{ seat: AUDIENCE, move: { vote: 0 } }]);
  expect(told.at(-1)!.legal).toEqual([]);

  const sealed: AnyGame = {
    ...sums,
    moves: () => [{ add: 1 }],
    status: (state) => ({ ...sums.status(state), asks: [{ seat: 0, id: 'x', phase: 'x' }] }),
  };
  const round = await begin(sealed, {}, { seats: 3 });
  const own: Update[] = [];
  round.match.watch(0, (update) => own.push(update), { legal: true });
  expect(own.at(-1)!.legal).toHaveLength(1);
  await submit(round.match, 0, { add: 1 });
  expect(own.at(-1)!.legal).toEqual([]);
});

test('whoever begins to watch late learns in the first update who left, why, and what was noted', async () => {
  const notes = { remark: { allow: () => undefined } };
  const { match } = await begin(sums, {}, { seats: 4, notes });
  await note(match, 'remark', { words: 'hm' });
  await note(match, 'pace', 10);
  await new Promise<void>((done) => match.forfeit([3], 'left', 'bye', () => done()));
  await submit(match, 0, { add: 1 });
  const earlier = {
    left: [{ seats: [3], why: 'left', words: 'bye' }],
    notes: [{ topic: 'remark', data: { words: 'hm' } }],
  };
  const late: Update[] = [];
  match.watch('spectator', (update) => late.push(update));
  expect(late[0]).toMatchObject({ step: 4, earlier });
  await submit(match, 1, { add: 1 });
  expect(late[1]).not.toHaveProperty('earlier');
  const from = (after: number): Update[] => {
    const updates: Update[] = [];
    match.watch('spectator', (update) => updates.push(update), { after });
    return updates;
  };
  expect(from(-1)[0]).not.toHaveProperty('earlier');
  expect(from(1)[0]).toMatchObject({ step: 2, earlier: { left: [], notes: earlier.notes } });
  expect(from(4)[0]).toMatchObject({ step: 5, earlier });
  expect(from(2)[0]).toMatchObject({ step: 3, left: earlier.left[0], earlier: { left: [] } });
});

test('seats are told before those who only watch, however many and since when', async () => {
  const { match, clock } = await begin(ticTacToe);
  const told: string[] = [];
  for (let i = 0; i < 300; i++) match.watch('spectator', () => told.push('spectator'), { unseen: true });
  match.watch(0, () => told.push('seat'), { unseen: true });
  told.length = 0;
  await submit(match, 0, { cell: 0 });
  expect(told[0]).toBe('seat');
  expect(told.length).toBeLessThan(301);
  await clock.pass(0);
  expect(told).toHaveLength(301);
});
