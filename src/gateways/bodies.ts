import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** No body that any route reads has more bytes. */
export const LARGEST_BODY = 64 * 1024;

/** How many bytes have to be read of a body at most. */
export function bytesOfBody(headers: IncomingHttpHeaders): number {
  if (headers['transfer-encoding'] !== undefined) return LARGEST_BODY;
  return Math.min(LARGEST_BODY, Number(headers['content-length'] ?? 0));
}

/** Whoever is answered before all of a long body came is hung up on: Node would read the rest of it to no end. */
export function hangUpOnUnread(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply) => {
    if (!request.raw.complete && bytesOfBody(request.headers) === LARGEST_BODY) reply.header('connection', 'close');
  });
}
