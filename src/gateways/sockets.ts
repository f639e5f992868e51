import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { StorageBusy } from '../core/storage.ts';
import { flushAll, Outbox } from './outbox.ts';
import { Pinger } from './pinger.ts';
import { textFrame } from './text-frame.ts';

/** One agent's connection as a session sees it. */
export interface Wire {
  send(text: string): void;
  /** From now on the connection is that account's, and ends when it is shut out. */
  belongTo(agent: string): void;
  close(code: number, reason?: string): void;
  /** The other side reads more slowly than it is written to. */
  readonly isBehind: boolean;
  /** Calls once, when one that is behind has taken everything. */
  onceTaken(call: () => void): void;
}

export interface WireEvents {
  /** A text frame. Binary frames come as undefined. */
  receive(text: string | undefined): void;
  closed(): void;
}

export interface HttpAnswer {
  status: number;
  body: unknown;
}

export interface Endpoint<Guest> {
  gateway: string;
  maxFrame: number;
  /** Decides before the upgrade who comes in. */
  admit(request: IncomingMessage, url: URL): Promise<Guest | { refuse: HttpAnswer }>;
  open(wire: Wire, guest: Guest): WireEvents;
}

const SHUT_OUT = 1008;
const FARTHEST_BEHIND = 1024 * 1024;
/** From so many bytes on that wait for it, a socket is slow. */
const BEHIND = 64 * 1024;

type HandOn = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/** All WebSocket endpoints of the one port, each by its path. */
export class Sockets {
  readonly #endpoints = new Map<string, Endpoint<unknown>>();
  readonly #servers = new Map<number, WebSocketServer>();
  /** With the names of their gateways. */
  readonly #open = new Map<WebSocket, string>();
  readonly #owned = new Map<string, Set<Wire>>();
  readonly #pinger = new Pinger();
  readonly #opening: Promise<void>;
  readonly #handOn: HandOn | undefined;

  /**
   * @param opening who comes earlier waits for it
   * @param handOn takes a connection that another node is to have; false: it is ours
   */
  constructor(opening: Promise<void> = Promise.resolve(), handOn: HandOn | undefined = undefined) {
    this.#opening = opening;
    this.#handOn = handOn;
  }

  add<Guest>(path: string, endpoint: Endpoint<Guest>): void {
    this.#endpoints.set(path, endpoint as Endpoint<unknown>);
  }

  /** @param only serve just this path here */
  listenOn(server: Server, only?: string): void {
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      this.#upgrade(request, socket, head, only).catch((error) => {
        const busy = error instanceof StorageBusy;
        refuse(socket, { status: busy ? 503 : 500, body: { error: busy ? error.message : 'Internal error.' } });
      });
    });
  }

  get size(): number {
    return this.#open.size;
  }

  count(gateway: string): number {
    let count = 0;
    for (const name of this.#open.values()) if (name === gateway) count++;
    return count;
  }

  /** Ends every connection of an account. */
  cut(agent: string): void {
    for (const wire of this.#owned.get(agent) ?? []) wire.close(SHUT_OUT, 'account banned');
  }

  close(): void {
    this.#pinger.close();
    flushAll();
    for (const socket of this.#open.keys()) socket.close(1001, 'server stopping');
  }

  /** Ends whatever has not closed by itself. */
  terminate(): void {
    for (const socket of this.#open.keys()) socket.terminate();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, only: string | undefined): Promise<void> {
    const url = parseUrl(request);
    const endpoint =
      url && (only === undefined || only === url.pathname) ? this.#endpoints.get(url.pathname) : undefined;
    if (!url || !endpoint) return refuse(socket, { status: 404, body: { error: 'Not found.' } });
    await this.#opening;
    if (this.#handOn?.(request, socket, head)) return;
    const guest = await endpoint.admit(request, url);
    if (socket.destroyed) return;
    if (isRefused(guest)) return refuse(socket, guest.refuse);
    this.#server(endpoint.maxFrame).handleUpgrade(request, socket, head, (ws) =>
      this.#accept(ws, socket, endpoint, guest),
    );
  }

  #server(maxPayload: number): WebSocketServer {
    let server = this.#servers.get(maxPayload);
    if (!server) {
      server = new WebSocketServer({
        noServer: true,
        perMessageDeflate: false,
        maxPayload,
        clientTracking: false,
        skipUTF8Validation: false,
      });
      this.#servers.set(maxPayload, server);
    }
    return server;
  }

  #accept(ws: WebSocket, socket: Duplex, endpoint: Endpoint<unknown>, guest: unknown): void {
    this.#open.set(ws, endpoint.gateway);
    const { heard, gone } = this.#pinger.add(ws);
    let owner: string | undefined;
    const wire: Wire = wireOf(ws, socket, (agent) => {
      owner = agent;
      addTo(this.#owned, agent, wire);
    });
    const events = endpoint.open(wire, guest);
    ws.on('message', (data: RawData, binary: boolean) => {
      heard();
      events.receive(binary ? undefined : String(data));
    });
    ws.on('pong', heard);
    ws.on('error', () => {});
    ws.on('close', () => {
      gone();
      if (owner !== undefined) removeFrom(this.#owned, owner, wire);
      this.#open.delete(ws);
      events.closed();
    });
  }
}

/** Text goes to the socket past the library, which would write each frame in two pieces; control frames come from it. */
function wireOf(ws: WebSocket, socket: Duplex, belongTo: Wire['belongTo']): Wire {
  const outbox = new Outbox(socket, () => ws.readyState === WebSocket.OPEN);
  return {
    belongTo,
    send(text) {
      if (ws.readyState !== WebSocket.OPEN) return;
      if (outbox.behind > FARTHEST_BEHIND) {
        ws.close(1013, 'too far behind');
        // A peer that reads nothing does not read the close either.
        setTimeout(() => ws.terminate(), 1000).unref();
        return;
      }
      outbox.add(textFrame(text));
    },
    get isBehind() {
      return socket.writableNeedDrain && outbox.behind > BEHIND;
    },
    onceTaken: (call) => outbox.onceTaken(call),
    close(code, reason) {
      outbox.flush();
      ws.close(code, reason);
    },
  };
}

function addTo<T>(sets: Map<string, Set<T>>, key: string, one: T): void {
  const set = sets.get(key);
  if (set) set.add(one);
  else sets.set(key, new Set([one]));
}

function removeFrom<T>(sets: Map<string, Set<T>>, key: string, one: T): void {
  const set = sets.get(key);
  set?.delete(one);
  if (set?.size === 0) sets.delete(key);
}

const isRefused = (guest: unknown): guest is { refuse: HttpAnswer } =>
  typeof guest === 'object' && guest !== null && 'refuse' in guest;

function parseUrl(request: IncomingMessage): URL | undefined {
  return URL.canParse(request.url ?? '', 'http://host') ? new URL(request.url ?? '', 'http://host') : undefined;
}

const REASONS: { [status: number]: string } = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

function refuse(socket: Duplex, { status, body }: HttpAnswer): void {
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

/** The caller's address, for rate limits. */
export const addressOf = (request: IncomingMessage): string => request.socket.remoteAddress ?? 'unknown';

/** The token of a Bearer header. */
export function bearerOf(request: { headers: { authorization?: string | undefined } }): string | undefined {
  const match = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '');
  return match?.[1];
}
