import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { LoaAgent } from '../loa-client.ts';
import { type Attacked, attacked } from './attacked.ts';
import { MORE, PING, RawSocket, rawFrame, TEXT } from './raw-socket.ts';

const LOA = '/api/v1/ws';
const MB = 1024 * 1024;

describe('a stranger with a socket', () => {
  let server: Attacked;
  beforeAll(async () => {
    server = await attacked();
  });
  afterAll(() => server.end());

  it('who pings and never reads is cut before the pongs fill the memory', async () => {
    const stranger = await RawSocket.open(server.port, LOA);
    const pings = Buffer.concat(Array(500).fill(rawFrame(PING, 'x'.repeat(125))));
    await stranger.flood(pings, 48 * MB);
    expect(stranger.sent).toBeLessThan(48 * MB);
  });

  it('who sends a message in pieces of one byte is cut after a few of them', async () => {
    const stranger = await RawSocket.open(server.port, LOA);
    const pieces = [rawFrame(TEXT, 'x', false), ...Array(2000).fill(rawFrame(MORE, 'x', false))];
    stranger.socket.write(Buffer.concat(pieces));
    // 1008: too many pieces.
    expect((await stranger.end()).subarray(0, 4)).toEqual(Buffer.from([0x88, 2, 0x03, 0xf0]));
  });

  it('who sends more than a connection may is told so in the words of the protocol and cut', async () => {
    const stranger = await LoaAgent.connect(server.url);
    const closed = new Promise<number>((resolve) => stranger.socket.once('close', resolve));
    for (let i = 0; i < 60_000 && stranger.socket.readyState === WebSocket.OPEN; i++) {
      stranger.say({ type: 'ping' });
      if (i % 1000 === 0) await new Promise((next) => setImmediate(next));
    }
    expect(await closed).toBe(1008);
    expect(stranger.frames.at(-1)).toEqual({ type: 'error', message: expect.stringMatching(/rate limit/i) });
  });
});
