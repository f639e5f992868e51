import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { makeWorld } from '../fixture.ts';
import { newRoom } from './room.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('a room whose game is over holds nothing of it but the result', async () => {
  const world = await makeWorld();
  const wish = { bots: 2, maxPlayers: 2, gameSpeed: 'instant', turnLimit: 5 };
  const { body: played } = await world.call('/rooms', wish);
  await expect.poll(async () => (await world.call(`/games/${played.id}`)).body.status).toBe('finished');
  const match = (await world.contract.byTable(played.id))!;
  const room = newRoom('another', 'CODE', 0, {
    name: '',
    maxPlayers: 2,
    turnLimit: 5,
    speed: 'instant',
    ownerHash: null,
  });
  room.play(match);
  const log = new WeakRef(room.log!);
  room.leaveMatch();
  await world.settle();
  collectGarbage();
  expect(log.deref()).toBeUndefined();
  expect(room.body.match).toBe(match.id);
});
