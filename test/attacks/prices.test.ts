import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { COST } from '../../src/gateways/budget.ts';
import { makeWorld as rooms } from '../../src/gateways/clawpoly/fixture.ts';
import { makeWorld as calls } from '../../src/gateways/http/fixture.ts';

/** What a request costs beyond the usual, whatever comes of it. */
async function costOf(http: FastifyInstance, url: string): Promise<number | undefined> {
  let cost: number | undefined;
  http.addHook('onRequest', async ({ routeOptions }) => {
    cost = routeOptions.config.cost;
  });
  await http.inject({ method: 'POST', url, payload: {} });
  return cost;
}

it('who asks for a seat or a room pays for the match that may begin with it', async () => {
  expect(await costOf((await calls()).http, '/api/v1/play')).toBe(COST.seats);
  expect(await costOf((await rooms()).http, '/api/v1/rooms')).toBe(COST.seats);
});
