import type { FastifyInstance, FastifyReply } from 'fastify';
import { isRefused, type Refused } from '../competition.ts';
import { type Denied, isDenied } from './who.ts';

const LARGEST_BODY = 64 * 1024;

const STATUS: { [code: string]: number } = {
  invalid: 400,
  'unknown-format': 400,
  'unknown-game': 400,
  'unknown-bot': 400,
  'unknown-agent': 404,
  'wrong-options': 400,
  'wrong-seats': 400,
  'wrong-time': 400,
  'wrong-rule': 400,
  'wrong-ranks': 400,
  'no-max': 400,
  'no-reason': 400,
  'needs-winner': 400,
  rating: 403,
  unrated: 403,
  owner: 403,
  unknown: 404,
  'unknown-pairing': 404,
  'not-entered': 404,
};
/** What cannot be now, whatever is said. */
const CONFLICT = 409;

/** A refusal in the form of this interface: a sentence, a code for programs, the field that it is about. */
export function refuseWith(reply: FastifyReply, refused: Refused | Denied, opening = false): FastifyReply {
  if (isDenied(refused)) return reply.code(refused.status).send({ error: refused.error });
  const { code, reason, field } = refused;
  const status = opening && code === 'too-many-rounds' ? 400 : (STATUS[code] ?? CONFLICT);
  return reply.code(status).send({ error: reason, code, ...(field !== undefined && { field }) });
}

export const isNo = (value: object): value is Refused | Denied => isRefused(value) || isDenied(value);

/** Routes whose body is JSON, whatever is said of its type; none at all is an empty one. */
export function withBodies(http: FastifyInstance, add: (scope: FastifyInstance) => void): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_BODY }, (_request, body, done) => {
      const text = String(body).trim();
      try {
        done(null, text === '' ? {} : JSON.parse(text));
      } catch {
        done(Object.assign(new Error('The body is not JSON.'), { statusCode: 400 }));
      }
    });
    add(scope);
  });
}
