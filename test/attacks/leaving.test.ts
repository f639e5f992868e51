import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Leaving } from '../../src/gateways/leaving.ts';

it('of many who are sent away and stay on the line few are waited for, and those not for long', async () => {
  const leaving = new Leaving();
  const sockets = Array.from({ length: 1000 }, () => new PassThrough());
  for (const socket of sockets) leaving.add(socket, () => socket.destroy());
  expect(sockets.findIndex(({ destroyed }) => !destroyed)).toBe(1000 - 16);
  await once(sockets.at(-1)!, 'close');
  expect(sockets.every(({ destroyed }) => destroyed)).toBe(true);
});

it('who goes by itself makes room for others', async () => {
  const leaving = new Leaving();
  const ended: number[] = [];
  for (let i = 0; i < 200; i++) {
    const socket = new PassThrough();
    leaving.add(socket, () => ended.push(i));
    socket.destroy();
    await once(socket, 'close');
  }
  expect(ended).toEqual([]);
});
