// Longer than most files: the mailbox as a whole, from the first turn to the end, on one small arena.
import { expect, test } from 'vitest';
import { homeOf, plainTerms, testArena } from '../../test/arena.ts';
import { offers, sums } from '../../test/toys.ts';
import { ticTacToe } from '../games/tic-tac-toe/rules.ts';
import { begin, holders, note, submit } from './fixture.ts';
import { type AnyGame, AUDIENCE } from './game.ts';
import type { NoteRule } from './notes.ts';
import { replay } from './record.ts';
import type { Update } from './update.ts';

const win = [0, 3, 1, 4, 2];

test('a move is durable before it is acknowledged, and acknowledged before watchers see it', async () => {
  const { match, storage, seen } = await begin(ticTacToe);
  const before = seen[1]!.length;
  await new Promise<void>((resolve) =>
    match.submit({ seat: 0, move: { cell: 4 } }, 0, async () => {
      expect(seen[1]!.length).toBe(before);
      const stored = await storage.matches.load(match.id);
      expect(stored!.entries).toMatchObject([{ kind: 'move', moves: [{ seat: 0, move: { cell: 4 } }] }]);
      resolve();
    }),
  );
  expect(seen[1]!.at(-1)).toMatchObject({ step: 1, moved: [0], waiting: [1] });
});

test('moves out of turn, stale, malformed and illegal ones are refused with a reason and change nothing', async () => {
  const { match } = await begin(ticTacToe);
  expect(await submit(match, 1, { cell: 0 })).toMatchObject({ code: 'not-your-turn' });
  expect(await submit(match, 0, { cell: 0 }, 7)).toMatchObject({ code: 'stale' });
  expect(await submit(match, 0, { cell: 9 })).toMatchObject({ code: 'malformed' });
  expect(await submit(match, 0, { cell: 0 })).toBeUndefined();
  expect(await submit(match, 1, { cell: 0 })).toEqual({
    code: 'illegal',
    reason: 'Cell 0 is taken.',
    rule: { code: 'taken' },
  });
  expect(match.position.step).toBe(1);
});

test('moves that arrive together are taken one after the other', async () => {
  const { match } = await begin(ticTacToe);
  const results = await Promise.all([
    submit(match, 0, { cell: 0 }, 0),
    submit(match, 1, { cell: 1 }, 1),
    submit(match, 0, { cell: 2 }, 2),
    submit(match, 0, { cell: 3 }, 2),
  ]);
  expect(results.map((refused) => refused?.code)).toEqual([undefined, undefined, undefined, 'not-your-turn']);
});

test('the last move, the result and the ratings come together, once', async () => {
  const { match, storage, seen, arena } = await begin(ticTacToe);
  for (const [ply, cell] of win.entries()) expect(await submit(match, ply % 2, { cell })).toBeUndefined();
  expect(match.outcome).toMatchObject({ kind: 'over', ranks: [1, 2] });
  expect(seen[0]!.at(-1)!.effects).toContainEqual(
    expect.objectContaining({ agent: 'a0', book: 'rating:ttt', after: 1516 }),
  );
  expect(await storage.figures.of('a1')).toEqual({ 'rating:ttt': 1484, 'lost:ttt': 1 });
  expect(await submit(match, 1, { cell: 8 })).toMatchObject({ code: 'over' });
  expect(arena.live).toEqual([]);
  expect(await arena.undo(match.id, 'host')).toBe(true);
  expect(await arena.result(match.id)).toMatchObject({ outcome: { kind: 'void', reason: 'host' } });
  expect(await storage.figures.of('a0')).toMatchObject({ 'rating:ttt': 1500, 'won:ttt': 0 });
  expect((await arena.find(match.id))!.outcome).toEqual({ kind: 'void', reason: 'host' });
});

