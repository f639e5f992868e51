import type { FastifyReply, FastifyRequest } from 'fastify';
import { keyIdOf } from '../../accounts/keys.ts';
import { type AgentRow, StorageBusy } from '../../core/storage.ts';
import { COST } from '../budget.ts';
import type { Gateway, GatewayParts } from '../gateway.ts';
import { Calls, type Patience } from '../held/calls.ts';
import { MoveRequest, type Picture, PlayRequest } from '../held/json.ts';
import { isTrouble, type Trouble, trouble } from '../held/trouble.ts';
import { bearerOf } from '../sockets.ts';
import { reader, readWait, retryAfter, statusOf, VIA } from './protocol.ts';

const BODY_LIMIT = 64 * 1024;

interface Asked {
  Params: { id: string };
  Querystring: { wait?: string; cursor?: string };
}
type Asking = FastifyRequest<Asked>;
type Act = (agent: AgentRow, request: Asking, reply: FastifyReply) => Promise<object>;

const NO_KEY = 'Send your API key: Authorization: Bearer KEY. POST /api/v1/agents {"name"} makes one.';

/** Plain HTTP: a match by a few calls, each of which may be made again. */
export function httpGateway({ http, accounts, held, clock, log, addressOf, seen, sockets }: GatewayParts): Gateway {
  const calls = new Calls(held, VIA, clock, sockets);
  const readPlay = reader(PlayRequest);
  const readMove = reader(MoveRequest);

  const identify = async (request: FastifyRequest): Promise<AgentRow | Trouble> => {
    const key = bearerOf(request);
    const agent = key === undefined ? undefined : await accounts.authenticate(key);
    if (!agent) {
      if (key !== undefined && !accounts.limits.failuresOfAddress.take(addressOf(request))) {
        return trouble('too-many', 'Too many failed attempts. Please wait.');
      }
      return trouble('unauthorized', key === undefined ? NO_KEY : 'This is not a valid API key.');
    }
    if (agent.bannedAt !== undefined) return trouble('banned', 'This account is banned.');
    seen(agent.id, addressOf(request));
    return calls.admit(agent) ?? agent;
  };

  const answer = (reply: FastifyReply, body: object, status = 200): FastifyReply => {
    if (!isTrouble(body)) return reply.code(status).send(body);
    const code = statusOf(body);
    const later = retryAfter(code);
    if (later) reply.header('retry-after', later);
    return reply.code(code).send(body);
  };

  const route =
    (act: Act, status = 200) =>
    async (request: Asking, reply: FastifyReply) => {
      const agent = await identify(request);
      return answer(reply, isTrouble(agent) ? agent : await act(agent, request, reply), status);
    };

  /** As patient as the caller wishes, and no longer than it is there. */
  const patiently = (
    { query, headers }: Asking,
    reply: FastifyReply,
    ask: (patience: Patience) => Promise<Picture | Trouble>,
  ): Promise<Picture | Trouble> => {
    const wait = readWait(query.wait);
    if (wait === undefined) return Promise.resolve(trouble('bad-request', 'wait must be a number of seconds.'));
    const patience: Patience = { wait };
    if (typeof query.cursor === 'string') patience.cursor = query.cursor;
    if (wait === 0) return ask(patience);
    const hungUp = new AbortController();
    reply.raw.once('close', () => hungUp.abort());
    return ask({ ...patience, key: keyIdOf(bearerOf({ headers })!), gone: hungUp.signal });
  };

  http.register(async (scope) => {
    // Whoever calls shows a key, which no page elsewhere has: a script need not say what its body is.
    scope.addHook('onRoute', (added) => {
      added.config = { ...added.config, anyBody: true };
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      if (error instanceof StorageBusy) return answer(reply, trouble('unavailable', error.message));
      if (error.statusCode === 413) return answer(reply, trouble('too-large', 'The body is too large.'));
      if (error.statusCode !== undefined && error.statusCode < 500) {
        return answer(reply, trouble('bad-request', 'This request cannot be read.'));
      }
      // Whoever breaks an upload off is gone.
      if (request.raw.complete) log.error({ err: error }, VIA);
      return reply.code(500).send({ error: 'Internal error.', code: 'internal' });
    });

    scope.get<Asked>(
      '/api/v1/play',
      route((agent) => calls.list(agent)),
    );
    scope.post<Asked>(
      '/api/v1/play',
      { config: { cost: COST.seats } },
      route(async (agent, request, reply) => {
        const wish = readPlay(request.body);
        if (isTrouble(wish)) return wish;
        return patiently(request, reply, (patience) => calls.play(agent, wish, addressOf(request), patience));
      }, 201),
    );
    scope.get<Asked>(
      '/api/v1/play/:id',
      route((agent, request, reply) =>
        patiently(request, reply, (patience) => calls.look(agent, request.params.id, patience)),
      ),
    );
    scope.post<Asked>(
      '/api/v1/play/:id/moves',
      route(async (agent, request, reply) => {
        const move = readMove(request.body);
        if (isTrouble(move)) return move;
        return patiently(request, reply, (patience) => calls.move(agent, request.params.id, move, patience));
      }),
    );
    scope.post<Asked>(
      '/api/v1/play/:id/resign',
      route((agent, { params }) => calls.resign(agent, params.id)),
    );
    scope.post<Asked>(
      '/api/v1/play/:id/leave',
      route((agent, { params }) => calls.leave(agent, params.id)),
    );
    scope.post<Asked>(
      '/api/v1/challenges/:id/accept',
      route((agent, { params }) => calls.accept(agent, params.id), 201),
    );
    scope.post<Asked>(
      '/api/v1/challenges/:id/decline',
      route((agent, { params }) => calls.decline(agent, params.id)),
    );
  });

  return { name: VIA, shutOut: (agent) => held.shutOut(agent), stop: async () => {} };
}
