import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { render } from 'svelte/server';
import { Value } from 'typebox/value';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { AnyGame, Seat, SeatMove, Turn, Viewer } from '../src/core/game.ts';
import { AUDIENCE } from '../src/core/game.ts';
import { hashSeed, stepRandom } from '../src/core/random.ts';
import type { MatchRecord } from '../src/core/record.ts';
import { advance, positions, replay } from '../src/core/record.ts';
import { manifests, versionOf } from '../src/games/manifests.ts';
import { gameFolders } from './golden.ts';
import { hidesAnything, lacksOf, loaded, openTellsMore, toldOf } from './lacks.ts';
import { chooseAtRandom, lateMove, seedOf } from './play.ts';
import type { RandomMatch, Sight } from './random-matches.ts';
import { freeze, randomMatch, randomMatches, seatCounts, spread } from './random-matches.ts';

const TURNS_PER_GAME = 150;
const LISTED_MOVES_PER_TURN = 8;
const MOVES_TRIED_AGAIN = 20;
const DRAWN_PER_RECORD = 5;
const POSITIONS_PER_BOT = { quick: 40, slow: 3 };
const STEPS_PER_RECORD = 60;
const PREFIXES_PER_RECORD = 5;
const SECRET_PAIRS = 10_000;
const TOLD_PAIRS = 1000;
const TURNS_TRIED_OTHERWISE = 30;

const folders = await gameFolders();
const listed = await Promise.all(
  manifests.map(async (manifest) => ({
    manifest,
    game: await manifest.rules(),
    bots: (await loaded(() => manifest.bots())) ?? [],
    folder: folders.find((one) => one.manifests.includes(manifest))!,
  })),
);

test.each(folders.map((one) => [one.folder, one.manifests] as const))(
  'the folder %s has a manifest, and each of its games is in the list',
  (folder, own) => {
    if (own.length === 0) throw new Error(`src/games/${folder} has no game.ts that exports a manifest.`);
    const missing = own.filter((manifest) => !manifests.includes(manifest)).map(({ id }) => id);
    if (missing.length) throw new Error(`src/games/index.ts has no line for ${missing.join(', ')} of ${folder}.`);
  },
);

test.each(listed.map((one) => [one.game.id, one] as const))('%s lacks nothing', async (_, one) => {
  expect(await lacksOf(one.manifest, one.folder, () => hidesAnything(one))).toEqual([]);
});

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** A quick comparison; the slow one only to say what differs. */
function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toStrictEqual(expected);
}

const viewersOf = (count: number): Viewer[] => [...Array(count).keys(), 'spectator', 'replay'];

const decisions = (turn: Turn): Seat[] => turn.must.filter((seat) => seat !== AUDIENCE);

function expectRestored(game: AnyGame, record: MatchRecord): void {
  const all = [...positions(game, record)];
  const { entries: _, ...beginning } = copy(record);
  for (const step of spread([...record.entries.keys()], STEPS_PER_RECORD)) {
    expectSame(advance(game, beginning, copy(all[step]!), copy(record.entries[step]!)), all[step + 1]);
  }
  for (const step of spread([...all.keys()], PREFIXES_PER_RECORD)) {
    expectSame(replay(game, copy({ ...record, entries: record.entries.slice(0, step) })), all[step]);
  }
}

