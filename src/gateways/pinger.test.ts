import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Pinger } from './pinger.ts';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
afterEach(() => server.close());

async function connect(options = {}): Promise<{ client: WebSocket; ours: WebSocket }> {
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, options);
  const [[ours]] = await Promise.all([once(server, 'connection'), once(client, 'open')]);
  return { client, ours: ours as WebSocket };
}

it('keeps a connection that answers and drops one that is silent', async () => {
  const pinger = new Pinger(60);
  const answering = await connect();
  const silent = await connect({ autoPong: false });
  for (const { ours } of [answering, silent]) {
    const { heard, gone } = pinger.add(ours);
    ours.on('pong', heard);
    ours.on('close', gone);
  }
  await once(silent.client, 'close');
  for (let pings = 0; pings < 3; pings++) await once(answering.client, 'ping');
  expect(answering.client.readyState).toBe(WebSocket.OPEN);
  pinger.close();
  answering.client.terminate();
});
