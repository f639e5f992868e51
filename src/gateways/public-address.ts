import type { FastifyRequest } from 'fastify';
import type { Origin } from './gateway.ts';

const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;

/**
 * Where this server is, for every address that leaves it: as the host set it, else where the caller found us. A host
 * that is none is not repeated.
 */
export function originFor(
  publicUrl: string | undefined,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): Origin {
  const seen = `${protocol === 'https' ? 'https' : 'http'}://${host && HOST.test(host) ? host : 'localhost'}`;
  const http = publicUrl ?? seen;
  return { http, ws: http.replace(/^http/, 'ws') };
}

/** A proxy may pass on the path below which the server is public, or leave it off. */
export function withoutPrefix(publicUrl: string | undefined): (url: string) => string {
  const prefix = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  if (prefix === '') return (url) => url;
  return (url) => {
    if (url !== prefix && !url.startsWith(`${prefix}/`) && !url.startsWith(`${prefix}?`)) return url;
    const rest = url.slice(prefix.length);
    return rest.startsWith('/') ? rest : `/${rest}`;
  };
}
