import type { FastifyInstance } from 'fastify';
import { withoutNulls } from '../../left-out.ts';
import { isObject } from '../protocol.ts';

export type Fields = { [name: string]: unknown };

const BODY_LIMIT = 16 * 1024;

/** Reads bodies as JSON; none counts as an empty one, a broken one is 400. */
export function readBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => {
      const fields = parse(String(body));
      if (fields) done(null, fields);
      else done(Object.assign(new Error('Invalid JSON body'), { statusCode: 400 }));
    },
  );
}

function parse(text: string): Fields | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return undefined;
  }
}

export const fieldsOf = (request: { body: unknown }): Fields =>
  isObject(request.body) ? withoutNulls(request.body) : {};

/** One line, not too long; undefined: none was given. What hides in it is left there, so that it can be refused for it. */
export function readName(given: unknown, longest: number): string | undefined {
  if (typeof given !== 'string') return undefined;
  const text = given
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longest)
    .trim();
  return text === '' ? undefined : text.toWellFormed();
}

/** A whole number of a query, within its bounds; `fallback` where it is none. */
export function count(given: unknown, fallback: number, most: number): number {
  const value = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : fallback;
  return Math.min(value, most);
}

export type Wrong = { error: string; status: number };
export const wrong = (error: string, status = 400): Wrong => ({ error, status });

export const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
