import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { answers as competitionAnswers } from '../src/competitions/http/json.ts';
import { faultOfShape } from '../src/core/verify/shape.ts';
import { answers as leagueAnswers } from '../src/gateways/league/wire/json.ts';
import { fromPage, toPage } from '../src/gateways/web/frames.ts';
import { Problem, answers as webAnswers } from '../src/gateways/web/json.ts';

/** Holds what the site sends and is sent against the schemas. Each function says what is wrong, or nothing. */
type Flaw = string | undefined;

export const flawOfFrame = (text: string): Flaw => flawOfTyped(toPage, text);

export const flawOfMessage = (text: string): Flaw => flawOfTyped(fromPage, text);

/** @param path such as `/api/v1/ladders/chess`; what the site does not read is not looked at */
export function flawOfAnswer(path: string, status: number, body: unknown): Flaw {
  const route = routeOf(path);
  if (route === undefined) return undefined;
  const flaw = status >= 400 ? flawOf(Problem, body) : flawOfRoute(route, body);
  return flaw && `${status} ${route}: ${flaw}`;
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

/** The verifier says what a record is. */
const RECORD = 'matches/:id/record';
const schemas: { [route: string]: TSchema } = { ...webAnswers, ...leagueAnswers, ...competitionAnswers };
/** Everything that the site reads over HTTP below `/api/v1/`. */
export const routes = [...Object.keys(schemas), RECORD];

export const routeOf = (path: string): string | undefined =>
  routes.find((route) => {
    const [wanted, given] = [`/api/v1/${route}`.split('/'), path.split('/')];
    return wanted.length === given.length && wanted.every((part, i) => part.startsWith(':') || part === given[i]);
  });

const flawOfRoute = (route: string, body: unknown): Flaw =>
  route === RECORD ? faultOfShape(body) : flawOf(schemas[route]!, body);

function flawOfTyped(frames: { [type: string]: TSchema }, text: string): Flaw {
  const value = JSON.parse(text);
  const schema = frames[value.type];
  const flaw = schema ? flawOf(schema, value) : 'unknown';
  return flaw && `${value.type}: ${flaw}`;
}

const validators = new Map<TSchema, Validator>();

function flawOf(schema: TSchema, value: unknown): Flaw {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  if (validator.Check(value)) return undefined;
  const [error] = validator.Errors(value);
  return `${error?.instancePath} ${error?.message} in ${JSON.stringify(value).slice(0, 500)}`;
}
