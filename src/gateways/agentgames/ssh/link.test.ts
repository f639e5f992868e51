import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { ServerChannel } from 'ssh2';
import { expect, it } from 'vitest';
import { realClock } from '../../../core/clock.ts';
import { Budgets } from '../../budget.ts';
import { Link } from './link.ts';

/** Two ends of a real connection, and a channel that nobody reads. */
async function stalled() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer = connect((server.address() as { port: number }).port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  const channel = new PassThrough({ highWaterMark: 1 }) as unknown as ServerChannel;
  const close = (): void => {
    for (const end of [peer, socket]) end.destroy();
    server.close();
  };
  return { socket, channel, link: new Link(socket, new Budgets(realClock()).open('192.0.2.1')!), close };
}

it('5.5 a peer that is more than 1 MiB behind is dropped', async () => {
  const { socket, channel, link, close } = await stalled();
  const line = 'x'.repeat(64 * 1024);
  for (let i = 0; i < 16; i++) link.write(channel, line);
  expect(socket.destroyed).toBe(false);
  for (let i = 0; i < 3; i++) link.write(channel, line);
  expect(socket.destroyed).toBe(true);
  close();
});
