import type { FastifyInstance } from 'fastify';
import type { Storage } from '../core/storage.ts';

const LONGEST_SILENCE = 2000;

interface Health {
  ready(): boolean;
  /** Whether this node has all that it needs of others. */
  connected(): boolean;
  storage: Storage;
}

export function addHealth(http: FastifyInstance, { ready, connected, storage }: Health): void {
  http.get('/healthz', async (_, reply) =>
    ready() ? reply.type('text/plain').send('ok') : reply.code(503).send({ error: 'Starting.' }),
  );
  // Alive is not the same as useful: whoever sends callers here asks whether the database answers.
  http.get('/readyz', async (_, reply) => {
    if (!ready()) return reply.code(503).send({ error: 'Starting.' });
    if (!connected()) return reply.code(503).send({ error: 'The node stands still or leaves.' });
    const answers = await Promise.race([
      storage.size().then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), LONGEST_SILENCE).unref()),
    ]);
    if (!answers) return reply.code(503).send({ error: 'The database does not answer.' });
    if (!(await storage.canWrite())) return reply.code(503).send({ error: 'The database cannot be written.' });
    return reply.type('text/plain').send('ok');
  });
}