test('a match with a guest or a bot changes no rating', async () => {
  const { local: arena, storage } = await begin(ticTacToe);
  const seats = holders(2).map((holder, seat) => (seat ? { ...holder, kind: 'bot' as const } : holder));
  const match = await arena.begin({ game: 'ttt', seats });
  for (const [ply, cell] of win.entries()) await submit(match, ply % 2, { cell });
  expect(await storage.figures.of('a0')).toEqual({});
});

test('a terminal number of illegal moves forfeits', async () => {
  const { match } = await begin(ticTacToe, { illegal: 2 });
  await submit(match, 0, { cell: 4 });
  expect(await submit(match, 1, { cell: 4 })).toMatchObject({ code: 'illegal' });
  expect(match.outcome).toBeUndefined();
  await submit(match, 1, 'x');
  expect(match.outcome).toMatchObject({ ranks: [1, 2], forfeit: { seats: [1], why: 'illegal' } });
});

test('a missed deadline forfeits, counts, plays a fallback or starts the clock again, as the terms say', async () => {
  const forfeit = await begin(ticTacToe);
  await forfeit.clock.pass(15_000);
  expect(forfeit.match.outcome).toMatchObject({ ranks: [2, 1], forfeit: { seats: [0], why: 'late' } });

  const again = await begin(ticTacToe, { late: 'again', strikes: { out: 2 }, clock: { each: 10_000, first: 60_000 } });
  await again.clock.pass(60_000);
  expect(again.match.position).toMatchObject({ strikes: [1, 0], step: 1 });
  expect(again.seen[0]!.at(-1)).toMatchObject({ late: [0], clock: { left: 10_000, running: true } });
  await again.clock.pass(10_000);
  expect(again.match.outcome).toMatchObject({ forfeit: { seats: [0], why: 'late' } });

  const fallback = await begin(offers, { late: 'fallback', strikes: { out: 3 } });
  await fallback.clock.pass(15_000);
  expect(fallback.match.position).toMatchObject({ state: { ply: 1 }, strikes: [1, 0] });
});

test('a move in time ends the row of strikes', async () => {
  const { match, clock } = await begin(ticTacToe, { late: 'again', strikes: { out: 2 } });
  await clock.pass(15_000);
  await submit(match, 0, { cell: 0 });
  await submit(match, 1, { cell: 1 });
  await clock.pass(15_000);
  expect(match.outcome).toBeUndefined();
  expect(match.position.strikes).toEqual([1, 0]);
});

test('an offer neither ends the row of strikes nor is a first decision', async () => {
  const { match, clock } = await begin(offers, {
    late: 'fallback',
    clock: { each: 10_000, first: 20_000 },
    strikes: { out: 5 },
  });
  await submit(match, 0, { offer: true });
  expect(match.position.opened).toEqual([false, false]);
  await clock.pass(20_000);
  await clock.pass(20_000);
  expect(match.position.strikes).toEqual([1, 1]);
  await submit(match, 0, { offer: true });
  expect(match.position.strikes).toEqual([1, 1]);
  await submit(match, 0, { go: true });
  expect(match.position.strikes).toEqual([0, 1]);
});

test('sealed moves wait unseen for each other and are played together', async () => {
  const { match, seen } = await begin(sums, {}, { seats: 3 });
  await submit(match, 2, { add: 5 });
  expect(await submit(match, 2, { add: 6 })).toMatchObject({ code: 'already-moved' });
  expect(seen[0]!.at(-1)).toMatchObject({ step: 1, moved: [2], waiting: [0, 1], view: { sums: [0, 0, 0], round: 1 } });
  await submit(match, 0, { add: 1 });
  await submit(match, 1, { add: 2 });
  expect(seen[0]!.at(-1)!.view).toEqual({ sums: [1, 2, 5], round: 2 });
});

