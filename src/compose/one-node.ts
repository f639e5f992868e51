import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cluster } from '../cluster/cluster.ts';
import type { Arena } from '../core/arena.ts';
import type { Protocol } from '../gateways/gateway.ts';
import { passOn, passSocketOn } from './hand-on.ts';

/** The gateways of which a cluster has one each, all on the same node: the others hand on what comes for them. */
export class OneNode {
  readonly #names: Set<string>;
  readonly #paths: { method: string | undefined; path: string }[];
  readonly #cluster: () => Cluster | undefined;
  readonly #mayStart = Promise.withResolvers<() => Promise<void>>();
  #opening: Promise<void> | undefined;
  #isOpen = false;

  /** @param paths what else only one node has */
  constructor(protocols: readonly Protocol[], paths: readonly string[], cluster: () => Cluster | undefined) {
    const onOne = protocols.filter(({ onOneNode }) => onOneNode);
    this.#names = new Set(onOne.map(({ name }) => name));
    this.#paths = [...paths, ...onOne.flatMap(({ onOneNode }) => onOneNode!)].map((written) => {
      const [path, method] = written.split(' ').reverse();
      return { method, path: path! };
    });
    this.#cluster = cluster;
  }

  has(gateway: string): boolean {
    return this.#names.has(gateway);
  }

  /** Where only one node listens, nobody else makes rooms of what happens. */
  arenaOf(arena: Arena): Arena {
    if (!this.#cluster()) return arena;
    const { lobby } = arena;
    return {
      ...arena,
      watch: (listener) => arena.watch((...event) => this.#isOpen && listener(...event)),
      lobby: new Proxy(lobby, {
        get: (target, name) => {
          if (name === 'watch') {
            return (listener: Parameters<typeof lobby.watch>[0]) =>
              lobby.watch((...event) => this.#isOpen && listener(...event));
          }
          const value = target[name as keyof typeof target];
          return typeof value === 'function' ? value.bind(target) : value;
        },
      }),
    };
  }

  /** The server is there: whatever is this node's starts now, or when it becomes so. */
  async start(start: () => Promise<void>): Promise<void> {
    this.#mayStart.resolve(start);
    if (!this.#cluster()) {
      this.#isOpen = true;
      await start();
    } else await this.#opening;
  }

  /** This node has it from now on. */
  open(): void {
    this.#opening ??= this.#mayStart.promise.then(async (start) => {
      this.#isOpen = true;
      await start();
    });
  }

  readonly handOn = async ({ method, url, raw }: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const cluster = this.#cluster();
    if (!cluster || cluster.hasDesk || !this.#isFor(method, url)) return undefined;
    const to = cluster.deskAddress;
    if (!to) return reply.code(503).send({ error: 'This is on its way to another node. Please try again.' });
    reply.hijack();
    passOn(to, raw, reply.raw);
    return reply;
  };

  handOnSocket(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const cluster = this.#cluster();
    if (!cluster || cluster.hasDesk || !this.#isFor('GET', request.url ?? '')) return false;
    const to = cluster.deskAddress;
    if (to) passSocketOn(to, request, socket, head);
    else socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    return true;
  }

  #isFor(method: string, url: string): boolean {
    const at = url.split('?', 1)[0]!;
    return this.#paths.some(
      (one) => (one.method ?? method) === method && (at === one.path || at.startsWith(`${one.path}/`)),
    );
  }
}
