import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Clock } from '../../core/clock.ts';
import { literalOf, mayCall, refuseEndpoint } from './addresses.ts';

export type HttpReply = { status: number; body: string } | { failed: 'timeout' | 'connection'; why: string };

export interface HttpClientParts {
  clock: Clock;
  /** May loopback and private addresses be called? */
  privateCalls: boolean;
  /** Every address of a host name. */
  resolve?(host: string): Promise<string[]>;
}

const MOST_BYTES = 64 * 1024;
/** Short, so that a connection is hardly ever used again just when the other side gives it up. */
const IDLE = 1000;
const SOCKETS = 512;

/**
 * Posts to addresses that agents chose. Only http and https, no redirects, bounded replies; a name is resolved for each
 * call, all its addresses are checked, and the connection goes to one that was checked.
 */
export class HttpClient {
  readonly #parts: HttpClientParts;
  readonly #resolve: (host: string) => Promise<string[]>;
  readonly #agents = {
    'http:': new http.Agent({ keepAlive: true, timeout: IDLE, maxTotalSockets: SOCKETS }),
    'https:': new https.Agent({ keepAlive: true, timeout: IDLE, maxTotalSockets: SOCKETS }),
  };

  constructor(parts: HttpClientParts) {
    this.#parts = parts;
    this.#resolve =
      parts.resolve ?? (async (host) => (await lookup(host, { all: true })).map(({ address }) => address));
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** @param ms of match time until it counts as not answered */
  post(endpoint: string, body: string, ms: number, signal: AbortSignal): Promise<HttpReply> {
    const refused = refuseEndpoint(endpoint, this.#parts.privateCalls);
    if (refused !== undefined) return Promise.resolve({ failed: 'connection', why: refused });
    return new Promise((resolve) => {
      const gone = new AbortController();
      const finish = (reply: HttpReply): void => {
        cancel();
        signal.removeEventListener('abort', abandon);
        gone.abort();
        resolve(reply);
      };
      const abandon = (): void => finish({ failed: 'connection', why: 'The call was given up.' });
      const cancel = this.#parts.clock.after(ms, () => finish({ failed: 'timeout', why: 'No answer in time.' }));
      signal.addEventListener('abort', abandon);
      if (signal.aborted) return abandon();
      this.#send(new URL(endpoint), body, gone.signal).then(finish, (error) =>
        finish({ failed: 'connection', why: String((error as Error).message ?? error) }),
      );
    });
  }

  async #send(url: URL, body: string, signal: AbortSignal): Promise<HttpReply> {
    const addresses = await this.#addressesOf(url.hostname);
    signal.throwIfAborted();
    const { request } = url.protocol === 'https:' ? https : http;
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        {
          method: 'POST',
          agent: this.#agents[url.protocol as 'http:' | 'https:'],
          lookup: onlyThese(addresses),
          signal,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            'content-length': Buffer.byteLength(body),
          },
        },
        (response) => read(response).then((text) => resolve({ status: response.statusCode ?? 0, body: text }), reject),
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  async #addressesOf(hostname: string): Promise<string[]> {
    const literal = literalOf(hostname);
    const addresses = literal === undefined ? await this.#resolve(hostname) : [literal];
    if (addresses.length === 0) throw new Error('The host has no address.');
    for (const address of addresses) {
      if (!mayCall(address, this.#parts.privateCalls)) throw new Error('The host is at an address that is not called.');
    }
    return addresses;
  }
}

function onlyThese(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, options, done) => {
    if (options.all) done(null, all);
    else done(null, all[0]!.address, all[0]!.family);
  };
}

async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('The reply is too long.');
    chunks.push(chunk);
  }
  // Leaves out the mark that some put before their UTF-8.
  return new TextDecoder().decode(Buffer.concat(chunks));
}
