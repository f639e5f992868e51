import fc from 'fast-check';
import { expect, test } from 'vitest';
import { games } from '../../test/all-games.ts';
import { testArena } from '../../test/arena.ts';
import { goldenRecords } from '../../test/golden.ts';
import { offers, sums } from '../../test/toys.ts';
import { ticTacToe } from '../games/tic-tac-toe/rules.ts';
import { Replay } from '../web/replay.ts';
import { begin, note, submit } from './fixture.ts';
import { type AnyGame, AUDIENCE, type Viewer } from './game.ts';
import type { Match } from './match.ts';
import { steps } from './step.ts';
import type { Update } from './update.ts';

const closed: AnyGame = (({ open: _open, ...rest }) => rest)(ticTacToe);
const openSums: AnyGame = { ...sums, open: true };

/** What each viewer is told from now on. */
function follow(match: Match, ...viewers: Viewer[]): Map<Viewer, Update[]> {
  const told = new Map<Viewer, Update[]>(viewers.map((viewer) => [viewer, []]));
  for (const [viewer, updates] of told) match.watch(viewer, (update) => updates.push(update), { unseen: true });
  return told;
}

const played = (told: Map<Viewer, Update[]>, viewer: Viewer) => told.get(viewer)!.at(-1)!.played;

test('a played move comes to everyone with its text where moves are open, else to its mover alone', async () => {
  for (const [game, others] of [
    [ticTacToe, [{ seat: 0, move: { cell: 4 }, text: '4' }]],
    [closed, undefined],
  ] as const) {
    const { match } = await begin(game);
    const told = follow(match, 0, 1, 'spectator');
    await submit(match, 0, { cell: 4 });
    expect(played(told, 0)).toEqual([{ seat: 0, move: { cell: 4 }, text: '4' }]);
    expect(played(told, 1)).toEqual(others);
    expect(played(told, 'spectator')).toEqual(others);
    await submit(match, 1, { cell: 0 });
    expect(played(told, 1)).toEqual([{ seat: 1, move: { cell: 0 }, text: '0' }]);
    await note(match, 'pause', null);
    for (const viewer of told.keys()) expect(played(told, viewer)).toBeUndefined();
  }
});

test('the views of past steps are made for whoever asks and not kept, though the match goes on', async () => {
  let made = 0;
  const counting: AnyGame = {
    ...ticTacToe,
    view(state: never, viewer: never) {
      made++;
      return ticTacToe.view(state, viewer);
    },
  };
  const { match } = await begin(counting);
  await submit(match, 0, { cell: 4 });
  await submit(match, 1, { cell: 0 });
  const ask = async (): Promise<number> => {
    const before = made;
    for await (const _ of match.past('spectator', -1));
    return made - before;
  };
  // That of the present is kept.
  await ask();
  expect(await ask()).toBe(2);
  expect(await ask()).toBe(2);
});

test('a text is printed on the state before the move', async () => {
  const { match } = await begin(games.find(({ id }) => id === 'chess')!);
  const told = follow(match, 'spectator');
  for (const [ply, text] of ['Nf3', 'd5', 'd4', 'Nf6', 'Nbd2'].entries()) {
    await new Promise<void>((done) => match.submit({ seat: ply % 2, text }, ply, () => done()));
    expect(played(told, 'spectator')).toMatchObject([{ seat: ply % 2, text }]);
  }
});

test('sealed moves are told together when the last is in, to everyone where they are open, else to each its own', async () => {
  const all = [1, 2, 5].map((add, seat) => ({ seat, move: { add }, text: `{"add":${add}}` }));
  for (const [game, seen] of [
    [openSums, [all, all, all, all]],
    [sums, [[all[0]], [all[1]], [all[2]], undefined]],
  ] as const) {
    const { match } = await begin(game, {}, { seats: 3 });
    const told = follow(match, 0, 1, 2, 'spectator');
    await submit(match, 2, { add: 5 });
    await submit(match, 0, { add: 1 });
    for (const viewer of told.keys()) for (const update of told.get(viewer)!) expect(update.played).toBeUndefined();
    await submit(match, 1, { add: 2 });
    expect([0, 1, 2, 'spectator' as const].map((viewer) => played(told, viewer))).toEqual(seen);
  }
});

