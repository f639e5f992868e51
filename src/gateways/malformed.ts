import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

interface Answer {
  status: string;
  error: string;
}

const NO_REQUEST: Answer = { status: '400 Bad Request', error: 'This is no well-formed HTTP request.' };
const NO_TUNNEL: Answer = { status: '405 Method Not Allowed', error: 'This server opens no tunnels.' };
const UNEXPECTED = 'This server meets no expectation but 100-continue.';

const ANSWERS: { [code: string]: Answer } = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: 'The head of this request is too large.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: '413 Payload Too Large', error: 'The extensions of a chunk are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', error: 'The request did not come in time.' },
};

function answer(socket: Duplex, { status, error }: Answer): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

/** What is wrong before there is a request is answered like any other fault of the caller. */
export const malformed = {
  clientErrorHandler(error: Error & { code?: string }, socket: Duplex): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return void socket.destroy();
    answer(socket, ANSWERS[error.code ?? ''] ?? NO_REQUEST);
  },
  frameworkErrors(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
    reply.code(400).send({ error: 'The address of this request is not well formed.' });
  },
};

/** What Node would end without a word. */
export function answerOddRequests(server: Server): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    answer(socket, NO_TUNNEL);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify({ error: UNEXPECTED });
    const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), connection: 'close' };
    response.writeHead(417, head).end(body);
  });
}
