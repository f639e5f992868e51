import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { flushAll, Outbox } from './outbox.ts';

/** A socket that remembers each write. */
function socket() {
  const writes: string[] = [];
  const duplex = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      writes.push(String(chunk));
      done();
    },
  });
  return { duplex, writes };
}

const nextTick = () => new Promise<void>((done) => process.nextTick(done));
const frames = (...texts: string[]) => texts.map((text) => Buffer.from(text));

describe('an outbox', () => {
  it('writes what is added within a tick in one piece, in order', async () => {
    const { duplex, writes } = socket();
    const outbox = new Outbox(duplex, () => true);
    for (const frame of frames('a', 'b', 'c')) outbox.add(frame);
    expect([writes, outbox.behind]).toEqual([[], 3]);
    await nextTick();
    for (const frame of frames('d')) outbox.add(frame);
    await nextTick();
    expect([writes, outbox.behind]).toEqual([['abc', 'd'], 0]);
  });

  it('gives every spectator its frames, the same or others', async () => {
    const [first, second, third] = [socket(), socket(), socket()];
    const [a, b, c] = frames('a', 'b', 'c') as [Buffer, Buffer, Buffer];
    const boxes = [first, second, third].map(({ duplex }) => new Outbox(duplex, () => true));
    for (const box of boxes.slice(0, 2)) for (const frame of [a, b]) box.add(frame);
    for (const frame of [a, c]) boxes[2]!.add(frame);
    flushAll();
    expect([first.writes, second.writes, third.writes]).toEqual([['ab'], ['ab'], ['ac']]);
  });

  it('writes nothing once the connection is closed', async () => {
    const { duplex, writes } = socket();
    let open = true;
    const outbox = new Outbox(duplex, () => open);
    for (const frame of frames('a')) outbox.add(frame);
    open = false;
    await nextTick();
    expect([writes, outbox.behind]).toEqual([[], 0]);
  });

  it('does not wait for the end of a tick in which very many are sent something', () => {
    const sockets = Array.from({ length: 100 }, socket);
    for (const { duplex } of sockets) for (const frame of frames('x')) new Outbox(duplex, () => true).add(frame);
    expect(sockets.filter(({ writes }) => writes.length > 0).length).toBeGreaterThan(50);
  });
});
