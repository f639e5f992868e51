import type { IncomingMessage, Server } from 'node:http';

/** What proxies and tunnels put into the requests that they pass on. */
const MARKS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** @returns whether a request has ever come through a proxy: then people reach this server from elsewhere */
export function watchForProxies(server: Server): () => boolean {
  let seen = false;
  const look = ({ headers }: IncomingMessage): void => {
    if (!MARKS.some((mark) => headers[mark] !== undefined)) return;
    seen = true;
    server.off('request', look).off('upgrade', look);
  };
  // First, so that it is known before the request is answered.
  server.prependListener('request', look).prependListener('upgrade', look);
  return () => seen;
}
