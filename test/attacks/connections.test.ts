import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
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

  it('who goes on after an error is not even read', async () => {
    const stranger = await RawSocket.open(server.port, LOA);
    const pieces = Buffer.concat(Array(10_000).fill(rawFrame(TEXT, 'x', false)));
    await stranger.flood(pieces, 256 * MB);
    expect(stranger.sent).toBeLessThan(32 * MB);
  });

  it('who says a key of the query twice is refused', async () => {
    const opening = RawSocket.open(server.port, `${LOA}?type=agent&type=spectator`);
    await expect(opening).rejects.toThrow(/^HTTP\/1.1 400 .*The query says \\"type\\" more than once/s);
  });

  it('who is refused and stays on the line is hung up on', async () => {
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.write('GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 404 /);
    await once(socket, 'end');
    // Whoever is gone answers what is still said with a reset.
    const cut = once(socket, 'error');
    const talk = setInterval(() => socket.write('x'), 50);
    expect((await cut)[0]).toMatchObject({ code: expect.stringMatching(/EPIPE|ECONNRESET/) });
    clearInterval(talk);
  });
});
