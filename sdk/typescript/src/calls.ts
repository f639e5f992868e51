/** The server said no: `status` and `code` for programs, the message for people. */
export class ArenaError extends Error {
  readonly status: number;
  readonly code: string;
  /** What would be a move now, where a move was refused. */
  readonly legal: string[] | undefined;

  constructor(status: number, body: { error?: string; code?: string; legal?: string[] }) {
    super(body.error ?? `HTTP ${status}`);
    this.name = 'ArenaError';
    this.status = status;
    this.code = body.code ?? String(status);
    this.legal = body.legal;
  }
}

/** Nothing has ever answered at that address. */
export class NobodyThere extends Error {
  constructor(url: string, cause: unknown) {
    super(`Nobody answers at ${url}.`, { cause });
    this.name = 'NobodyThere';
  }
}

export interface Call {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Milliseconds until a call counts as lost. */
  patience?: number;
  /** Not to be made twice: whoever asks finds out first what became of it. */
  once?: true;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;
const PATIENCE = 60_000;
/** So long a server may be away before a call is given up; one that never answered is soon taken for not there. */
const GIVE_UP_AFTER = 10 * 60_000;
const NOBODY_THERE_AFTER = 20_000;

/** Calls one server with one key. What fails on the way is tried again, later each time; what the server refuses is not. */
export class Calls {
  readonly url: string;
  readonly #key: string | undefined;
  #answered = false;

  constructor(url: string, key: string | undefined) {
    this.url = url.replace(/\/+$/, '');
    this.#key = key;
  }

  async json<Answer>(
    path: string,
    { method = 'GET', body, signal, patience = PATIENCE, once }: Call = {},
  ): Promise<Answer> {
    const began = Date.now();
    for (let tries = 0; ; tries++) {
      signal?.throwIfAborted();
      const outcome = await this.#once(
        path,
        method,
        body,
        AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
      );
      signal?.throwIfAborted();
      if ('answer' in outcome) return outcome.answer as Answer;
      if (once || outcome.final) throw outcome.error;
      if (!this.#answered && Date.now() - began > NOBODY_THERE_AFTER) {
        throw new NobodyThere(this.url, outcome.error);
      }
      if (Date.now() - began > GIVE_UP_AFTER) throw outcome.error;
      const pause = outcome.after ?? Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries) * (0.5 + Math.random() / 2);
      await rest(pause, signal);
    }
  }

  async #once(path: string, method: string, body: unknown, signal: AbortSignal): Promise<Outcome> {
    try {
      const reply = await fetch(`${this.url}${path}`, {
        method,
        signal,
        headers: {
          ...(this.#key !== undefined && { authorization: `Bearer ${this.#key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      this.#answered = true;
      const answer = await reply.json().catch(() => ({}));
      if (reply.ok) return { answer };
      const again = reply.status === 429 || reply.status >= 500;
      const seconds = Number(reply.headers.get('retry-after'));
      return {
        error: new ArenaError(reply.status, answer as object),
        final: !again,
        ...(again && seconds > 0 && { after: seconds * 1000 }),
      };
    } catch (error) {
      return { error, final: false };
    }
  }
}

type Outcome = { answer: unknown } | { error: unknown; final: boolean; after?: number };

export const rest = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
