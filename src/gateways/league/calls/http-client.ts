import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Clock } from '../../../core/clock.ts';
import { literalOf, mayCall, refusalOf, refuseEndpoint } from './addresses.ts';

export type HttpReply = { status: number; body: string } | { failed: 'timeout' | 'connection'; why: string };

export interface HttpClientParts {
  clock: Clock;
  /** May loopback and private addresses be called? */
  privateCalls(): boolean;
  /** Every address of a host name. */
  resolve?(host: string): Promise<string[]>;
  /** Hears of a call to an address that is not called, once per endpoint. */
  refused?(endpoint: string, why: string): void;
}

class Refused extends Error {}

const MOST_BYTES = 64 * 1024;
/** Short, so that a connection is hardly ever used again just when the other side gives it up. */
const IDLE = 1000;
const SOCKETS = 512;
/** A registration waits no longer for a name: it is looked up again for each call. */
const LOOKUP = 2000;
const MOST_REMEMBERED = 10_000;

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

  readonly #told = new Set<string>();

  constructor(parts: HttpClientParts) {
    this.#parts = parts;
    this.#resolve =
      parts.resolve ?? (async (host) => (await lookup(host, { all: true })).map(({ address }) => address));
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** Why an endpoint would never be called, as far as can be known now; a name that is not found may be there later. */
  async refusal(endpoint: string): Promise<string | undefined> {
    const { clock } = this.#parts;
    const privateCalls = this.#parts.privateCalls();
    const refused = refuseEndpoint(endpoint, privateCalls);
    if (refused !== undefined) return refused;
    const { hostname } = new URL(endpoint);
    if (literalOf(hostname) !== undefined) return undefined;
    const patience = Promise.withResolvers<string[]>();
    const cancel = clock.after(LOOKUP, () => patience.resolve([]));
    const addresses = await Promise.race([this.#resolve(hostname).catch(() => []), patience.promise]);
    cancel();
    const isCalled = addresses.length === 0 || addresses.some((address) => mayCall(address, privateCalls));
    return isCalled ? undefined : refusalOf(addresses);
  }

  /** @param ms of match time until it counts as not answered */
  post(endpoint: string, body: string, ms: number, signal: AbortSignal): Promise<HttpReply> {
    const refused = refuseEndpoint(endpoint, this.#parts.privateCalls());
    if (refused !== undefined) {
      this.#tell(endpoint, refused);
      return Promise.resolve({ failed: 'connection', why: refused });
    }
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
      this.#send(new URL(endpoint), body, gone.signal).then(finish, (error) => {
        if (error instanceof Refused) this.#tell(endpoint, error.message);
        finish({ failed: 'connection', why: String((error as Error).message ?? error) });
      });
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
    const wrong = addresses.filter((address) => !mayCall(address, this.#parts.privateCalls()));
    if (wrong.length > 0) throw new Refused(refusalOf(wrong));
    return addresses;
  }

  #tell(endpoint: string, why: string): void {
    if (this.#told.has(endpoint)) return;
    if (this.#told.size >= MOST_REMEMBERED) this.#told.clear();
    this.#told.add(endpoint);
    this.#parts.refused?.(endpoint, why);
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
