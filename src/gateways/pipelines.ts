import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Clients wait for an answer before they ask again, or open another connection. */
const MOST_AT_ONCE = 64;

/** A connection that asks again and again without waiting is cut: all of it would be read in one go. */
export function cutPipelines(http: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>();
  const cut = new WeakSet<Socket>();
  http.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // What was read along with the one that was too much.
    if (cut.has(socket)) return void reply.hijack();
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count <= MOST_AT_ONCE) return done();
    cut.add(socket);
    reply.header('connection', 'close').code(429).send({ error: 'Too many requests at once on one connection.' });
  });
  http.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    done();
  });
}
