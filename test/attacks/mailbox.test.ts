import { describe, expect, it, test } from 'vitest';
import { begin, note, submit } from '../../src/core/fixture.ts';
import { ticTacToe } from '../../src/games/tic-tac-toe/rules.ts';
import { makeWorld, seat } from '../../src/gateways/clawpoly/fixture.ts';

const MINUTE = 60_000;

it('a seat that submits thousands at once fills no mailbox: what is too much is refused, the other still moves', async () => {
  const { match } = await begin(ticTacToe);
  const flood = await Promise.all(Array.from({ length: 5000 }, () => submit(match, 0, { cell: 0 })));
  const tooMuch = flood.filter((refused) => refused?.code === 'error');
  expect(tooMuch.length).toBeGreaterThan(4000);
  expect(tooMuch[0]!.reason).toMatch(/too much at once/i);
  expect(flood.filter((refused) => refused === undefined)).toHaveLength(1);
  expect(await submit(match, 1, { cell: 1 })).toBeUndefined();
});

it('notes of one topic are few at a time as well', async () => {
  const { match } = await begin(ticTacToe);
  const flood = await Promise.all(Array.from({ length: 1000 }, (_, i) => note(match, 'pace', i)));
  expect(flood.filter((refused) => refused?.code === 'error').length).toBeGreaterThan(900);
});

test('a match is paused for ten minutes in all, then it goes on and is not paused again', async () => {
  const { match, clock } = await begin(ticTacToe, { clock: { each: 60 * MINUTE } });
  expect(await note(match, 'pause', null)).toBeUndefined();
  await clock.pass(6 * MINUTE);
  expect(await note(match, 'resume', null)).toBeUndefined();
  expect(await note(match, 'pause', null)).toBeUndefined();
  await clock.pass(4 * MINUTE - 1);
  expect(match.position.paused).toBe(true);
  await clock.pass(1);
  expect(match.position.paused).toBe(false);
  expect(await note(match, 'pause', null)).toMatchObject({ reason: expect.stringMatching(/ten minutes/) });
});

describe('the owner of a room', () => {
  it('has few commands a second', async () => {
    const world = await makeWorld();
    const { room } = await seat(world, 2);
    const owner = await world.spectator(room.roomCode, room.ownerToken);
    owner.unread();
    for (let i = 0; i < 2000; i++) owner.say('spectator:set_speed', { speed: i % 2 ? 'fast' : 'slow' });
    await world.settle();
    const told = owner.unread();
    expect(told.filter(({ type }) => type === 'game:state').length).toBeLessThan(20);
    expect(told.filter(({ data }) => data.code === 'RATE_LIMITED').length).toBeGreaterThan(1900);
  });

  it('cannot pause a rated game, in which he may sit', async () => {
    const world = await makeWorld();
    const room = (await world.call('/rooms', { maxPlayers: 2 })).body;
    for (const name of ['Alpha', 'Beta']) {
      const made = await world.accounts.register(name);
      if ('error' in made) throw new Error(made.error);
      await world.call(`/rooms/${room.id}/join`, { name }, made.apiKey);
    }
    await world.settle();
    const owner = await world.spectator(room.roomCode, room.ownerToken);
    owner.unread();
    owner.say('spectator:pause');
    await world.settle();
    expect(owner.unread()).toMatchObject([
      { type: 'error', data: { code: 'INVALID_ACTION', message: expect.stringMatching(/rated/) } },
    ]);
  });
});
