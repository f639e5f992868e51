import type { FastifyInstance } from 'fastify';
import { bytesOfBody } from './bodies.ts';
import { type Budgets, COST, costOf } from './budget.ts';
import type { AddressOf } from './client-address.ts';
import type { Visitors } from './visitors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a request of this route costs beyond the usual. */
    cost?: number;
  }
}

/** While everything is dear, an answer that it was too much has time. */
const REFUSED_AFTER_MS = 1000;
/** So many wait for one at a time; whoever asks for still more is answered at once, and hung up on. */
const MOST_REFUSED_LATER = 1024;

/** Every request is paid for by its address, whatever comes of it; what is over is 429 and says when to come again. */
export function limitRequests(
  http: FastifyInstance,
  budgets: Budgets,
  addressOf: AddressOf,
  visitors: Pick<Visitors, 'allowance'>,
): void {
  let refusedLater = 0;
  http.addHook('onRequest', async (request, reply) => {
    const address = addressOf(request);
    const cost = COST.request + (request.routeOptions.config.cost ?? 0) + costOf(bytesOfBody(request.headers));
    const dearness = budgets.dearness(address);
    const price = dearness * cost;
    const bucket = budgets.ofAddress(address);
    if (bucket.take(price)) return budgets.turn(address, cost);
    if (dearness > 1) {
      if (refusedLater < MOST_REFUSED_LATER) {
        refusedLater++;
        // Not all of them at the same moment.
        await new Promise((over) => setTimeout(over, REFUSED_AFTER_MS * (1 + Math.random())));
        refusedLater--;
      } else reply.header('connection', 'close');
    }
    return reply
      .code(429)
      .headers(visitors.allowance(request.headers))
      .header('retry-after', bucket.wait(price))
      .send({ error: 'Too many requests.', code: 'too-many' });
  });
}
