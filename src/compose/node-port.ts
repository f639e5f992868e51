import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where other nodes find just this one: its own port, or one beside where several processes share that. */
export class NodePort {
  #server: Server | undefined;
  port = 0;

  async open(shared: Server, host: string): Promise<void> {
    this.port = (shared.address() as AddressInfo).port;
    if (!cluster.isWorker) return;
    const server = createServer((request, response) => void shared.emit('request', request, response));
    server.on('upgrade', (...upgrade) => void shared.emit('upgrade', ...upgrade));
    await once(server.listen({ host, port: 0, exclusive: true }), 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  close(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }
}
