import type { Static, TSchema } from 'typebox';
import { sent } from '../held/reading.ts';
import { type Trouble, trouble } from '../held/trouble.ts';

export const VIA = 'http';

const STATUS: { [code: string]: number } = {
  unauthorized: 401,
  banned: 403,
  'not-found': 404,
  gone: 404,
  unmeasured: 409,
  'turn-over': 409,
  over: 409,
  'already-moved': 409,
  'not-begun': 409,
  begun: 409,
  'too-large': 413,
  'too-many': 429,
  unavailable: 503,
};

/** What a trouble is over HTTP; a refused move is a bad request. */
export const statusOf = ({ code }: Trouble): number => STATUS[code] ?? 400;

/** Seconds after which to try again. */
export const retryAfter = (status: number): string | undefined => (status === 429 || status === 503 ? '1' : undefined);

/** Reads a body as JSON of that shape, or says what is wrong with it. An empty body is an empty object. */
export function reader<Schema extends TSchema>(schema: Schema): (body: unknown) => Static<Schema> | Trouble {
  const check = sent(schema);
  return (body) => {
    const text = String(body ?? '');
    try {
      return check(text.trim() === '' ? {} : JSON.parse(text));
    } catch {
      return trouble('bad-request', 'The body is not JSON.');
    }
  };
}

/** Seconds; undefined: that is no time. */
export function readWait(given: unknown): number | undefined {
  if (given === undefined || given === '') return 0;
  return typeof given === 'string' && /^\d{1,15}(\.\d{1,6})?$/.test(given) ? Number(given) : undefined;
}
