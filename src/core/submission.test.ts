import { expect, test } from 'vitest';
import { offers, sums } from '../../test/toys.ts';
import { chess } from '../games/chess/rules.ts';
import { danceBattle } from '../games/dance-battle/rules.ts';
import { resourceRush } from '../games/resource-rush/rules.ts';
import { ticTacToe } from '../games/tic-tac-toe/rules.ts';
import { begin, submit } from './fixture.ts';
import { AUDIENCE } from './game.ts';
import { knownOf } from './known-fields.ts';
import type { Match, Refused } from './match.ts';
import type { Submission } from './submission.ts';

const say = (match: Match, seat: number, text: string, turn: number, by?: string): Promise<Refused | undefined> =>
  new Promise((done) => match.submit(by === undefined ? { seat, text } : { seat, text, by }, turn, done));

test('a text is a move in the game’s own writing, read when its turn comes', async () => {
  const { match } = await begin(chess);
  // The second is no move before the first is played.
  const answers = await Promise.all([say(match, 0, 'e4', 0), say(match, 1, 'd5', 1), say(match, 0, 'exd5', 2)]);
  expect(answers).toEqual([undefined, undefined, undefined]);
  expect(match.record.entries).toMatchObject([{}, {}, { kind: 'move', moves: [{ seat: 0, move: { uci: 'e4d5' } }] }]);
  expect(match.record.entries[2]).not.toHaveProperty('moves.0.text');
});

test('a text that is no move is refused as malformed, and a move against the rules as illegal', async () => {
  const { match } = await begin(ticTacToe);
  expect(await say(match, 0, 'middle', 0)).toMatchObject({ code: 'malformed' });
  expect(await say(match, 1, 'middle', 0)).toMatchObject({ code: 'not-your-turn' });
  expect(await say(match, 0, 'middle', 7)).toMatchObject({ code: 'stale' });
  expect(await say(match, 0, '4', 0)).toBeUndefined();
  expect(await say(match, 1, '4', 1)).toMatchObject({ code: 'illegal' });
});

test('where illegal moves lose, a text that is no move counts as one', async () => {
  const { match } = await begin(ticTacToe, { illegal: 2 });
  expect(await say(match, 0, 'x', 0)).not.toHaveProperty('forfeited');
  expect(match.outcome).toBeUndefined();
  expect(await say(match, 0, 'y', 0)).toMatchObject({ code: 'malformed', forfeited: true });
  expect(match.outcome).toMatchObject({ forfeit: { seats: [0], why: 'illegal' } });
});

test('a game without a writing of its own takes JSON', async () => {
  const { match } = await begin(sums);
  expect(await say(match, 0, '{"add":3', 1)).toMatchObject({ code: 'malformed' });
  expect(await say(match, 0, 'null', 1)).toMatchObject({ code: 'malformed' });
  expect(await say(match, 0, '['.repeat(9000) + ']'.repeat(9000), 1)).toMatchObject({ code: 'malformed' });
  expect(await say(match, 0, '{"add":3}', 1)).toBeUndefined();
});

test('an optional field of a move that is null counts as left out, at every depth that the game knows', async () => {
  const { match } = await begin(resourceRush);
  expect(await submit(match, 0, { action: 'wait', thought: null, memory: { seen: null } })).toBeUndefined();
  expect(await submit(match, 1, { action: null })).toMatchObject({ code: 'malformed' });
  const kept = { action: 'wait', memory: '{"seen":null}' };
  expect(match.record.entries).toMatchObject([{ moves: [{ seat: 0, move: kept }] }]);
  expect(match.record.entries[0]).not.toHaveProperty('moves.0.move.thought');
  const beat = { beatIndex: 0, kind: 'action', action: 'rock' };
  expect(knownOf(danceBattle, { commands: [{ ...beat, motto: null }] })).toEqual({ commands: [beat] });
});

test('an audience votes by text as well, and says who', async () => {
  const { match, clock } = await begin(offers, { clock: { each: 50_000, vote: 30_000 } });
  match.watch('spectator', () => {});
  for (let ply = 0; ply < 4; ply++) await submit(match, ply % 2, { go: true });
  const vote = say(match, AUDIENCE, '{"vote":1}', 0, 'x');
  await clock.pass(1000);
  expect(await vote).toBeUndefined();
  expect(await say(match, AUDIENCE, 'for one', 0, 'y')).toMatchObject({ code: 'malformed' });
  expect(match.record.entries.at(-1)).toMatchObject({ moves: [{ seat: AUDIENCE, by: 'x', move: { vote: 1 } }] });
});

test('who says a decision again is told that it was taken, in whichever writing, and nothing is played twice', async () => {
  const { match } = await begin(chess);
  const say = (submission: object, turn: number): Promise<Refused | undefined> =>
    new Promise((done) => match.submit({ seat: 0, again: true, ...submission } as Submission, turn, done));
  expect(await say({ text: 'e4' }, 0)).toBeUndefined();
  for (const same of [{ text: 'e4' }, { text: 'e2e4' }, { move: { uci: 'e2e4' } }]) {
    expect(await say(same, 0)).toMatchObject({ code: 'repeated' });
  }
  expect(await say({ text: 'd4' }, 0)).toMatchObject({ code: 'not-your-turn' });
  expect(match.record.entries).toHaveLength(1);
});

test('a sealed decision that is held is known again', async () => {
  const { match } = await begin(sums);
  const say = (move: unknown): Promise<Refused | undefined> =>
    new Promise((done) => match.submit({ seat: 0, again: true, move }, 1, done));
  expect(await say({ add: 3 })).toBeUndefined();
  expect(await say({ add: 3 })).toMatchObject({ code: 'repeated' });
  expect(await say({ add: 4 })).toMatchObject({ code: 'already-moved' });
});

test('what its mover has named is taken once', async () => {
  const { match } = await begin(offers);
  const offer = (seat: number, ref: string): Promise<Refused | undefined> =>
    new Promise((done) => match.submit({ seat, ref, move: { offer: true } }, 0, done));
  expect(await offer(0, 'first')).toBeUndefined();
  expect(await offer(0, 'first')).toMatchObject({ code: 'repeated' });
  expect(match.record.entries).toMatchObject([{ kind: 'move', ref: 'first' }]);
});
