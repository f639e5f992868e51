import { type AddressInfo, createServer, type Socket } from 'node:net';
import ssh2 from 'ssh2';
import type { Clock } from '../../../core/clock.ts';
import type { Budgets } from '../../budget.ts';
import { countedAs } from '../../client-address.ts';
import { mostConnections } from '../../connections.ts';
import { AddressLimits } from './address-limits.ts';
import { type Doors, serveConnection } from './connection.ts';
import { InTurns } from './in-turns.ts';
import { Link } from './link.ts';

const AUTHENTICATE_WITHIN = 30_000;
const KEEPALIVE_EVERY = 15_000;
const KEEPALIVE_MISSES = 3;
/** What keys cost to agree on, of the address's budget. */
const HANDSHAKE = 200;
const REFUSAL = 'Too many connections. Please come back later.\r\n';

export interface SshListener {
  port: number;
  close(): Promise<void>;
}

/** @param port 0: any free one */
export async function listenSsh(
  doors: Doors,
  { clock, budgets }: { clock: Clock; budgets: Budgets },
  key: string,
  { host, port }: { host: string; port: number },
): Promise<SshListener> {
  const limits = new AddressLimits(clock);
  const links = new Map<string, { socket: Socket; link: Link }>();
  const authenticated = new WeakSet<Socket>();
  const server = new ssh2.Server({
    hostKeys: [key],
    ident: 'Crossplay',
    keepaliveInterval: KEEPALIVE_EVERY,
    keepaliveCountMax: KEEPALIVE_MISSES,
  });
  server.on('connection', (connection, info) => {
    const known = links.get(`${info.ip} ${info.port}`);
    if (!known) return void connection.end();
    const { socket, link } = known;
    connection.once('ready', () => authenticated.add(socket));
    serveConnection(connection, link, doors);
  });

  // Connections are taken here, so that one that never says a word is counted and timed too.
  const listener = createServer({ noDelay: true }, (socket) => {
    const address = socket.remoteAddress ?? '';
    const network = countedAs(address);
    const admitted = limits.admit(network);
    const budget = admitted && budgets.ofAddress(address).take(HANDSHAKE) ? budgets.open(address) : undefined;
    if (!budget) {
      if (admitted) limits.release(network);
      socket.on('error', () => socket.destroy());
      // What stands before the first line of SSH is for people.
      return void socket.end(REFUSAL, () => socket.destroy());
    }
    const stream = new InTurns(socket);
    const link = new Link(stream, budget);
    const name = `${address} ${socket.remotePort}`;
    links.set(name, { socket, link });
    const late = setTimeout(() => {
      if (!authenticated.has(socket)) socket.destroy();
    }, AUTHENTICATE_WITHIN);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(late);
      links.delete(name);
      limits.release(network);
      budget.close();
    });
    // The library asks for no more of it than of any stream.
    server.injectSocket(stream as unknown as Socket);
    stream.on('data', (bytes: Buffer) => link.heard(bytes.length));
  });
  listener.maxConnections = mostConnections().ssh;
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
      for (const { socket } of links.values()) socket.destroy();
      await closed;
    },
  };
}
