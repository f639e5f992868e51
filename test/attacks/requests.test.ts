import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { Budgets } from '../../src/gateways/budget.ts';
import { clientAddresses, trustedProxies } from '../../src/gateways/client-address.ts';
import { mostConnections, refuseBeyond, requestsWithin } from '../../src/gateways/connections.ts';
import { answerFailures } from '../../src/gateways/failures.ts';
import { answerOddRequests, malformed } from '../../src/gateways/malformed.ts';
import { cutPipelines } from '../../src/gateways/pipelines.ts';
import { Prices } from '../../src/gateways/prices.ts';
import { limitRequests } from '../../src/gateways/requests.ts';
import { fakeClock } from '../clock.ts';

const open: FastifyInstance[] = [];
afterEach(async () => {
  for (const http of open.splice(0)) await http.close();
});

async function listening(http: FastifyInstance): Promise<number> {
  open.push(http);
  http.get('/', async () => 'here');
  http.post('/', async () => 'taken');
  await http.listen({ port: 0, host: '127.0.0.1' });
  return (http.server.address() as AddressInfo).port;
}

async function caller(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const said = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

it('a body that never ends is given up', async () => {
  const port = await listening(fastify({ forceCloseConnections: true, ...requestsWithin(200) }));
  const socket = await caller(port);
  const trickle = setInterval(() => socket.write('x'), 50);
  socket.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n');
  expect(await said(socket)).toMatch(/^HTTP\/1.1 408 /);
  clearInterval(trickle);
  socket.destroy();
});

it('more connections than there is room for are refused at once with 503, and the others go on', async () => {
  const http = fastify({ forceCloseConnections: true });
  refuseBeyond(http.server, 3, () => true);
  const port = await listening(http);
  const early = await Promise.all([caller(port), caller(port), caller(port)]);
  for (const socket of early) {
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    expect(await said(socket)).toMatch(/^HTTP\/1.1 200 /);
  }
  const late = await caller(port);
  expect(await said(late)).toMatch(/^HTTP\/1.1 503 [\s\S]*Retry-After: 10/);
  for (const socket of early) {
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    expect(await said(socket)).toMatch(/^HTTP\/1.1 200 /);
  }
  early[0]!.destroy();
  await once(early[0]!, 'close');
  await expect
    .poll(async () => {
      const next = await caller(port);
      next.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
      return said(next);
    })
    .toMatch(/^HTTP\/1.1 200 /);
});

it('one address holds at most half of the connections, also while it says nothing', async () => {
  const http = fastify({ forceCloseConnections: true });
  refuseBeyond(http.server, 6, () => false);
  const port = await listening(http);
  const silent = await Promise.all([caller(port), caller(port), caller(port)]);
  expect(await said(await caller(port))).toMatch(/^HTTP\/1.1 503 /);
  for (const socket of silent) socket.destroy();
  await expect
    .poll(async () => {
      const next = await caller(port);
      next.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
      return said(next);
    })
    .toMatch(/^HTTP\/1.1 200 /);
});

it('who asks thousands of times without waiting is told so and cut', async () => {
  const http = fastify({ forceCloseConnections: true });
  cutPipelines(http.server);
  let parsed = 0;
  http.server.on('request', () => parsed++);
  const port = await listening(http);
  const socket = await caller(port);
  let heard = '';
  socket.on('data', (bytes: Buffer) => {
    heard += bytes;
  });
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(5000));
  await new Promise((closed) => socket.once('close', closed));
  expect(heard.match(/HTTP\/1.1 200 /g)).toHaveLength(16);
  expect(heard.match(/HTTP\/1.1 429 /g)).toHaveLength(1);
  expect(parsed).toBe(17);
  const patient = await caller(port);
  for (let i = 0; i < 200; i++) {
    patient.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    expect(await said(patient)).toMatch(/^HTTP\/1.1 200 /);
  }
  patient.destroy();
});

it.each([
  ['no request at all', '\x16\x03\x01\r\n\r\n', 400],
  ['a tunnel', 'CONNECT elsewhere:443 HTTP/1.1\r\nHost: here\r\n\r\n', 405],
  ['an odd expectation', 'GET / HTTP/1.1\r\nHost: here\r\nExpect: wonders\r\n\r\n', 417],
  ['an address that is none', 'GET /%zz HTTP/1.1\r\nHost: here\r\n\r\n', 400],
  ['a head without end', `GET / HTTP/1.1\r\nHost: here\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  [
    'chunks that are none',
    'POST / HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    400,
  ],
])('%s is answered with a sentence', async (_, bytes, status) => {
  const http = fastify({ forceCloseConnections: true, ...malformed });
  answerOddRequests(http.server);
  const socket = await caller(await listening(http));
  socket.write(bytes);
  const answer = await said(socket);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual({ error: expect.stringMatching(/\.$/) });
  socket.destroy();
});

it('a caller that is gone before its request is looked at is no fault', async () => {
  const http = fastify();
  const faults: unknown[] = [];
  http.addHook('onRequest', async ({ raw }) => void raw.socket.destroy());
  limitRequests(http, new Budgets(fakeClock()), clientAddresses(trustedProxies([])), { allowance: () => ({}) });
  answerFailures(http, (error) => faults.push(error));
  const answered = new Promise<void>((done) => http.addHook('onSend', async () => done()));
  const socket = await caller(await listening(http));
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await answered;
  expect(faults).toEqual([]);
});

it.each([1024, 20_000, 1_048_576])('of %i file descriptors some are left for everything else', (descriptors) => {
  const { http, ssh } = mostConnections(descriptors);
  expect(http).toBeGreaterThan(descriptors / 3);
  expect(descriptors - http - ssh).toBeGreaterThanOrEqual(Math.min(256, descriptors / 4));
});

it('an address that asks for too much gets 429 and hears when to come again; another is not touched', async () => {
  const http = fastify();
  const clock = fakeClock();
  limitRequests(http, new Budgets(clock), clientAddresses(trustedProxies([])), { allowance: () => ({}) });
  http.get('/', { config: { cost: 10_000 } }, async () => 'here');
  const ask = (remoteAddress: string) => http.inject({ url: '/', remoteAddress });
  const statuses = [];
  for (let i = 0; i < 30; i++) statuses.push((await ask('2001:db8::1')).statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  const late = await ask('2001:db8::2');
  expect([late.statusCode, late.headers['retry-after']]).toEqual([429, '1']);
  expect((await ask('2001:db8:0:1::1')).statusCode).toBe(200);
  await clock.pass(1000);
  expect((await ask('2001:db8::1')).statusCode).toBe(200);
});

it('while the loop is busy an address is let in less often, but one of this machine as ever', async () => {
  const http = fastify();
  const clock = fakeClock();
  const budgets = new Budgets(clock, new Prices(clock, () => true));
  limitRequests(http, budgets, clientAddresses(trustedProxies([])), { allowance: () => ({}) });
  http.get('/', { config: { cost: 10_000 } }, async () => 'here');
  const ask = async (remoteAddress: string) => (await http.inject({ url: '/', remoteAddress })).statusCode;
  await clock.pass(250);
  expect([await ask('192.0.2.1'), await ask('192.0.2.1')]).toEqual([200, 429]);
  expect([await ask('127.0.0.1'), await ask('127.0.0.1')]).toEqual([200, 200]);
});
