import { root } from './route.ts';

export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** @param path below `/api/v1/` */
export async function get<Answer>(path: string, token?: string): Promise<Answer> {
  return read(await fetch(new URL(`api/v1/${path}`, root), { headers: authorized(token) }));
}

export async function post<Answer>(path: string, token: string): Promise<Answer> {
  return read(await fetch(new URL(`api/v1/${path}`, root), { method: 'POST', headers: authorized(token) }));
}

const authorized = (token: string | undefined): { [name: string]: string } =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

async function read<Answer>(response: Response): Promise<Answer> {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, body.error ?? `The server answered ${response.status}.`);
  return body;
}
