import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { answers as leagueAnswers } from '../src/gateways/league/json.ts';
import { fromPage, toPage } from '../src/gateways/web/frames.ts';
import { Problem, answers as webAnswers } from '../src/gateways/web/json.ts';

/** Holds what the site sends and is sent against the schemas. Each function says what is wrong, or nothing. */

export const routes: { [route: string]: TSchema } = { ...webAnswers, ...leagueAnswers };

export const flawOfFrame = (text: string): string | undefined => flawOfTyped(toPage, text);

export const flawOfMessage = (text: string): string | undefined => flawOfTyped(fromPage, text);

/** @param path such as `/api/v1/ladders/chess`; what the site does not read is not looked at */
export function flawOfAnswer(path: string, status: number, body: unknown): string | undefined {
  const route = routeOf(path);
  return route && flawOf(`${status} ${route}`, status < 400 ? routes[route]! : Problem, body);
}

/** What the site reads at that path, held against its schema. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
export async function readAnswer(url: string, path: string): Promise<any> {
  const response = await fetch(url + path);
  const body = await response.json();
  const flaw = flawOfAnswer(path, response.status, body);
  if (flaw) throw new Error(flaw);
  return body;
}

export const routeOf = (path: string): string | undefined =>
  Object.keys(routes).find((route) => {
    const [wanted, given] = [`/api/v1/${route}`.split('/'), path.split('/')];
    return wanted.length === given.length && wanted.every((part, i) => part.startsWith(':') || part === given[i]);
  });

function flawOfTyped(schemas: { [type: string]: TSchema }, text: string): string | undefined {
  const value = JSON.parse(text);
  const schema = schemas[value.type];
  return schema ? flawOf(value.type, schema, value) : `${value.type}: unknown`;
}

const validators = new Map<TSchema, Validator>();

function flawOf(what: string, schema: TSchema, value: unknown): string | undefined {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  if (validator.Check(value)) return undefined;
  const [error] = validator.Errors(value);
  return `${what}${error?.instancePath}: ${error?.message} in ${JSON.stringify(value).slice(0, 500)}`;
}
