import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { saidTwice } from './repeated-key.ts';
import type { Visitors } from './visitors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its protocol reads a body as JSON whatever the body says it is. */
    anyBody?: boolean;
  }
}

/** What only this server's own pages may ask for: the host's routes. */
const OWN = '/api/v1/host';
const SECONDS_REMEMBERED = '600';
const HEADER_NAMES = /^[\w-]+( *, *[\w-]+){0,31}$/;
const JSON_TYPE = /^application\/json *(;|$)/i;

/** Turns away what no honest program sends, before any route sees it, and answers the questions of browsers. */
export function keepDoor(http: FastifyInstance, visitors: Visitors): void {
  http.addHook('onRequest', async (request, reply) => {
    const { headers } = request;
    const path = pathOf(request);
    if (path === '/healthz') return undefined;
    const own = path.startsWith(OWN);
    const refused = visitors.refusal(headers, own);
    if (refused !== undefined) return reply.code(403).send({ error: refused });
    if (!own) reply.headers(visitors.allowance(headers));
    if (isPreflight(request)) return answerPreflight(request, reply, own);
    const repeated = repeatedKey(request);
    if (repeated !== undefined) {
      return reply.code(400).send({ error: saidTwice(repeated), code: 'bad-request' });
    }
    if (hasBody(request) && !isJson(request) && request.routeOptions.config.anyBody !== true)
      return reply.code(415).send({ error: 'A body must be of the type application/json.' });
    return undefined;
  });
}

/** Of the route, so that no other spelling of an address gets around it. */
const pathOf = ({ routeOptions, url }: FastifyRequest): string => {
  if (routeOptions.url !== undefined && routeOptions.url !== '/*') return routeOptions.url;
  const path = url.split('?')[0]!;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** Never with credentials: a page can do what any program could, and nothing that the browser keeps. */
function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply, own: boolean): FastifyReply {
  if (own) return reply.code(403).send({ error: 'Pages of other origins may not ask for this.' });
  const wanted = headers['access-control-request-headers'];
  if (wanted !== undefined && HEADER_NAMES.test(wanted)) reply.header('access-control-allow-headers', wanted);
  return reply
    .code(204)
    .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    .header('access-control-max-age', SECONDS_REMEMBERED)
    .send();
}

function repeatedKey({ query }: FastifyRequest): string | undefined {
  return Object.entries(query as { [name: string]: unknown }).find(([, value]) => Array.isArray(value))?.[0];
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isJson = ({ headers }: FastifyRequest): boolean => JSON_TYPE.test(headers['content-type'] ?? '');
