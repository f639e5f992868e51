import type { Server } from 'node:http';
import { MOST_OF_ADDRESS } from './budget.ts';
import { countedAs } from './client-address.ts';

const MOST_SSH = 4096;
/** For files, the database, calls to agents and threads. */
const OTHERS = 256;
const WITHIN = 30_000;
const LOOK_EVERY = 5000;

const BUSY = JSON.stringify({ error: 'Too many connections. Please come back later.' });
const REFUSAL =
  'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Type: application/json\r\nRetry-After: 10\r\n' +
  `Content-Length: ${Buffer.byteLength(BUSY)}\r\n\r\n${BUSY}`;

/** How many connections of each kind leave enough file descriptors for everything else. */
export function mostConnections(descriptors = limitOfDescriptors()): { http: number; ssh: number } {
  const quarter = Math.floor(descriptors / 4);
  const ssh = Math.min(MOST_SSH, quarter);
  return { http: descriptors - ssh - Math.min(OTHERS, quarter), ssh };
}

function limitOfDescriptors(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const soft = Number(report.userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? soft : 65_536;
}

/**
 * Whoever comes when there are that many is told so at once; the others stay. Of those one address has at most half,
 * also while it says nothing.
 * @param isShared many callers come from this address: a proxy's, or the host's own
 */
export function refuseBeyond(server: Server, most: number, isShared: (address: string) => boolean): void {
  let open = 0;
  const byAddress = new Map<string, number>();
  const mostOfAddress = Math.min(MOST_OF_ADDRESS, Math.ceil(most / 2));
  server.prependListener('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    const address = isShared(remoteAddress) ? undefined : countedAs(remoteAddress);
    const ofAddress = address === undefined ? 0 : (byAddress.get(address) ?? 0) + 1;
    if (address !== undefined) byAddress.set(address, ofAddress);
    open++;
    socket.once('close', () => {
      open--;
      if (address === undefined) return;
      const left = byAddress.get(address)! - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    });
    if (open > most || ofAddress > mostOfAddress) socket.end(REFUSAL, () => socket.destroy());
  });
}

/** A whole request, with its head and its body, comes within this time. */
export const requestsWithin = (ms = WITHIN) => ({
  requestTimeout: ms,
  http: { headersTimeout: ms, connectionsCheckingInterval: Math.min(ms, LOOK_EVERY) },
});