test('when one of several is late in a sealed turn the others play on, with the moves they had made', async () => {
  const { match, clock } = await begin(sums, {}, { seats: 3 });
  await submit(match, 0, { add: 1 });
  await submit(match, 1, { add: 2 });
  await clock.pass(15_000);
  expect(match.position.state).toMatchObject({ sums: [1, 2, 0], gone: [2], round: 2 });
  await submit(match, 0, { add: 3 });
  await clock.pass(15_000);
  expect(match.outcome).toMatchObject({ ranks: [1, 2, 2], forfeit: { seats: [1], why: 'late' } });
});

test('an offer is asked of the other side under its own clock and does not touch the turn', async () => {
  const { match, clock } = await begin(offers, { clock: { each: 50_000, offer: 20_000 } });
  expect(await submit(match, 1, { offer: true })).toBeUndefined();
  expect(match.position.status).toMatchObject({ number: 1, must: [0], asks: [{ seat: 0 }] });
  await clock.pass(20_000);
  expect(match.position).toMatchObject({ state: { offer: null, deals: 0, ply: 0 }, strikes: [0, 0] });
  await submit(match, 0, { offer: true });
  expect(await submit(match, 1, { answer: true })).toBeUndefined();
  expect(match.position.state).toMatchObject({ deals: 1, ply: 0 });
});

test('the audience votes once each, the seated not at all, and the clock closes the vote', async () => {
  const { match, clock } = await begin(offers, { clock: { each: 50_000, vote: 30_000 } });
  const spectator: Update[] = [];
  match.watch('spectator', (update) => spectator.push(update));
  for (let ply = 0; ply < 4; ply++) await submit(match, ply % 2, { go: true });
  const votes = [
    submit(match, AUDIENCE, { vote: 1 }, 0, 'x'),
    submit(match, AUDIENCE, { vote: 0 }, 0, 'x'),
    submit(match, AUDIENCE, { vote: 1 }, 0, 'y'),
    submit(match, AUDIENCE, { vote: 1 }, 0, 'a0'),
  ];
  await clock.pass(1000);
  expect((await Promise.all(votes)).map((refused) => refused?.code)).toEqual([
    undefined,
    'already-moved',
    undefined,
    'not-your-turn',
  ]);
  expect(match.record.entries.at(-1)).toMatchObject({ kind: 'move', moves: [{ by: 'x' }, { by: 'y' }] });
  await clock.pass(1);
  const second = submit(match, AUDIENCE, { vote: 0 }, 0, 'x');
  expect(await second).toMatchObject({ code: 'illegal', reason: 'One vote each.', rule: { code: 'voted' } });
  const last = submit(match, AUDIENCE, { vote: 1 }, 0, 'z');
  await clock.pass(30_000);
  expect(await last).toBeUndefined();
  expect(match.outcome).toMatchObject({ ranks: [2, 1], scores: [0, 3] });
});

test('a vote that nobody watches closes at once', async () => {
  const { match } = await begin(offers);
  for (let ply = 0; ply < 4; ply++) await submit(match, ply % 2, { go: true });
  await expect.poll(() => match.outcome).toMatchObject({ ranks: [1, 1] });
});

test('while a seat is away the clock waits, within a budget per turn that flapping cannot stretch', async () => {
  const { match, clock, leave, seen } = await begin(ticTacToe, { away: { pause: 5000, tell: 2000, restart: 0 } });
  await clock.pass(10_000);
  leave[1]!();
  expect(seen[0]!.at(-1)).toMatchObject({
    seats: [{ here: true }, { here: false, told: false }],
    clock: { left: 5000, running: false },
  });
  await clock.pass(2000);
  expect(seen[0]!.at(-1)).toMatchObject({ seats: [{}, { told: true }] });
  const back = match.watch(1, () => {});
  expect(seen[0]!.at(-1)).toMatchObject({ clock: { left: 5000, running: true } });
  back();
  await clock.pass(3000);
  expect(seen[0]!.at(-1)).toMatchObject({ clock: { left: 5000, running: true } });
  await clock.pass(5000);
  expect(match.outcome).toMatchObject({ forfeit: { seats: [0], why: 'late' } });
});

