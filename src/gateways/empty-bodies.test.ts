import fastify from 'fastify';
import { expect, test } from 'vitest';
import { readNoBodyAsEmpty } from './empty-bodies.ts';

test.each(['POST', 'DELETE', 'PUT'] as const)(
  'a %s with a JSON type and no body is read as an empty object',
  async (method) => {
    const http = fastify();
    readNoBodyAsEmpty(http);
    http.route({ method, url: '/', handler: async ({ body }) => ({ body }) });
    const send = (payload?: string) =>
      http.inject({ method, url: '/', headers: { 'content-type': 'application/json' }, ...(payload && { payload }) });
    expect((await send()).json()).toEqual({ body: {} });
    expect((await send('{"a":1}')).json()).toEqual({ body: { a: 1 } });
    expect((await send('{')).statusCode).toBe(400);
    expect((await send('{"__proto__":1}')).statusCode).toBe(400);
  },
);