test('held moves that somebody’s leaving releases are told with that step', async () => {
  const { match } = await begin(openSums, {}, { seats: 3 });
  const told = follow(match, 'spectator');
  await submit(match, 0, { add: 1 });
  await submit(match, 1, { add: 2 });
  await new Promise<void>((done) => match.forfeit([2], 'left', undefined, () => done()));
  expect(told.get('spectator')!.at(-1)).toMatchObject({
    left: { seats: [2], why: 'left' },
    played: [{ seat: 0 }, { seat: 1 }],
  });
});

test('held moves of a match that ends without them are told to nobody but the replay', async () => {
  const { match } = await begin(openSums, {}, { seats: 2 });
  const told = follow(match, 0, 1, 'spectator');
  await submit(match, 0, { add: 7 });
  await new Promise<void>((done) => match.forfeit([1], 'left', undefined, () => done()));
  for (const updates of told.values()) for (const update of updates) expect(update.played).toBeUndefined();
  const replayed: Update[] = [];
  match.watch('replay', (update) => replayed.push(update), { after: -1 });
  expect(replayed.map((update) => update.played)).toEqual([
    undefined,
    [{ seat: 0, move: { add: 7 }, text: '{"add":7}' }],
    undefined,
  ]);
});

test('the replay is told of every move in the step that made it', async () => {
  const { match } = await begin(sums, {}, { seats: 2 });
  for (const [seat, add] of [0, 1, 1, 0, 0, 1].entries()) await submit(match, seat % 2, { add });
  const replayed: Update[] = [];
  match.watch('replay', (update) => replayed.push(update), { after: 0 });
  expect(replayed.map((update) => update.played?.map(({ seat }) => seat))).toEqual([[0], [1], [0], [1], [0], [1]]);
});

test('what the clock plays is told as late; votes are told to the replay alone', async () => {
  const open: AnyGame = { ...offers, open: true };
  const { match, clock } = await begin(open, { late: 'fallback', clock: { each: 10_000, vote: 5000 } });
  const told = follow(match, 'spectator');
  match.watch('spectator', () => {});
  await clock.pass(10_000);
  expect(played(told, 'spectator')).toEqual([{ seat: 0, move: { go: true }, text: '{"go":true}', late: true }]);
  for (let ply = 1; ply < 4; ply++) await submit(match, ply % 2, { go: true });
  const vote = submit(match, AUDIENCE, { vote: 1 }, 0, 'x');
  await clock.pass(1000);
  await vote;
  expect(told.get('spectator')!.at(-1)).toMatchObject({ moved: [AUDIENCE] });
  expect(played(told, 'spectator')).toBeUndefined();
  await clock.pass(5000);
  expect(match.outcome).toBeDefined();
  expect(played(told, 'spectator')).toBeUndefined();
  const replayed: Update[] = [];
  match.watch('replay', (update) => replayed.push(update), { after: 4 });
  expect(replayed.map((update) => update.played)).toEqual([
    [{ seat: AUDIENCE, move: { vote: 1 }, text: '{"vote":1}' }],
    [{ seat: AUDIENCE, move: { close: true }, text: '{"close":true}', late: true }],
  ]);
});

test('spectators of a host that trusts its audience are told what was played, not what is held', async () => {
  const { local } = await testArena([sums], { openSpectators: true });
  const seats = [0, 1].map((seat) => ({ agent: `a${seat}`, name: 'A', kind: 'agent' as const, via: 'test' }));
  const match = await local.begin({ game: 'sums', seats });
  const told = follow(match, 'spectator');
  await submit(match, 0, { add: 3 });
  expect(played(told, 'spectator')).toBeUndefined();
  await submit(match, 1, { add: 4 });
  expect(played(told, 'spectator')).toMatchObject([{ seat: 0 }, { seat: 1 }]);
});

