import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** Hands a request to another node, and its answer back. */
export function passOn(to: URL, request: IncomingMessage, response: ServerResponse): void {
  const { hostname, port } = to;
  const onward = httpRequest({
    hostname,
    port,
    method: request.method,
    path: request.url,
    headers: { ...request.headers, 'x-forwarded-for': callerOf(request) },
  });
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => {
    if (response.headersSent) return void response.destroy();
    response.writeHead(503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: 'The server is busy with itself. Please try again.' }));
  });
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

/** The same for a connection that stays. */
export function passSocketOn(to: URL, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const onward = connect(Number(to.port), to.hostname);
  const lines = [`${request.method} ${request.url} HTTP/1.1`];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    if (request.rawHeaders[i]!.toLowerCase() !== 'x-forwarded-for') {
      lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
    }
  }
  lines.push(`X-Forwarded-For: ${callerOf(request)}`);
  onward.write(`${lines.join('\r\n')}\r\n\r\n`);
  onward.write(head);
  socket.pipe(onward).pipe(socket);
  for (const [end, other] of [
    [socket, onward],
    [onward, socket],
  ] as const) {
    end.on('error', () => other.destroy());
    end.on('close', () => other.destroy());
  }
}

const callerOf = ({ headers, socket }: IncomingMessage): string => {
  const before = headers['x-forwarded-for'];
  return [before, socket.remoteAddress].flat().filter(Boolean).join(', ');
};
