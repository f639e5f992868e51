import { readFileSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  legacyStatelessFallback,
} from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createClaims } from '../../accounts/claims.ts';
import { StorageBusy } from '../../core/storage.ts';
import { readPages } from '../game-pages.ts';
import type { Gateway, GatewayParts } from '../gateway.ts';
import { Calls } from '../held/calls.ts';
import { originFor } from '../public-address.ts';
import { sharePost } from '../shared-path.ts';
import { bearerOf } from '../sockets.ts';
import { clawpolyTools } from './clawpoly/tools.ts';
import { mcpServer, type ServerParts } from './mcp-server.ts';
import { priceOf } from './price.ts';
import { acceptsEvents, isForMcp, isListening, PATH, rpcError, VIA } from './protocol.ts';
import { type Session, Sessions } from './sessions.ts';
import { ownStream, type Refusal } from './streams.ts';
import { accountTools } from './tools/accounts.ts';
import { competingTools } from './tools/competing.ts';
import { lookingTools } from './tools/looking.ts';
import { playingTools } from './tools/playing.ts';

const RETRY_AFTER = 1;
/** All of them are begun in one go. */
const LONGEST_BATCH = 20;
/** What is wrong with a body that is not even read. */
const UNREAD: { [status: number]: string } = {
  413: 'The body is too large.',
  415: 'The content type cannot be read.',
};
const BOTH = 'application/json, text/event-stream';
const VERSION: string = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version;

/** The Model Context Protocol over Streamable HTTP, in both eras: with sessions, and one request at a time. */
export function mcpGateway(parts: GatewayParts): Gateway {
  const { http, sockets, accounts, held, clock, documents, config, log, addressOf } = parts;
  const fault = (err: unknown) => log.error({ err }, VIA);
  const toolParts = { ...parts, calls: new Calls(held, VIA, clock, sockets), pages: readPages() };
  const claims = createClaims(documents, accounts, () => clock.now());
  const serverParts: ServerParts = {
    ...toolParts,
    tools: [
      ...playingTools(toolParts),
      ...lookingTools(toolParts),
      ...competingTools(toolParts),
      ...accountTools(toolParts),
      ...clawpolyTools({ ...toolParts, claims, sessionsOf: (agent) => sessions.of(agent) }),
    ],
    version: VERSION,
    fault,
  };
  const sessions = new Sessions({
    documents,
    clock,
    scale: config.timeScale,
    server: (session) => mcpServer(serverParts, session),
    fault,
  });
  const modern = createMcpHandler(() => mcpServer(serverParts), { legacy: 'reject' });
  const single = legacyStatelessFallback(() => mcpServer(serverParts));

  const pays = (request: FastifyRequest, cost: number): boolean =>
    sockets.budgets.ofAddress(addressOf(request)).take(cost);
  const tooMuch = (reply: FastifyReply, words: string): FastifyReply =>
    reply.code(429).header('retry-after', RETRY_AFTER).type('application/json').send(rpcError(-32000, words));

  const turnAway = (reply: FastifyReply, { status, words }: Refusal): FastifyReply =>
    status === 429 ? tooMuch(reply, words) : reply.code(status).type('application/json').send(rpcError(-32000, words));

  async function answer(text: string | undefined, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const known = request.headers['mcp-session-id'] !== undefined;
    const body = text === undefined ? undefined : parsed(text);
    if (Array.isArray(body?.value) && body.value.length > LONGEST_BATCH) {
      reply.code(400).type('application/json');
      return reply.send(rpcError(-32600, `A batch has at most ${LONGEST_BATCH} messages.`));
    }
    const price = priceOf(text ?? '', body?.value, known);
    if (!pays(request, price)) return tooMuch(reply, 'Too many requests.');
    await sockets.budgets.turn(addressOf(request), price);
    const hungUp = new AbortController();
    reply.raw.once('close', () => hungUp.abort());
    const sent = webRequest(request, hungUp.signal, text);
    const authInfo = {
      token: bearerOf(request) ?? '',
      clientId: '',
      scopes: [],
      extra: { ip: addressOf(request), origin: originFor(config.publicUrl, request).http },
    };
    const listens = (session?: Session) =>
      ownStream(parts, {
        key: bearerOf(request),
        session,
        address: addressOf(request),
        end: () => reply.raw.end(),
        gone: hungUp.signal,
      });
    const more = { authInfo, ...(body && { parsedBody: body.value }) };
    if (!(await isLegacyRequest(sent, body?.value))) {
      const refused = isListening(body?.value) ? await listens() : undefined;
      return refused ? turnAway(reply, refused) : deliver(reply, await modern.fetch(sent, more));
    }
    const id = sent.headers.get('mcp-session-id');
    if (id !== null) {
      const session = await sessions.get(id);
      if (!session) return reply.code(404).type('application/json').send(rpcError(-32001, 'Session not found.'));
      session.underWay++;
      hungUp.signal.addEventListener('abort', () => session.underWay--, { once: true });
      const refused = sent.method === 'GET' ? await listens(session) : undefined;
      if (refused) return turnAway(reply, refused);
      return deliver(reply, await session.transport.handleRequest(sent, more));
    }
    if (body && isInitializeRequest(body.value)) {
      const json = !acceptsEvents(request.headers);
      const session = await sessions.begin(body.value.params.protocolVersion, json, addressOf(request));
      if (!session) return tooMuch(reply, 'Too many sessions are open from your address.');
      return deliver(reply, await session.transport.handleRequest(sent, more));
    }
    if (sent.method !== 'POST') {
      reply.code(405).header('allow', 'POST').type('application/json');
      return reply.send(rpcError(-32000, 'Without a session there is only POST.'));
    }
    return deliver(reply, await single(sent, more));
  }

  sharePost(http, PATH, {
    claims: (body, { headers }) => isForMcp(body, headers),
    answer,
    failed(error, request, reply) {
      if (error instanceof StorageBusy) {
        reply.code(503).header('retry-after', error.retryAfter).type('application/json');
        return void reply.send(rpcError(-32603, error.message));
      }
      const unread = UNREAD[error.statusCode ?? 500];
      if (unread === undefined && request.raw.complete) fault(error);
      reply.code(unread === undefined ? 500 : error.statusCode!).type('application/json');
      reply.send(unread === undefined ? rpcError(-32603, 'Internal error.') : rpcError(-32600, unread));
    },
  });
  http.get(PATH, (request, reply) => answer(undefined, request, reply));
  http.delete(PATH, (request, reply) => answer(undefined, request, reply));

  return {
    name: VIA,
    start: () => sessions.start(),
    async stop() {
      await Promise.all([sessions.stop(), modern.close()]);
    },
  };
}

/** The request as the library takes it. Whatever the client accepts, the library is told both: it would refuse less. */
function webRequest(request: FastifyRequest, hungUp: AbortSignal, body: string | undefined): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  if (request.method === 'POST') headers.set('accept', BOTH);
  return new Request(`http://${safeHost(request.headers.host)}${PATH}`, {
    method: request.method,
    headers,
    signal: hungUp,
    ...(body !== undefined && { body }),
  });
}

/** Head first: a stream may have nothing to say for a long time. */
function deliver(reply: FastifyReply, response: Response): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) raw.end();
  else {
    raw.flushHeaders();
    pipeline(Readable.fromWeb(response.body as ReadableStream), raw, () => {});
  }
  return reply;
}

const safeHost = (host: string | undefined): string => (host && /^[\w.:[\]-]{1,255}$/.test(host) ? host : 'localhost');

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
