import { type AddressInfo, createServer, type Socket } from 'node:net';
import ssh2 from 'ssh2';
import type { Clock } from '../../../core/clock.ts';
import { countedAs } from '../../client-address.ts';
import { AddressLimits } from './address-limits.ts';
import { type Doors, serveConnection } from './connection.ts';

const AUTHENTICATE_WITHIN = 30_000;
const MOST_CONNECTIONS = 4096;
const KEEPALIVE_EVERY = 15_000;
const KEEPALIVE_MISSES = 3;

export interface SshListener {
  port: number;
  close(): Promise<void>;
}

/** @param port 0: any free one */
export async function listenSsh(
  doors: Doors,
  clock: Clock,
  key: string,
  { host, port }: { host: string; port: number },
): Promise<SshListener> {
  const limits = new AddressLimits(clock);
  const sockets = new Map<string, Socket>();
  const authenticated = new WeakSet<Socket>();
  const server = new ssh2.Server({
    hostKeys: [key],
    ident: 'Crossplay',
    keepaliveInterval: KEEPALIVE_EVERY,
    keepaliveCountMax: KEEPALIVE_MISSES,
  });
  server.on('connection', (connection, info) => {
    const socket = sockets.get(`${info.ip} ${info.port}`);
    if (!socket) return void connection.end();
    connection.once('ready', () => authenticated.add(socket));
    serveConnection(connection, socket, doors);
  });

  // Connections are taken here, so that one that never says a word is counted and timed too.
  const listener = createServer({ noDelay: true }, (socket) => {
    const address = countedAs(socket.remoteAddress ?? '');
    if (!limits.admit(address)) return void socket.destroy();
    const name = `${socket.remoteAddress} ${socket.remotePort}`;
    sockets.set(name, socket);
    const late = setTimeout(() => {
      if (!authenticated.has(socket)) socket.destroy();
    }, AUTHENTICATE_WITHIN);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(late);
      sockets.delete(name);
      limits.release(address, authenticated.has(socket));
    });
    server.injectSocket(socket);
  });
  listener.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((listening, failed) => {
    listener.once('error', failed);
    listener.listen(port, host, () => {
      listener.off('error', failed);
      listening();
    });
  });
  return {
    port: (listener.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((done) => listener.close(() => done()));
      for (const socket of sockets.values()) socket.destroy();
      await closed;
    },
  };
}
