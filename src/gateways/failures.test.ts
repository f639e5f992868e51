import fastify from 'fastify';
import { expect, test } from 'vitest';
import { StorageBusy } from '../core/storage.ts';
import { answerFailures } from './failures.ts';

async function answerTo(error: Error) {
  const faults: unknown[] = [];
  const http = fastify();
  answerFailures(http, (fault) => faults.push(fault));
  http.get('/', async () => {
    throw error;
  });
  const { statusCode, headers, body } = await http.inject('/');
  return { statusCode, retry: headers['retry-after'], body: JSON.parse(body), faults };
}

test('who reads while too many do is told to come again, and it is no fault', async () => {
  expect(await answerTo(new StorageBusy())).toEqual({
    statusCode: 503,
    retry: '1',
    body: { error: 'The server is busy. Please try again in a moment.' },
    faults: [],
  });
});

test('what should not happen is a fault, and its words stay inside', async () => {
  const error = new Error('secret');
  const { statusCode, body, faults } = await answerTo(error);
  expect([statusCode, body, faults]).toEqual([500, { error: 'Internal error.' }, [error]]);
});

test('what the asker did wrong is told as it is', async () => {
  const error = Object.assign(new Error('Too large.'), { statusCode: 413 });
  const { statusCode, body, faults } = await answerTo(error);
  expect([statusCode, body, faults]).toEqual([413, { error: 'Too large.' }, []]);
});
