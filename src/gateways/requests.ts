import type { FastifyInstance } from 'fastify';
import { type Budgets, COST } from './budget.ts';
import type { AddressOf } from './client-address.ts';
import type { Visitors } from './visitors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a request of this route costs beyond the usual. */
    cost?: number;
  }
}

/** Every request is paid for by its address, whatever comes of it; what is over is 429 and says when to come again. */
export function limitRequests(
  http: FastifyInstance,
  budgets: Budgets,
  addressOf: AddressOf,
  visitors: Pick<Visitors, 'allowance'>,
): void {
  http.addHook('onRequest', async (request, reply) => {
    const cost = COST.request + (request.routeOptions.config.cost ?? 0);
    const address = addressOf(request);
    const bucket = budgets.ofAddress(address);
    if (bucket.take(cost)) return budgets.turn(address, cost);
    return reply
      .code(429)
      .headers(visitors.allowance(request.headers))
      .header('retry-after', bucket.wait(cost))
      .send({ error: 'Too many requests.', code: 'too-many' });
  });
}