test('an absence holds up the clock once, not in every turn anew', async () => {
  const away = { pause: 5000, tell: 0, restart: 0 };
  const { match, clock, leave, seen } = await begin(offers, { late: 'fallback', away });
  leave[1]!();
  await clock.pass(5000);
  await submit(match, 0, { go: true });
  expect(seen[0]!.at(-1)).toMatchObject({ waiting: [1], clock: { left: 15_000, running: true } });
});

test('an absence does not count while the match is paused', async () => {
  const { match, clock, leave } = await begin(ticTacToe, {
    away: { pause: 60_000, tell: 0, forfeit: 10_000, restart: 0 },
  });
  leave[1]!();
  match.note('pause', null);
  await clock.pass(20_000);
  expect(match.outcome).toBeUndefined();
  match.note('resume', null);
  await clock.pass(9_999);
  expect(match.outcome).toBeUndefined();
  await clock.pass(1);
  expect(match.outcome).toMatchObject({ forfeit: { seats: [1], why: 'away' } });
});

test('who is away too long forfeits, and with it everyone else who is away', async () => {
  const terms = { away: { pause: 60_000, tell: 0, forfeit: 30_000, restart: 0 } };
  const one = await begin(ticTacToe, terms);
  one.leave[0]!();
  await one.clock.pass(30_000);
  expect(one.match.outcome).toMatchObject({ ranks: [2, 1], forfeit: { seats: [0], why: 'away' } });

  const both = await begin(ticTacToe, terms);
  both.leave[0]!();
  await both.clock.pass(20_000);
  both.leave[1]!();
  await both.clock.pass(10_000);
  expect(both.match.outcome).toMatchObject({ ranks: [1, 1], forfeit: { seats: [0, 1], why: 'away' } });
});

test('a seat that nobody took up from the start is away', async () => {
  const { match } = await begin(ticTacToe, { away: { pause: 0, tell: 0, forfeit: 0, restart: 0 } }, { watched: false });
  await expect.poll(() => match.outcome).toBeUndefined();
});

test('the countdown holds moves and clocks', async () => {
  const { match, clock, seen } = await begin(ticTacToe, { countdown: 3000 });
  expect(await submit(match, 0, { cell: 0 })).toMatchObject({ code: 'not-begun' });
  expect(seen[0]!.at(-1)).toMatchObject({ begun: false, clock: { left: 15_000, running: false } });
  await clock.pass(3000);
  expect(seen[0]!.at(-1)).toMatchObject({ begun: true, clock: { left: 15_000, running: true } });
  expect(await submit(match, 0, { cell: 0 })).toBeUndefined();
});

test('the next decision waits for its events at the pace of the match, and a pause stops everything', async () => {
  const { match, clock, seen } = await begin(offers, { pace: 1000 });
  await submit(match, 0, { go: true });
  await submit(match, 1, { go: true });
  expect(seen[0]!.at(-1)).toMatchObject({ pacing: true, clock: { left: 15_000, running: false } });
  await clock.pass(2000);
  expect(seen[0]!.at(-1)).toMatchObject({ clock: { left: 15_000, running: true } });
  expect(seen[0]!.at(-1)).not.toHaveProperty('pacing');
  match.note('pause', null);
  await clock.pass(60_000);
  expect(seen[0]!.at(-1)).toMatchObject({ paused: true, clock: { left: 15_000, running: false } });
  expect(await submit(match, 0, { go: true })).toMatchObject({ code: 'paused' });
  match.note('resume', null);
  match.note('pace', 0);
  await clock.pass(15_000);
  expect(match.outcome ?? match.position.strikes).toMatchObject({ forfeit: { why: 'late' } });
});

