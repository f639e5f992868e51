import type { Server } from 'node:http';

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

/** Whoever comes when there are that many is told so at once; the others stay. */
export function refuseBeyond(server: Server, most: number): void {
  let open = 0;
  server.prependListener('connection', (socket) => {
    open++;
    socket.once('close', () => open--);
    if (open > most) socket.end(REFUSAL, () => socket.destroy());
  });
}

/** A whole request, with its head and its body, comes within this time. */
export const requestsWithin = (ms = WITHIN) => ({
  requestTimeout: ms,
  http: { headersTimeout: ms, connectionsCheckingInterval: Math.min(ms, LOOK_EVERY) },
});
