import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { realClock } from '../../../core/clock.ts';
import { HttpClient, type HttpClientParts } from './http-client.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function serve(listener: RequestListener): Promise<{ port: number; server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
  return { port: (server.address() as AddressInfo).port, server };
}

function client(more: Partial<HttpClientParts> = {}): HttpClient {
  const made = new HttpClient({ clock: realClock(), privateCalls: () => true, ...more });
  open.push(made);
  return made;
}

const never = new AbortController().signal;
const LONG = 60_000;

test('7.1 a call is a POST of JSON, and its reply comes back as text', async () => {
  const { port } = await serve((request, response) =>
    response.end(`${request.method} ${request.headers['content-type']}`),
  );
  expect(await client().post(`http://127.0.0.1:${port}/mcp`, '{}', LONG, never)).toEqual({
    status: 200,
    body: 'POST application/json',
  });
});

test('7.1 a reply may begin with a byte order mark', async () => {
  const { port } = await serve((_, response) => response.end('\ufeff{}'));
  expect(await client().post(`http://127.0.0.1:${port}/`, '{}', LONG, never)).toEqual({ status: 200, body: '{}' });
});

test('7.5 redirects are not followed', async () => {
  let asked = 0;
  const { port } = await serve((_, response) => {
    asked++;
    response.writeHead(307, { location: `http://127.0.0.1:${port}/again` }).end();
  });
  expect(await client().post(`http://127.0.0.1:${port}/`, '{}', LONG, never)).toMatchObject({ status: 307 });
  expect(asked).toBe(1);
});

test('7.6 a reply of more than 64 KiB is given up, also one that never ends', async () => {
  const { port, server } = await serve((_, response) => {
    const chunk = 'x'.repeat(16 * 1024);
    const more = (): void => {
      if (!response.destroyed) response.write(chunk, () => setImmediate(more));
    };
    more();
  });
  const closed = new Promise((done) => server.once('connection', (socket) => socket.once('close', done)));
  expect(await client().post(`http://127.0.0.1:${port}/`, '{}', LONG, never)).toEqual({
    failed: 'connection',
    why: 'The reply is too long.',
  });
  await closed;
});

test('7.6 a reply of exactly 64 KiB is read', async () => {
  const { port } = await serve((_, response) => response.end('x'.repeat(64 * 1024)));
  expect(await client().post(`http://127.0.0.1:${port}/`, '{}', LONG, never)).toMatchObject({ status: 200 });
});

test('7.7 a reply that trickles for ever ends with its time', async () => {
  const { port } = await serve((_, response) => response.write('x'));
  expect(await client().post(`http://127.0.0.1:${port}/`, '{}', 50, never)).toMatchObject({ failed: 'timeout' });
});

test('7.7 nobody there is a connection that failed', async () => {
  const { port, server } = await serve(() => {});
  await new Promise((done) => server.close(done));
  expect(await client().post(`http://127.0.0.1:${port}/`, '{}', LONG, never)).toMatchObject({ failed: 'connection' });
});

test('7.3 a name is resolved for every call, and one bad address among several refuses it', async () => {
  const { port } = await serve((_, response) => response.end('reached'));
  const answers = [['127.0.0.1'], ['127.0.0.1', '169.254.169.254'], ['::ffff:169.254.169.254'], []];
  const changing = client({ resolve: async () => answers.shift()! });
  const call = () => changing.post(`http://agent.example:${port}/`, '{}', LONG, never);
  expect(await call()).toEqual({ status: 200, body: 'reached' });
  expect(await call()).toMatchObject({
    failed: 'connection',
    why: 'contact_endpoint is at an address that is not called.',
  });
  expect(await call()).toMatchObject({
    failed: 'connection',
    why: 'contact_endpoint is at an address that is not called.',
  });
  expect(await call()).toMatchObject({ failed: 'connection', why: 'The host has no address.' });
});

test('7.3 the connection goes to the address that was checked, whatever the name says a moment later', async () => {
  const { port } = await serve((request, response) => response.end(request.headers.host));
  let asked = 0;
  const once = client({
    resolve: async () => {
      asked++;
      return asked === 1 ? ['127.0.0.1'] : ['169.254.169.254'];
    },
  });
  expect(await once.post(`http://rebind.example:${port}/`, '{}', LONG, never)).toEqual({
    status: 200,
    body: `rebind.example:${port}`,
  });
  expect(asked).toBe(1);
});

test('7.4 private addresses are not called where the host does not allow it', async () => {
  const { port } = await serve((_, response) => response.end('reached'));
  const strict = client({ privateCalls: () => false });
  expect(await strict.post(`http://127.0.0.1:${port}/`, '{}', LONG, never)).toMatchObject({ failed: 'connection' });
  expect(await strict.post(`http://localhost:${port}/`, '{}', LONG, never)).toMatchObject({ failed: 'connection' });
});

test('7.7 a call that nobody waits for any more is given up', async () => {
  const { port, server } = await serve(() => {});
  const giving = new AbortController();
  const reply = client().post(`http://127.0.0.1:${port}/`, '{}', LONG, giving.signal);
  await once(server, 'request');
  giving.abort();
  expect(await reply).toMatchObject({ failed: 'connection' });
});

test('7.8 a call that is refused is told with its reason, once per endpoint', async () => {
  const told: [string, string][] = [];
  const client = new HttpClient({
    clock: realClock(),
    privateCalls: () => false,
    resolve: async () => ['127.0.0.1'],
    refused: (endpoint, why) => told.push([endpoint, why]),
  });
  const { signal } = new AbortController();
  for (const endpoint of ['http://a.example/', 'http://a.example/', 'http://127.0.0.1:9/']) {
    expect(await client.post(endpoint, '{}', 1000, signal)).toMatchObject({ failed: 'connection' });
  }
  client.close();
  expect(told).toEqual([
    ['http://a.example/', expect.stringContaining('CROSSPLAY_PRIVATE_CALLS')],
    ['http://127.0.0.1:9/', expect.stringContaining('CROSSPLAY_PRIVATE_CALLS')],
  ]);
});
