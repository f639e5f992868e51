import { encodeRequest, errorCodeIn, METHODS, type Message, parseJson } from '../protocol.ts';
import type { Breaker, Failure } from './breaker.ts';
import type { HttpReply } from './http-client.ts';

export type Called =
  /** What came back: JSON, or undefined where it was none. */
  | { reply: unknown }
  /** `refused`: it was there and said no, so that the same again would change nothing. */
  | { failed: Failure; why: string; refused?: true };

export interface CallerParts {
  post(endpoint: string, body: string, ms: number, signal: AbortSignal): Promise<HttpReply>;
  breaker: Breaker;
  /** What came of a call. @param failure why it was in vain */
  called?(endpoint: string, failure?: string): void;
}

type Naming = 'method' | 'type';

const METHOD_NOT_FOUND = -32601;
/** Request timeout, too many requests: these may well go through later. */
const LATER = [408, 429];
const MOST_REMEMBERED = 10_000;

/** Calls agents over JSON-RPC, in the method names that each of them knows. */
export class Caller {
  readonly #parts: CallerParts;
  readonly #namings = new Map<string, Naming>();
  #serial = 0;

  constructor(parts: CallerParts) {
    this.#parts = parts;
  }

  gaveUpOn(endpoint: string): boolean {
    return this.#parts.breaker.isOpen(endpoint);
  }

  /** @param counts whether a failure brings the endpoint's breaker closer to opening */
  async call(endpoint: string, message: Message, ms: number, signal: AbortSignal, counts = true): Promise<Called> {
    const naming = this.#namingFor(endpoint, message);
    const called = await this.#once(endpoint, message, naming, ms, signal, counts);
    if (!('reply' in called) || errorCodeIn(called.reply) === undefined) return called;
    if (errorCodeIn(called.reply) !== METHOD_NOT_FOUND) return rpcFailure(called.reply);
    const other: Naming = naming === 'method' ? 'type' : 'method';
    const again = await this.#once(endpoint, message, other, ms, signal, counts);
    if ('reply' in again && errorCodeIn(again.reply) !== undefined) return rpcFailure(again.reply);
    if ('reply' in again) this.#remember(endpoint, message, other);
    return again;
  }

  async #once(
    endpoint: string,
    message: Message,
    naming: Naming,
    ms: number,
    signal: AbortSignal,
    counts: boolean,
  ): Promise<Called> {
    const { breaker, post, called } = this.#parts;
    if (counts ? !breaker.admits(endpoint) : breaker.isOpen(endpoint)) {
      const failed = breaker.lastFailure(endpoint) ?? 'E009';
      return { failed, why: 'The endpoint failed too often and is left alone for a while.' };
    }
    const method = naming === 'method' ? (METHODS[message.message_type] ?? message.message_type) : message.message_type;
    const reply = await post(endpoint, encodeRequest(method, message, ++this.#serial), ms, signal);
    if ('failed' in reply) {
      const failed: Failure = reply.failed === 'timeout' ? 'E001' : 'E009';
      // A call that we gave up says nothing about the endpoint.
      if (signal.aborted) breaker.undecided(endpoint);
      else if (counts) breaker.failed(endpoint, failed);
      if (!signal.aborted) called?.(endpoint, reply.why);
      return { failed, why: reply.why };
    }
    const body = parseJson(reply.body)?.value;
    const isFine = (reply.status >= 200 && reply.status < 300) || errorCodeIn(body) === METHOD_NOT_FOUND;
    const refused = !isFine && reply.status >= 400 && reply.status < 500 && !LATER.includes(reply.status);
    if (isFine || refused) breaker.succeeded(endpoint);
    else if (counts) breaker.failed(endpoint, 'E009');
    called?.(endpoint, isFine ? undefined : `HTTP status ${reply.status}.`);
    if (isFine) return { reply: body };
    return { failed: 'E009', why: `HTTP status ${reply.status}.`, ...(refused && { refused }) };
  }

  #namingFor(endpoint: string, { message_type }: Message): Naming {
    return this.#namings.get(`${endpoint} ${message_type}`) ?? this.#namings.get(endpoint) ?? 'method';
  }

  #remember(endpoint: string, { message_type }: Message, naming: Naming): void {
    if (this.#namings.size >= MOST_REMEMBERED) this.#namings.clear();
    this.#namings.set(endpoint, naming);
    this.#namings.set(`${endpoint} ${message_type}`, naming);
  }
}

const rpcFailure = (reply: unknown): Called => ({
  failed: 'E009',
  why: `JSON-RPC error ${errorCodeIn(reply)}.`,
  refused: true,
});
