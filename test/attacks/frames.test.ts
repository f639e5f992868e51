import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type Endpoint, Sockets } from '../../src/gateways/sockets.ts';
import { RawSocket, rawFrame, TEXT } from './raw-socket.ts';

const FRAMES = 1000;

it('of a thousand frames that come in one piece, each has a turn of the loop of its own', async () => {
  const turns: number[] = [];
  let turn = 0;
  const all = Promise.withResolvers<void>();
  const endpoint: Endpoint<object> = {
    gateway: 'test',
    maxFrame: 1000,
    admit: async () => ({}),
    open: () => ({
      receive() {
        if (turns.length === 0) count();
        if (turns.push(turn) === FRAMES) all.resolve();
      },
      tooMuch() {},
      closed() {},
    }),
  };
  const count = (): void => {
    turn++;
    if (turns.length < FRAMES) setImmediate(count);
  };
  const server = createServer();
  const sockets = new Sockets();
  sockets.add('/', endpoint);
  sockets.listenOn(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const stranger = await RawSocket.open((server.address() as AddressInfo).port, '/');
  stranger.socket.write(Buffer.concat(Array(FRAMES).fill(rawFrame(TEXT, '{}'))));
  await all.promise;
  stranger.socket.destroy();
  expect(new Set(turns).size).toBe(FRAMES);
});
