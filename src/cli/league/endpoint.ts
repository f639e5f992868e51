import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compose, isObject, PROTOCOL, parseJson } from '../../gateways/league/protocol.ts';

export type Fields = { [field: string]: unknown };

export interface Endpoint {
  url: string;
  close(): Promise<void>;
}

/** Where to listen, and be called. */
export interface Place {
  host?: string;
  port?: number;
}

const MOST_BYTES = 1024 * 1024;

/**
 * An HTTP address at which a player or referee is called.
 * @param answer the message that answers one; undefined: only its receipt
 * @param answered when the answer has left
 */
export async function listen(
  { host = '127.0.0.1', port = 0 }: Place,
  answer: (message: Fields) => object | undefined | Promise<object | undefined>,
  answered?: (message: Fields) => void,
): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
      if (text.length > MOST_BYTES) return void response.writeHead(413).end();
    }
    const body = parseJson(text)?.value;
    const message = isObject(body) && isObject(body.params) ? body.params : undefined;
    const id = isObject(body) ? (body.id ?? null) : null;
    const reply = message
      ? { jsonrpc: '2.0', result: (await answer(message)) ?? { protocol: PROTOCOL, status: 'received' }, id }
      : { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request.' }, id };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply), () => {
      if (message) answered?.(message);
    });
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

let serial = 0;

/** Sends a message to a league and gives back the one that answers it. @throws Error with what the league said */
export async function tell(url: string, type: string, sender: string, body: object): Promise<Fields> {
  const message = compose(type, sender, Date.now(), `conv-${sender}-${++serial}`, body);
  const response = await fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', method: type.toLowerCase(), params: message, id: serial }),
  });
  const reply = (await response.json()) as { result?: Fields; error?: { message: string } };
  if (!reply.result) throw new Error(reply.error?.message ?? `HTTP status ${response.status}`);
  if (reply.result.message_type === 'LEAGUE_ERROR') {
    const { error_code, error_description, context } = reply.result;
    const problem = isObject(context) ? (context.problem ?? context.field) : undefined;
    throw new Error(`${error_code} ${error_description}${problem === undefined ? '' : `: ${problem}`}`);
  }
  return reply.result;
}

/** Registers whoever is called at the endpoint, which is closed if that fails. @throws Error with the reason */
export async function register(
  endpoint: Endpoint,
  ...[server, type, sender, body]: Parameters<typeof tell>
): Promise<Fields> {
  try {
    const registered = await tell(server, type, sender, body);
    if (registered.status !== 'ACCEPTED') throw new Error(String(registered.reason));
    return registered;
  } catch (error) {
    await endpoint.close();
    throw error;
  }
}
