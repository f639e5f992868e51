import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Clients wait for an answer before they ask again, or open another connection. */
const MOST_AT_ONCE = 16;
const TOO_MANY = JSON.stringify({ error: 'Too many requests at once on one connection.' });
/** What the parser takes for the end of HTTP on a connection: nothing that follows is read as a request. */
const ENDS = 2;

type Answer = (this: Server, request: IncomingMessage, response: ServerResponse) => void;
/** Node's own, which it does not promise: without it all that was read in one go is parsed, and left unanswered. */
type Parsed = Socket & { parser?: { onIncoming?: () => number } | null };

/**
 * A connection that asks again and again without waiting is cut: all of it would be read in one go. To be called before
 * anybody else listens for requests.
 */
export function cutPipelines(server: Server): void {
  const [answer] = server.listeners('request') as [Answer];
  const waiting = new WeakMap<Socket, number>();
  const cut = new WeakSet<Socket>();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const socket: Parsed = request.socket;
    if (cut.has(socket)) return;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count <= MOST_AT_ONCE) {
      response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1));
      return void answer.call(server, request, response);
    }
    cut.add(socket);
    if (socket.parser) socket.parser.onIncoming = () => ENDS;
    socket.pause();
    response.writeHead(429, { connection: 'close', 'content-type': 'application/json' }).end(TOO_MANY);
  });
}
