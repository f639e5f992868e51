import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { textFrame } from './text-frame.ts';

const ACCEPT = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A server that shakes hands and sends the given bytes. */
async function sending(frames: Buffer[]): Promise<{ url: string; close(): void }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      const key = /Sec-WebSocket-Key: (\S+)/i.exec(String(data))![1];
      const accept = createHash('sha1')
        .update(key + ACCEPT)
        .digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      for (const frame of frames) socket.write(frame);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

it('arrives as the same text, whatever its length and letters', async () => {
  const texts = [
    ...['', 'a', 'a', 'é', '🦞'.repeat(40)],
    ...[125, 126, 65_535, 65_536, 200_000].map((length) => 'x'.repeat(length)),
    ...[125, 126, 65_536].map((length) => 'ü'.repeat(length)),
  ];
  const server = await sending(texts.map(textFrame));
  const socket = new WebSocket(server.url, { perMessageDeflate: false });
  const heard: string[] = [];
  await new Promise<void>((all) =>
    socket.on('message', (data, binary) => {
      expect(binary).toBe(false);
      if (heard.push(String(data)) === texts.length) all();
    }),
  );
  expect(heard).toEqual(texts);
  socket.terminate();
  server.close();
});

it('is made once for many who are told the same', () => {
  expect(textFrame('same')).toBe(textFrame('same'));
  expect(textFrame('same')).not.toBe(textFrame('other'));
});
