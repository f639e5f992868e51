import { expect, test } from 'vitest';
import { fakeClock } from '../../../../test/clock.ts';
import { compose } from '../protocol.ts';
import { Breaker } from './breaker.ts';
import { Caller } from './caller.ts';
import type { HttpReply } from './http-client.ts';

const message = (type: string) => compose(type, 'league_manager', 0, 'c', {});
const never = new AbortController().signal;
const gone: HttpReply = { failed: 'connection', why: 'refused' };
const fine: HttpReply = { status: 200, body: '{"jsonrpc":"2.0","result":{},"id":1}' };

function world(reply: (method: string) => HttpReply) {
  const clock = fakeClock();
  const methods: string[] = [];
  const caller = new Caller({
    breaker: new Breaker(clock),
    async post(_endpoint, body) {
      const { method } = JSON.parse(body);
      methods.push(method);
      return reply(method);
    },
  });
  const call = (type = 'GAME_OVER', counts = true) => caller.call('http://a/', message(type), 1000, never, counts);
  return { clock, methods, caller, call };
}

const missing: HttpReply = { status: 200, body: '{"jsonrpc":"2.0","error":{"code":-32601,"message":"no"},"id":1}' };

test('6.8 a method that is not there is tried once more by the type’s name, and that is remembered', async () => {
  const { call, methods } = world((method) => (method === method.toUpperCase() ? fine : missing));
  expect(await call('CHOOSE_PARITY_CALL')).toEqual({ reply: { jsonrpc: '2.0', result: {}, id: 1 } });
  await call('CHOOSE_PARITY_CALL');
  await call('GAME_OVER');
  expect(methods).toEqual(['choose_parity', 'CHOOSE_PARITY_CALL', 'CHOOSE_PARITY_CALL', 'GAME_OVER']);
});

test('6.8 -32601 counts whatever the HTTP status, and twice is a failure of this call alone', async () => {
  const { call, methods, caller } = world(() => ({ ...missing, status: 404 }) as HttpReply);
  for (let i = 0; i < 4; i++) expect(await call()).toMatchObject({ failed: 'E009' });
  expect(methods).toHaveLength(8);
  expect(caller.gaveUpOn('http://a/')).toBe(false);
});

test('6.9 other JSON-RPC errors and HTTP statuses other than 2xx are failures', async () => {
  const broken = world(() => ({ status: 200, body: '{"jsonrpc":"2.0","error":{"code":-32603,"message":"x"},"id":1}' }));
  expect(await broken.call()).toMatchObject({ failed: 'E009', why: 'JSON-RPC error -32603.' });
  expect(await broken.call()).toHaveProperty('refused');
  for (const status of [301, 404, 500]) {
    const { call } = world(() => ({ status, body: '' }));
    expect(await call()).toMatchObject({ failed: 'E009', why: `HTTP status ${status}.` });
  }
});

test('6.9 no answer in time is E001, no connection E009, and a reply that is no JSON a receipt', async () => {
  expect(await world(() => ({ failed: 'timeout', why: '' })).call()).toMatchObject({ failed: 'E001' });
  expect(await world(() => gone).call()).toMatchObject({ failed: 'E009' });
  expect(await world(() => ({ status: 204, body: '' })).call()).toEqual({ reply: undefined });
});

test('6.10 after five failures in a row nothing goes out for 60 s, then one call tries', async () => {
  let reply: HttpReply = gone;
  const { call, methods, clock, caller } = world(() => reply);
  for (let i = 0; i < 5; i++) await call();
  expect(caller.gaveUpOn('http://a/')).toBe(true);
  expect(await call()).toMatchObject({ failed: 'E009' });
  expect(methods).toHaveLength(5);
  await clock.pass(59_999);
  await call();
  expect(methods).toHaveLength(5);
  await clock.pass(1);
  await Promise.all([call(), call(), call()]);
  expect(methods).toHaveLength(6);
  await call();
  expect(methods).toHaveLength(6);
  await clock.pass(60_000);
  reply = fine;
  expect(await call()).toHaveProperty('reply');
  expect(await call()).toHaveProperty('reply');
  expect(methods).toHaveLength(8);
});

test('6.10 a success between failures starts the count anew', async () => {
  let reply: HttpReply = gone;
  const { call, methods } = world(() => reply);
  for (let i = 0; i < 20; i++) {
    reply = i % 5 === 4 ? fine : gone;
    await call();
  }
  expect(methods).toHaveLength(20);
});

test('6.10 what is only said about an error does not count', async () => {
  const { call, caller } = world(() => gone);
  for (let i = 0; i < 10; i++) await call('GAME_ERROR', false);
  expect(caller.gaveUpOn('http://a/')).toBe(false);
});

test('6.10 an endpoint that refuses is there: only what fails counts', async () => {
  const refusing = world(() => ({ status: 404, body: '' }));
  for (let i = 0; i < 10; i++) expect(await refusing.call()).toMatchObject({ failed: 'E009', refused: true });
  expect(refusing.methods).toHaveLength(10);
  const failing = world(() => ({ status: 503, body: '' }));
  for (let i = 0; i < 10; i++) expect(await failing.call()).not.toHaveProperty('refused');
  expect(failing.methods).toHaveLength(5);
});
