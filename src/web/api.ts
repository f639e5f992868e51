import { root } from './route.ts';
import type { Answers, ParamsOf } from './wire.ts';

export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface More {
  query?: { [name: string]: string };
  token?: string;
  body?: object;
}

export const get = <Route extends keyof Answers>(
  route: Route,
  params: ParamsOf<Route>,
  more: More = {},
): Promise<Answers[Route]> => ask('GET', route, params, more);

export const post = <Route extends keyof Answers>(
  route: Route,
  params: ParamsOf<Route>,
  more: More,
): Promise<Answers[Route]> => ask('POST', route, params, more);

export const remove = <Route extends keyof Answers>(
  route: Route,
  params: ParamsOf<Route>,
  more: More,
): Promise<Answers[Route]> => ask('DELETE', route, params, more);

/** Opens a competition. @returns it, as it is then */
export const openCompetition = (token: string, body: object): Promise<Answers['competitions/:id']> =>
  ask('POST', 'competitions', {}, { token, body });

async function ask<Answer>(
  method: 'GET' | 'POST' | 'DELETE',
  route: string,
  params: { [name: string]: string },
  { query = {}, token, body: said }: More,
): Promise<Answer> {
  const path = route.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]!));
  const url = new URL(`api/v1/${path}`, root);
  url.search = String(new URLSearchParams(query));
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(said && { 'content-type': 'application/json' }),
  };
  const response = await fetch(url, { method, headers, ...(said && { body: JSON.stringify(said) }) }).catch(() => {
    throw new ApiError(0, 'The server cannot be reached. Try again in a moment.');
  });
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, body.error ?? `The server answered ${response.status}.`);
  return body;
}
