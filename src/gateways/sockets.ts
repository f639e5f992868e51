// Longer than most files: one connection from its upgrade to its end, for all protocols.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { realClock } from '../core/clock.ts';
import { StorageBusy } from '../core/storage.ts';
import { type Budget, Budgets, COST, costOf } from './budget.ts';
import { type AddressOf, clientAddresses, trustedProxies } from './client-address.ts';
import { Leaving } from './leaving.ts';
import { Line } from './line.ts';
import { flushAll } from './outbox.ts';
import { Pinger } from './pinger.ts';
import { repeatedKeyOf, saidTwice } from './repeated-key.ts';
import type { Visitors } from './visitors.ts';

/** One agent's connection as a session sees it. */
export interface Wire {
  send(text: string): void;
  /**
   * From now on the connection is that account's, spends what is the account's, and ends when it is shut out.
   * @param key the id of the key by which it came: it ends too when that is taken back
   */
  belongTo(agent: string, key?: string): void;
  /** Pays for work beyond reading a frame. False: there is not enough left, so the connection ends. */
  charge(cost: number): boolean;
  close(code: number, reason?: string): void;
  /** The other side reads more slowly than it is written to. */
  readonly isBehind: boolean;
  /** Calls once, when one that is behind has taken everything. */
  onceTaken(call: () => void): void;
}

export interface WireEvents {
  /** A text frame. Binary frames come as undefined. */
  receive(text: string | undefined): void;
  /** Says in the protocol's words that this was too much; the connection ends after it. */
  tooMuch(): void;
  closed(): void;
}

export interface HttpAnswer {
  status: number;
  body: unknown;
  /** Seconds. */
  retryAfter?: number;
}

export interface Endpoint<Guest> {
  gateway: string;
  maxFrame: number;
  /** Of pages in browsers, only this server's own may come. */
  own?: true;
  /** Decides before the upgrade who comes in. */
  admit(request: IncomingMessage, url: URL): Promise<Guest | { refuse: HttpAnswer }>;
  open(wire: Wire, guest: Guest): WireEvents;
}

/** Who wants to know what comes of connections. */
export interface SocketNews {
  belongs(agent: string, gateway: string): void;
  refused(request: IncomingMessage, gateway: string, answer: HttpAnswer): void;
}

/** What an account holds open. */
interface Owned {
  /** The id of the key by which it came. */
  key: string | undefined;
  end(why: string): void;
}

interface SocketsParts {
  /** Takes a connection that another node is to have; false: it is ours. */
  handOn: HandOn | undefined;
  /** Who comes earlier waits for it. */
  opening: Promise<void>;
  budgets: Budgets;
  /** The address as the endpoints know it. */
  inside(url: string): string;
  addressOf: AddressOf;
  heard: SocketNews;
  /** Whose pages may come; undefined: everybody's. */
  visitors: Visitors | undefined;
}

const SHUT_OUT = 1008;
const TOO_MUCH = 1008;
/** A message may come in so many pieces. */
const MOST_PIECES = 128;
const TOO_MANY: HttpAnswer = { status: 429, body: { error: 'Too many connections.' }, retryAfter: 60 };
const TOO_MUCH_ASKED: HttpAnswer = { status: 429, body: { error: 'Too many requests.' }, retryAfter: 1 };

type HandOn = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/** All WebSocket endpoints of the one port, each by its path. */
export class Sockets {
  readonly #endpoints = new Map<string, Endpoint<unknown>>();
  readonly #servers = new Map<number, WebSocketServer>();
  /** With the names of their gateways. */
  readonly #open = new Map<WebSocket, string>();
  readonly #leaving = new Leaving();
  readonly #owned = new Map<string, Set<Owned>>();
  readonly #pinger = new Pinger();
  readonly #opening: Promise<void>;
  readonly #handOn: HandOn | undefined;
  readonly #inside: SocketsParts['inside'];
  readonly #addressOf: AddressOf;
  readonly #visitors: Visitors | undefined;
  #ownedBy: (agent: string, request: IncomingMessage) => void = () => {};
  readonly #heard: SocketNews;
  /** What connections, accounts and addresses may still ask for, by whichever door. */
  readonly budgets: Budgets;

  constructor({
    opening = Promise.resolve(),
    budgets = new Budgets(realClock()),
    inside = (url) => url,
    addressOf = clientAddresses(trustedProxies(['loopback'])),
    visitors,
    heard = { belongs() {}, refused() {} },
    handOn,
  }: Partial<SocketsParts> = {}) {
    this.#opening = opening;
    this.budgets = budgets;
    this.#inside = inside;
    this.#addressOf = addressOf;
    this.#heard = heard;
    this.#handOn = handOn;
    this.#visitors = visitors;
  }

