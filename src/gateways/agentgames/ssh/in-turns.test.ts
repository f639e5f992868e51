import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { InTurns } from './in-turns.ts';

async function ends(): Promise<{ peer: Socket; stream: InTurns }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  onTestFinished(() => {
    for (const end of [peer, socket]) end.destroy();
    server.close();
  });
  return { peer, stream: new InTurns(socket) };
}

it('what comes in one piece is read a little in each turn of the loop, whole and in order', async () => {
  const { peer, stream } = await ends();
  const sent = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251));
  const pieces: Buffer[] = [];
  let turn = 0;
  const turns: number[] = [];
  let reading = true;
  const count = (): void => {
    turn++;
    if (reading) setImmediate(count);
  };
  stream.on('data', (piece: Buffer) => {
    pieces.push(piece);
    turns.push(turn);
  });
  count();
  peer.end(sent);
  await once(stream, 'end');
  reading = false;
  expect(Buffer.concat(pieces)).toEqual(sent);
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(2048);
  // The end of what came at once, and the beginning of what came after it.
  const inOneTurn = [...Map.groupBy(turns, (one) => one).values()].map(({ length }) => length);
  expect(Math.max(...inOneTurn)).toBeLessThanOrEqual(2);
});

it('what is written arrives, and the end of one is the end of the other', async () => {
  const { peer, stream } = await ends();
  const heard = peer.setEncoding('utf8').toArray();
  for (let i = 0; i < 100; i++) stream.write(`${i} `);
  stream.end();
  expect((await heard).join('')).toBe(Array.from({ length: 100 }, (_, i) => `${i} `).join(''));
  const closed = once(stream, 'close');
  stream.resume();
  peer.destroy();
  await closed;
});