test('decisions are counted from the first turn on, offers and votes not, the last one too', async () => {
  const { match, seen, clock } = await begin(offers, { late: 'fallback', clock: { each: 10_000, vote: 5000 } });
  const count = () => seen[0]!.at(-1)!;
  expect(count()).toMatchObject({ first: 1, decisions: 0 });
  await submit(match, 1, { offer: true });
  expect(count()).toMatchObject({ step: 1, decisions: 0 });
  for (let ply = 0; ply < 4; ply++) await submit(match, ply % 2, { go: true });
  await clock.pass(5000);
  expect(count()).toMatchObject({ status: { kind: 'over' }, first: 1, decisions: 4 });
  const line = await begin(ticTacToe);
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) await submit(line.match, ply % 2, { cell });
  expect(line.seen[0]!.at(-1)).toMatchObject({ first: 0, decisions: 5 });
  const left = await begin(ticTacToe);
  await submit(left.match, 0, { cell: 0 });
  await new Promise<void>((done) => left.match.forfeit([1], 'left', undefined, () => done()));
  expect(left.seen[0]!.at(-1)).toMatchObject({ decisions: 1 });
});

/** All that the record alone knows. */
const recorded = ({ clock: _c, watching: _w, begun: _b, effects: _e, earlier: _r, legal: _l, ...update }: Update) => ({
  ...update,
  seats: update.seats.map(({ strikes }) => strikes),
});

const GAMES: AnyGame[] = [ticTacToe, closed, sums, openSums, offers];

type Deed = { seat: number; cell: number } | { wait: number } | { note: string } | { leave: number };

const deeds = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({ seat: fc.integer({ min: 0, max: 1 }), cell: fc.integer({ min: 0, max: 8 }) }),
    },
    { weight: 2, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 12_000 }) }) },
    { weight: 1, arbitrary: fc.record({ note: fc.constantFrom('pause', 'resume', 'remark') }) },
    { weight: 1, arbitrary: fc.record({ leave: fc.integer({ min: 0, max: 1 }) }) },
  ),
  { maxLength: 40 },
);

const moveOf = (game: AnyGame, cell: number): unknown =>
  game.id === 'ttt' ? { cell } : game.id === 'sums' ? { add: cell } : cell % 4 ? { go: true } : { offer: true };

test('history, a match loaded anew and the browser tell step by step what live watchers were told', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...GAMES), deeds, async (game, plan: Deed[]) => {
      const notes = { remark: { allow: () => undefined } };
      const terms = { late: 'fallback', strikes: { out: 2 }, clock: { each: 9000 } } as const;
      const { match, clock, storage } = await begin(game, terms, { notes });
      const live = follow(match, 0, 1, 'spectator');
      for (const deed of plan) {
        if ('seat' in deed) await submit(match, deed.seat, moveOf(game, deed.cell));
        else if ('wait' in deed) await clock.pass(deed.wait);
        else if ('note' in deed) await note(match, deed.note, { words: 'hm' });
        else await new Promise<void>((done) => match.forfeit([deed.leave], 'left', 'bye', () => done()));
      }
      await new Promise<void>((done) => match.end(undefined, 'enough', 'test', () => done()));
      const again = await testArena([game], { storage });
      const loaded = (await again.local.find(match.id))!;
      const replay = new Replay(game, { ...loaded.record, outcome: loaded.outcome! });
      for (const viewer of [0, 1, 'spectator'] as const) {
        const told = new Map(live.get(viewer)!.map((update) => [update.step, recorded(update)]));
        const expected = [...told.values()].map(({ pacing: _pacing, ...update }) => update);
        expect(expected.map(({ step }) => step)).toEqual([...Array(expected.length).keys()]);
        for (const source of [match, loaded]) {
          const past: Update[] = [];
          source.watch(viewer, (update) => past.push(update), { after: -1 });
          expect(past.map(recorded)).toEqual(expected);
        }
        const browser = expected.map((_, number) => recorded(replay.step(number, viewer) as Update));
        expect(browser).toEqual(expected);
      }
    }),
    { numRuns: 60 },
  );
});

test.for(goldenRecords())(
  '$folder/$file: every viewer can be told every step, with a text for every move',
  ({ record }) => {
    const game = games.find(({ id }) => id === record.game)!;
    const seats = record.seats.map((_, seat) => seat);
    for (const step of steps(game, record, 'spectator')) {
      for (const viewer of [...seats, 'spectator', 'replay'] as Viewer[]) {
        for (const { text } of step.past(viewer).played ?? []) expect(typeof text).toBe('string');
      }
    }
  },
);
