import type { FastifyInstance } from 'fastify';
import { type Budgets, COST } from './budget.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a request of this route costs beyond the usual. */
    cost?: number;
  }
}

/** Every request is paid for by its address; what is over is 429 and says when to come again. */
export function limitRequests(http: FastifyInstance, budgets: Budgets): void {
  http.addHook('onRequest', async ({ ip, routeOptions }, reply) => {
    const cost = COST.request + (routeOptions.config.cost ?? 0);
    const bucket = budgets.ofAddress(ip);
    if (bucket.take(cost)) return;
    return reply.code(429).header('retry-after', bucket.wait(cost)).send({ error: 'Too many requests.' });
  });
}