test('a resumed watcher gets every step after the one it saw, without a gap, and then the new ones', async () => {
  const { match } = await begin(ticTacToe);
  for (const [ply, cell] of win.slice(0, 3).entries()) await submit(match, ply % 2, { cell });
  const steps: number[] = [];
  match.watch('spectator', (update) => steps.push(update.step), { after: 0 });
  await submit(match, 1, { cell: 4 });
  expect(steps).toEqual([1, 2, 3, 4]);
  const late: Update[] = [];
  match.watch('spectator', (update) => late.push(update), { after: -1 });
  expect(late.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4]);
});

test('all spectators of a step get the same object', async () => {
  const { match } = await begin(ticTacToe);
  const seen: Update[] = [];
  for (let i = 0; i < 3; i++) match.watch('spectator', (update) => seen.push(update));
  seen.length = 0;
  await submit(match, 0, { cell: 0 });
  expect(seen).toHaveLength(3);
  expect(new Set(seen).size).toBe(1);
});

test('live spectators see what every seat sees, or everything where the host opened the view', async () => {
  const secret = { ...sums, view: (state: object, viewer: unknown) => ({ ...state, viewer }) } as AnyGame;
  for (const [openSpectators, eyes] of [
    [false, 'spectator'],
    [true, 'replay'],
  ] as const) {
    const { local: arena } = await testArena([secret], { openSpectators });
    const match = await arena.begin({ game: 'sums', seats: holders(2) });
    await submit(match, 0, { add: 1 });
    const seen: Update[] = [];
    match.watch('spectator', (update) => seen.push(update), { after: -1 });
    expect(seen.map(({ view }) => view)).toMatchObject([{ viewer: eyes }, { viewer: eyes }]);
  }
});

test('the replay is what spectators see until the match is over, then everything', async () => {
  const hidden: AnyGame = { ...ticTacToe, view: (_state, viewer) => ({ viewer }) };
  const { match } = await begin(hidden);
  const seen: Update[] = [];
  match.watch('replay', (update) => seen.push(update), { after: -1 });
  expect(seen.map(({ view }) => view)).toEqual([{ viewer: 'spectator' }]);
  for (const [ply, cell] of win.entries()) await submit(match, ply % 2, { cell });
  expect(seen.slice(-2).map(({ view }) => view)).toEqual([{ viewer: 'spectator' }, { viewer: 'replay' }]);
});

test('a note with stakes that cannot be paid is refused and leaves no trace', async () => {
  const settlement = { figures: [{ agent: 'a0', book: 'points' }], settle: () => 'Not enough points.' };
  const stakes: NoteRule = { allow: () => undefined, settlement: () => settlement };
  const { match, storage } = await begin(ticTacToe, {}, { notes: { stakes } });
  expect(await note(match, 'stakes', { amount: 5 })).toMatchObject({ reason: 'Not enough points.' });
  expect((await storage.matches.load(match.id))!.entries).toEqual([]);
  expect(await submit(match, 0, { cell: 0 })).toBeUndefined();
});

test('the host can end a match void, which rates nobody', async () => {
  const { match, storage, seen } = await begin(ticTacToe);
  match.end(undefined, 'stopped by the host', 'host');
  await expect.poll(() => match.outcome).toEqual({ kind: 'void', reason: 'stopped by the host' });
  expect(seen[0]!.at(-1)).toMatchObject({ ended: { reason: 'stopped by the host', source: 'host' } });
  expect(await storage.figures.of('a0')).toEqual({});
});

