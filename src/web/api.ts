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

async function ask<Answer>(
  method: 'GET' | 'POST',
  route: string,
  params: { [name: string]: string },
  { query = {}, token, body: sent }: More,
): Promise<Answer> {
  const path = route.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]!));
  const url = new URL(`api/v1/${path}`, root);
  url.search = String(new URLSearchParams(query));
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(sent && { 'content-type': 'application/json' }),
  };
  const response = await fetch(url, { method, headers, ...(sent && { body: JSON.stringify(sent) }) });
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, body.error ?? `The server answered ${response.status}.`);
  return body;
}
