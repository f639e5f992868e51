import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { hangUpOnUnread } from '../../src/gateways/bodies.ts';
import { Budgets } from '../../src/gateways/budget.ts';
import { clientAddresses, trustedProxies } from '../../src/gateways/client-address.ts';
import { limitRequests } from '../../src/gateways/requests.ts';
import { fakeClock } from '../clock.ts';

const KB = 1024;
const MB = KB * KB;
/** More than the buffers of both ends hold. */
const ENDLESS = 256 * MB;
const SOME = 32 * MB;

const open: FastifyInstance[] = [];
afterEach(async () => {
  for (const http of open.splice(0)) await http.close();
});

async function listening(): Promise<number> {
  const http = fastify({ forceCloseConnections: true, bodyLimit: 64 * KB });
  open.push(http);
  limitRequests(http, new Budgets(fakeClock()), clientAddresses(trustedProxies([])), { allowance: () => ({}) });
  hangUpOnUnread(http);
  http.post('/', async () => 'taken');
  http.post('/shut', { onRequest: async (_, reply) => reply.code(403).send('no') }, async () => 'taken');
  await http.listen({ port: 0, host: '127.0.0.1' });
  return (http.server.address() as AddressInfo).port;
}

it.each([
  ['that says how long it is', `Content-Length: ${ENDLESS}`, Buffer.alloc(64 * KB, 'x')],
  ['in pieces', 'Transfer-Encoding: chunked', Buffer.from(`10000\r\n${'x'.repeat(64 * KB)}\r\n`)],
])('a long body %s is not read once its request was answered', async (_, length, piece) => {
  const socket = connect(await listening(), '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  let told = '';
  let closed = false;
  socket.on('data', (bytes: Buffer) => {
    told += bytes;
  });
  socket.once('close', () => {
    closed = true;
  });
  socket.write(`POST /shut HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n${length}\r\n\r\n`);
  let sent = 0;
  while (!closed && sent < ENDLESS) {
    sent += piece.length;
    if (!socket.write(piece))
      await new Promise<void>((taken) => socket.once('drain', taken).once('close', () => taken()));
  }
  expect(sent).toBeLessThan(SOME);
  expect(told).toMatch(/^HTTP\/1.1 403 [\s\S]*connection: close/i);
});

it('a caller whose body was short is not hung up on, whatever the answer', async () => {
  const socket = connect(await listening(), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  for (const path of ['/shut', '/', '/shut']) {
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect(String((await once(socket, 'data'))[0])).toMatch(path === '/' ? /^HTTP\/1.1 200 / : /^HTTP\/1.1 403 /);
  }
});

it('every byte of a body is paid for; who does not say how many there are pays for as many as may be', async () => {
  const http = fastify();
  open.push(http);
  limitRequests(http, new Budgets(fakeClock()), clientAddresses(trustedProxies([])), { allowance: () => ({}) });
  http.post('/', async () => 'taken');
  const most = async (remoteAddress: string, headers: { [name: string]: string }): Promise<number> => {
    for (let taken = 0; ; taken++) {
      const { statusCode } = await http.inject({ method: 'POST', url: '/', remoteAddress, headers, payload: '{}' });
      if (statusCode === 429) return taken;
    }
  };
  const json = { 'content-type': 'application/json' };
  expect(await most('192.0.2.1', json)).toBeGreaterThan(3000);
  expect(await most('192.0.2.2', { ...json, 'transfer-encoding': 'chunked' })).toBeLessThan(200);
  expect(await most('192.0.2.3', { ...json, 'content-length': `${60 * KB}` })).toBeLessThan(200);
});
