import type { FastifyError, FastifyInstance } from 'fastify';
import { StorageBusy } from '../core/storage.ts';

/** How a request that failed is answered. What strangers may cause is no fault of ours. */
export function answerFailures(http: FastifyInstance, fault: (error: unknown) => void): void {
  http.setErrorHandler(async (error: FastifyError | StorageBusy, _, reply) => {
    if (error instanceof StorageBusy) {
      return reply.code(503).header('retry-after', error.retryAfter).send({ error: error.message });
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) fault(error);
    return reply.code(status).send({ error: status >= 500 ? 'Internal error.' : error.message });
  });
}