describe.each(listed.map((one) => [one.game.id, one] as const))('%s', (id, { manifest, game, bots, folder }) => {
  const golden = folder.records.filter(({ record }) => record.game === id);
  let matches: RandomMatch[];
  let disturbed: RandomMatch[];
  let turns: { position: Sight; seats: number }[];

  beforeAll(() => {
    matches = randomMatches({ game, bots });
    disturbed = seatCounts(game).flatMap((seats) => [
      randomMatch({ game, bots }, seats, 'leaves', { leaves: true }),
      randomMatch({ game, bots }, seats, 'late', { late: true }),
    ]);
    const every = matches.flatMap((match) => match.turns.map((position) => ({ position, seats: match.seats })));
    turns = spread(every, TURNS_PER_GAME);
  });

  it('has an id, a version and options that may be left out', () => {
    expect(id).toMatch(/^[a-z0-9_-]+$/);
    expect(game.version).toBeGreaterThanOrEqual(1);
    expect(Value.Check(game.options, Value.Default(game.options, {}))).toBe(true);
  });

  it('ends random matches with a rank and a score for every seat', () => {
    for (const { position, seats } of [...matches, ...disturbed]) {
      const over = position.status;
      if (over.kind !== 'over') throw new Error(`ended ${over.kind}`);
      expect(over.ranks).toHaveLength(seats);
      expect(over.scores).toHaveLength(seats);
      expect(Math.min(...over.ranks)).toBe(1);
      expect(over.scores.every(Number.isFinite)).toBe(true);
      for (const rank of over.ranks) expect(over.ranks.filter((other) => other < rank)).toHaveLength(rank - 1);
    }
  });

  it('replays its stored JSON to the same position', () => {
    for (const { record, position } of [...matches, ...disturbed]) expectSame(replay(game, copy(record)), position);
  });

  it('restores the same position, held moves and strikes too, after any prefix of a record', () => {
    for (const { record } of golden) {
      if (record.version === game.version) expectRestored(game, record);
    }
    for (const { record } of disturbed) expectRestored(game, record);
  });

  it('keeps states that are plain JSON', () => {
    for (const { position } of turns) expectSame(copy(position.state), position.state);
  });

  it('gives every viewer a view that is plain JSON', () => {
    for (const { position, seats } of turns) {
      for (const viewer of viewersOf(seats)) {
        const view = game.view(position.state, viewer);
        expectSame(copy(view), view);
      }
    }
    for (const { position, seats } of matches) {
      for (const viewer of viewersOf(seats)) {
        const view = game.view(position.state, viewer);
        expectSame(copy(view), view);
      }
    }
  });

  it('asks only seats that exist, and its turns never count backwards', () => {
    for (const { turns, seats } of [...matches, ...disturbed]) {
      let last = Number.NEGATIVE_INFINITY;
      for (const { status } of turns) {
        const asked = (status.asks ?? []).map((ask) => ask.seat);
        const named = [...status.must, ...asked, ...(status.may ?? []), ...(status.out ?? [])];
        expect(named.every((seat) => seat === AUDIENCE || (seat >= 0 && seat < seats))).toBe(true);
        expect(new Set(status.must).size).toBe(status.must.length);
        expect(status.must.length).toBeGreaterThan(0);
        expect(status.number).toBeGreaterThanOrEqual(last);
        last = status.number;
      }
    }
  });

  it('lists only moves that fit the schema and pass check', () => {
    for (const { position } of turns) {
      for (const seat of position.status.must) {
        const listed = game.moves?.(position.state, seat) ?? [];
        for (const move of spread(listed, LISTED_MOVES_PER_TURN)) {
          expectSame(copy(move), move);
          expect(Value.Check(game.move, move)).toBe(true);
          expect(game.check(position.state, { seat, move, ...(seat === AUDIENCE ? { by: 'someone' } : {}) })).toBe(
            undefined,
          );
        }
      }
    }
  });

  it('refuses with a code for programs, a sentence for people and plain JSON', () => {
    const tried = spread(
      matches.flatMap(({ record }) => record.entries.flatMap((entry) => (entry.kind === 'move' ? entry.moves : []))),
      MOVES_TRIED_AGAIN,
    );
    for (const { position } of turns) {
      for (const { move } of tried) {
        const refusal = game.check(position.state, { seat: position.status.must[0]!, move, by: 'someone' });
        if (!refusal) continue;
        expect(refusal.code).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(refusal.reason).toMatch(/^\S.* .*\S$/);
        expectSame(copy(refusal), refusal);
      }
    }
  });

  it('reads back the text of every listed move', () => {
    for (const { position } of turns) {
      for (const seat of decisions(position.status)) {
        const listed = game.moves?.(position.state, seat) ?? [];
        for (const move of spread(listed, LISTED_MOVES_PER_TURN)) {
          if (game.text) expectSame(game.text.parse(position.state, seat, game.text.print(position.state, move)), move);
        }
      }
    }
  });

  it('plays what its fallback chooses', () => {
    if (!game.fallback) return;
    for (const { position } of turns) {
      const { state, status, step } = position;
      const together = status.must.map((seat) => lateMove(game, state, seat)).sort((a, b) => a.seat - b.seat);
      const asked = status.sealed ? [] : (status.asks ?? []).map((ask) => [lateMove(game, state, ask.seat, ask)]);
      const alone = status.sealed ? [together] : together.map((move) => [move]);
      for (const moves of [...alone, ...asked]) {
        freeze(moves);
        const next = game.play(state, moves as [SeatMove, ...SeatMove[]], stepRandom(seedOf('late'), step));
        expect(['turn', 'over']).toContain(game.status(next).kind);
      }
    }
  });

  it('shows nobody a sealed move that is still held', () => {
    for (const { record, turns, seats } of matches) {
      for (const i of spread([...turns.keys()], TURNS_PER_GAME)) {
        const [before, after] = [turns[i]!, turns[i + 1]];
        if (!before.status.sealed || !after || after.held.length <= before.held.length) continue;
        expectSame(after.status, before.status);
        for (const viewer of viewersOf(seats)) {
          expectSame(game.view(after.state, viewer), game.view(before.state, viewer));
        }
      }
      expect(record.entries.length).toBeGreaterThan(0);
    }
  });

  it('keeps the number of a sealed turn when somebody leaves', () => {
    for (const { position } of turns) {
      if (!position.status.sealed || !game.leave) continue;
      for (const seat of decisions(position.status)) {
        const left = game.leave(position.state, [seat], 'left');
        if (left === undefined) continue;
        const status = game.status(left);
        if (status.kind === 'turn' && status.sealed) expect(status.number).toBe(position.status.number);
      }
    }
  });

  it('has golden records that replay to their outcome by the rules of their version', async () => {
    for (const { file, record } of golden) {
      const rules = await versionOf(manifest, record.version);
      if (!rules) throw new Error(`${id} has no rules of version ${record.version}, for ${file}.`);
      expect(record.seedHash).toBe(hashSeed(record.seed));
      expectSame(copy(replay(rules, record).status), record.outcome);
    }
  });

  it('has a golden record of each older version', async () => {
    for (const version of Object.keys(manifest.older ?? {}).map(Number)) {
      expect((await versionOf(manifest, version))?.id).toBe(id);
      expect(golden.map(({ record }) => record.version)).toContain(version);
    }
  });

  it('has a board that draws its golden records', async () => {
    const { default: Board } = await manifest.board();
    for (const { record } of golden) {
      const rules = (await versionOf(manifest, record.version))!;
      const names = record.seats.map(({ name }) => name);
      for (const { state } of spread([...positions(rules, record)], DRAWN_PER_RECORD)) {
        const view = rules.view(state, 'spectator');
        const { body } = render(Board, { props: { view, names, label: 'Drawn', seat: -1, moves: [], past: [] } });
        expect(body).toMatch(/<\w/);
        expect(body).not.toMatch(/\b(undefined|NaN)\b|\[object/);
      }
    }
  });

  it('has bots of different names, and they only make moves that pass check', () => {
    expect(new Set(bots.map((bot) => bot.name)).size).toBe(bots.length);
    for (const bot of bots) {
      for (const { position } of spread(turns, bot.slow ? POSITIONS_PER_BOT.slow : POSITIONS_PER_BOT.quick)) {
        const { state, status, step } = position;
        const asked = (status.asks ?? []).map((ask) => ask.seat);
        for (const seat of [...decisions(status), ...asked]) {
          const view = game.view(state, seat);
          freeze(view);
          const move = bot.play(view, status, seat, stepRandom(seedOf(bot.name), step));
          expectSame(copy(move), move);
          expect(Value.Check(game.move, move)).toBe(true);
          expect(game.check(state, { seat, move })).toBe(undefined);
        }
      }
    }
  });

  it('gives equal views of states that differ only in what the viewer may not know', async () => {
    if (!folder.secrets) return;
    const { secretPairs } = (await import(/* @vite-ignore */ folder.secrets)) as {
      secretPairs: fc.Arbitrary<{ a: unknown; b: unknown; viewer: Viewer }>;
    };
    fc.assert(
      fc.property(secretPairs, ({ a, b, viewer }) => expectSame(game.view(a, viewer), game.view(b, viewer))),
      { numRuns: SECRET_PAIRS },
    );
    // Whose turn it is and the listed moves are told beside the view.
    fc.assert(
      fc.property(secretPairs, ({ a, b, viewer }) => expectSame(toldOf(game, a, viewer), toldOf(game, b, viewer))),
      { numRuns: TOLD_PAIRS },
    );
  });

  it('tells by its moves, where they are open, nothing that a view hides', () => {
    const telling = spread(turns, TURNS_TRIED_OTHERWISE).find(({ position, seats }) =>
      openTellsMore(game, position, seats, chooseAtRandom(bots)),
    );
    if (telling) {
      throw new Error(
        `${id} declares its moves open, which tells everybody each of them, but a move of turn ${telling.position.status.number} changes what some view does not show: leave out \`open\`.`,
      );
    }
  });
});