test('a server that comes back finds its matches, gives the open turn its whole time, and waits for the seats', async () => {
  const { local: arena, storage, match, clock } = await begin(sums, { away: { pause: 0, tell: 0, restart: 60_000 } });
  await submit(match, 0, { add: 4 });
  await clock.pass(14_000);
  arena.stop();
  const next = await testArena([sums], { homes: { sums: homeOf(sums, plainTerms) }, storage, clock });
  expect(await next.local.restore()).toBe(1);
  const again = next.local.match(match.id)!;
  expect(again.position).toEqual(match.position);
  expect(again.position).toEqual(replay(sums, (await storage.matches.load(match.id))!));
  await clock.pass(30_000);
  const updates: Update[] = [];
  again.watch(0, (update) => updates.push(update));
  again.watch(1, () => {});
  expect(updates.at(-1)).toMatchObject({ clock: { left: 15_000, running: true }, waiting: [1] });
  await submit(again, 1, { add: 3 });
  expect(again.position.state).toMatchObject({ sums: [4, 3], round: 2 });
});

test('a match that was being made when the server stopped is found afterwards, and nobody has forfeited it', async () => {
  const { local: arena, storage, clock, match } = await begin(ticTacToe);
  const { seats } = match.record;
  const making = arena.begin({
    game: 'ttt',
    seats,
    terms: { ...plainTerms, away: { pause: 0, tell: 0, forfeit: 0, restart: 60_000 } },
  });
  arena.stop();
  const made = await making;
  const leave = made.watch(0, () => {});
  leave();
  await clock.pass(1000);
  expect((await storage.matches.load(made.id))!.entries).toEqual([]);
  const next = await testArena([ticTacToe], { storage, clock });
  expect(await next.local.restore()).toBe(2);
});

test('after a restart whoever does not return forfeits; if nobody does the match is void', async () => {
  for (const [returns, outcome] of [
    [true, { kind: 'over', ranks: [1, 2] }],
    [false, { kind: 'void', reason: 'abandoned' }],
  ] as const) {
    const { local: arena, storage, match, clock } = await begin(ticTacToe);
    arena.stop();
    const next = await testArena([ticTacToe], { storage, clock });
    await next.local.restore();
    const again = next.local.match(match.id)!;
    if (returns) again.watch(0, () => {});
    await clock.pass(60_000);
    expect(again.outcome).toMatchObject(outcome);
  }
});

test('a record that cannot be replayed ends void and stops nothing else', async () => {
  const { local: arena, storage, match } = await begin(ticTacToe);
  const healthy = await arena.begin({ game: 'ttt', seats: holders(2) });
  await storage.matches.append({ match: match.id, step: 0, entry: { at: 0, kind: 'move', moves: [] } });
  arena.stop();
  const next = await testArena([ticTacToe], { storage });
  expect(await next.local.restore()).toBe(1);
  expect(next.local.match(healthy.id)).toBeDefined();
  expect((await storage.matches.result(match.id))!.outcome).toEqual({ kind: 'void', reason: 'error' });
});

test('when nobody knows whether an entry was stored, the storage decides and nobody is told too early', async () => {
  const { match, storage, faults } = await begin(ticTacToe);
  const real = storage.matches.append;
  const breaking: typeof real = async (append) => {
    await real.call(storage.matches, append);
    storage.matches.append = real;
    throw new Error('the connection broke after the commit');
  };
  const steps = (): number[] => {
    const told: number[] = [];
    match.watch('spectator', ({ step }) => told.push(step), { after: -1 })();
    return told;
  };
  await submit(match, 0, { cell: 8 });
  expect(steps()).toEqual([0, 1]);
  storage.matches.append = breaking;
  expect(await submit(match, 1, { cell: 4 })).toBeUndefined();
  expect(match.position.step).toBe(2);
  expect(steps()).toEqual([0, 1, 2]);
  storage.matches.append = async () => {
    storage.matches.append = real;
    throw new Error('the connection broke before the commit');
  };
  expect(await submit(match, 0, { cell: 0 })).toMatchObject({ code: 'error' });
  expect(steps()).toEqual([0, 1, 2]);
  expect(await submit(match, 0, { cell: 0 })).toBeUndefined();
  await submit(match, 1, { cell: 1 });
  expect(steps()).toEqual([0, 1, 2, 3, 4]);
  expect(faults).toHaveLength(2);
});
