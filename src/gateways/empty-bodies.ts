import type { FastifyInstance } from 'fastify';

/** A JSON type with no body behind it counts as an empty object, whatever the method. */
export function readNoBodyAsEmpty(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else parse(request, body as string, done);
  });
}
