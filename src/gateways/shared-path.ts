import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** One protocol's share in a path. */
export interface Share {
  /** Whether a body is meant for this protocol. What nobody claims is answered by the first that shares the path. */
  claims(body: string, request: FastifyRequest): boolean;
  answer(body: string, request: FastifyRequest, reply: FastifyReply): unknown;
  /** What was sent cannot be read, or answering it failed. */
  failed(error: { statusCode?: number }, request: FastifyRequest, reply: FastifyReply): void;
}

const BODY_LIMIT = 64 * 1024;
const shared = new WeakMap<FastifyInstance, Map<string, Share[]>>();

/** Answers POSTs to a path that other protocols may answer too, each by what is in the body. */
export function sharePost(http: FastifyInstance, path: string, share: Share): void {
  const paths = shared.get(http) ?? new Map<string, Share[]>();
  shared.set(http, paths);
  const others = paths.get(path);
  if (others) return void others.push(share);
  const shares = [share];
  paths.set(path, shares);
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      path,
      {
        config: { anyBody: true },
        errorHandler: (error, request, reply) => share.failed(error as { statusCode?: number }, request, reply),
      },
      (request, reply) => {
        const body = String(request.body ?? '');
        const meant = shares.find((one) => one.claims(body, request)) ?? share;
        return meant.answer(body, request, reply);
      },
    );
  });
}