  /** Calls back when a connection turns out to be an account's. */
  whenOwned(listener: (agent: string, request: IncomingMessage) => void): void {
    this.#ownedBy = listener;
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
        this.#refuse(socket, { status: busy ? 503 : 500, body: { error: busy ? error.message : 'Internal error.' } });
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

  /** Who has connections. */
  agents(): Iterable<string> {
    return this.#owned.keys();
  }

  /** Another connection of an account than a socket ends as sockets do. @returns it is over */
  own(agent: string, owned: Owned): () => void {
    addTo(this.#owned, agent, owned);
    return () => removeFrom(this.#owned, agent, owned);
  }

  /** Ends the connections of an account. @param isMeant by the id of the key by which one came, if it came by one */
  cut(agent: string, why: string, isMeant: (key: string | undefined) => boolean = () => true): void {
    for (const { key, end } of this.#owned.get(agent) ?? []) if (isMeant(key)) end(why);
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
    const url = URL.parse(this.#inside(request.url ?? ''), 'http://host') ?? undefined;
    const endpoint =
      url && (only === undefined || only === url.pathname) ? this.#endpoints.get(url.pathname) : undefined;
    if (!url || !endpoint) return this.#refuse(socket, { status: 404, body: { error: 'Not found.' } });
    const unwanted = this.#visitors?.refusal(request.headers, endpoint.own === true);
    if (unwanted !== undefined) return this.#refuse(socket, { status: 403, body: { error: unwanted } });
    const address = this.#addressOf(request);
    const { budgets } = this;
    if (!budgets.ofAddress(address).take(COST.request)) return this.#refuse(socket, TOO_MUCH_ASKED);
    const repeated = repeatedKeyOf(url.searchParams.keys());
    if (repeated !== undefined) return this.#refuse(socket, { status: 400, body: { error: saidTwice(repeated) } });
    const budget = budgets.open(address);
    if (!budget) return this.#refuse(socket, TOO_MANY);
    socket.once('close', () => budget.close());
    await this.#opening;
    if (this.#handOn?.(request, socket, head)) return;
    const guest = await endpoint.admit(request, url);
    if (socket.destroyed) return;
    if (isRefused(guest)) {
      this.#heard.refused(request, endpoint.gateway, guest.refuse);
      return this.#refuse(socket, guest.refuse);
    }
    this.#server(endpoint.maxFrame).handleUpgrade(request, socket, head, (ws) =>
      this.#accept(ws, request, endpoint, guest, budget),
    );
  }

  #refuse(socket: Duplex, { status, body, retryAfter }: HttpAnswer): void {
    const text = JSON.stringify(body);
    socket.end(
      `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
        `${retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`}` +
        `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      // Whoever waited for the answer is sent all of it nevertheless.
      () => socket.destroy(),
    );
    this.#leaving.add(socket, () => socket.destroy());
  }

  #server(maxPayload: number): WebSocketServer {
    let server = this.#servers.get(maxPayload);
    if (!server) {
      server = new WebSocketServer({
        noServer: true,
        perMessageDeflate: false,
        maxPayload,
        maxFragments: MOST_PIECES,
        // Pongs are ours to send, so that a peer that reads none of them is cut like any other.
        autoPong: false,
        // However many frames come at once, each has a turn of the loop, and all connections theirs in between.
        allowSynchronousEvents: false,
        clientTracking: false,
        skipUTF8Validation: false,
      });
      this.#servers.set(maxPayload, server);
    }
    return server;
  }

  #accept(ws: WebSocket, request: IncomingMessage, endpoint: Endpoint<unknown>, guest: unknown, budget: Budget): void {
    this.#open.set(ws, endpoint.gateway);
    const { heard, gone } = this.#pinger.add(ws);
    const line = new Line(ws, request.socket, this.#leaving);
    let disown = (): void => {};
    let spent = false;
    const charge = (cost: number): boolean => {
      if (!spent && budget.take(cost)) return true;
      if (!spent) {
        spent = true;
        events.tooMuch();
        line.cut(TOO_MUCH, 'too much at once');
        // What it still sends is not even read.
        ws.pause();
      }
      return false;
    };
    const wire: Wire = {
      send: (text) => line.send(text),
      close: (code, reason) => line.close(code, reason),
      charge,
      get isBehind() {
        return line.isBehind;
      },
      onceTaken: (call) => line.onceTaken(call),
      belongTo: (agent, key) => {
        this.#ownedBy(agent, request);
        this.#heard.belongs(agent, endpoint.gateway);
        disown = this.own(agent, { key, end: (why) => wire.close(SHUT_OUT, why) });
        if (!budget.belongTo(agent)) line.cut(TOO_MUCH, 'too many connections of this account');
      },
    };
    const events = endpoint.open(wire, guest);
    ws.on('message', (data: Buffer, binary: boolean) => {
      heard();
      if (charge(costOf(data.length))) events.receive(binary ? undefined : String(data));
    });
    ws.on('ping', (data) => {
      heard();
      if (charge(COST.ping)) line.pong(data);
    });
    ws.on('pong', () => {
      heard();
      charge(1);
    });
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      events.closed();
    };
    ws.on('error', () => {
      line.leave();
      // The library is about to let it talk on; nobody listens any more, so that its own end would go unheard too.
      process.nextTick(() => ws.pause());
      leave();
    });
    ws.on('close', () => {
      gone();
      disown();
      this.#open.delete(ws);
      leave();
    });
  }
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

const REASONS: { [status: number]: string } = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** The token of a Bearer header. */
export function bearerOf(request: { headers: { authorization?: string | undefined } }): string | undefined {
  const match = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '');
  return match?.[1];
}
