import { randomBytes } from 'node:crypto';
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { hashKey } from '../../accounts/keys.ts';
import type { Cancel, Clock } from '../../core/clock.ts';
import type { DocumentStore } from '../../core/storage.ts';

export interface SessionsParts {
  documents: DocumentStore;
  clock: Clock;
  /** Real milliseconds per millisecond of the clock: clients idle in real time. */
  scale: number;
  server(session: Session): McpServer;
  fault(error: unknown): void;
}

/** What is stored under the hash of a session's id: who knows the id speaks for the agent. */
interface Kept {
  agent: string | null;
  /** The id of the key that came with the account; absent in what older versions stored. */
  keyId?: string;
  version: string;
  at: number;
  /** The client reads no events. */
  json?: true;
}

type Resting = Pick<Session, 'usedAt' | 'address'>;

const KIND = 'mcp-session';
const ID = /^[\w-]{32}$/;
/** In all; beyond that the longest idle ends. */
const MOST = 5000;
/** With a server of their own in memory; the others rest in storage until they are used again. */
const MOST_AWAKE = 500;
const MOST_OF_ADDRESS = 512;
const MOST_AWAKE_OF_ADDRESS = 128;
const MINUTE = 60_000;
/** Whoever thinks for longer is not in memory meanwhile. */
const AWAKE = 2 * MINUTE;
const IDLE = 60 * MINUTE;
const FORGOTTEN = 24 * 60 * MINUTE;
const ANYWHERE = 'http://localhost/mcp';

/** One client of the eras that have sessions. */
export class Session {
  readonly id: string;
  /** Whom it counts for; unknown after a restart. */
  readonly address: string | undefined;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  server: McpServer | undefined;
  /** Whose it is, once it registered. */
  agent: string | undefined;
  /** The id of the key that it was given then. */
  keyId: string | undefined;
  usedAt = 0;
  /** Calls that are not answered yet, and streams that the client keeps open. */
  underWay = 0;
  /** Agents whose decisions are told here. */
  readonly bound = new Set<string>();
  readonly #kept: (session: Session) => void;
  readonly #bound: (agent: string, session: Session) => void;

  constructor(
    id: string,
    address: string | undefined,
    json: boolean,
    events: {
      kept(session: Session): void;
      bound(agent: string, session: Session): void;
      closed(session: Session): void;
    },
  ) {
    this.id = id;
    this.address = address;
    this.#kept = events.kept;
    this.#bound = events.bound;
    this.transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: () => events.closed(this),
      enableJsonResponse: json,
    });
  }

  keep(agent: string, keyId: string): void {
    this.agent = agent;
    this.keyId = keyId;
    this.#kept(this);
  }

  bind(agent: string): void {
    if (this.bound.has(agent)) return;
    this.bound.add(agent);
    this.#bound(agent, this);
  }

  /** Said on the stream that the client keeps open, if it does. */
  tell(logger: string, data: unknown): void {
    this.server?.server.sendLoggingMessage({ level: 'info', logger, data }).catch(() => {});
  }
}

/** The sessions of all clients. They are known again after a restart, so that no client has to begin anew. */
export class Sessions {
  readonly #parts: SessionsParts;
  readonly #open = new Map<string, Session>();
  /** The longest idle first. */
  readonly #resting = new Map<string, Resting>();
  readonly #ofAddress = new Map<string, number>();
  readonly #byAgent = new Map<string, Set<Session>>();
  readonly #reviving = new Map<string, Promise<Session | undefined>>();
  /** Not to be taken up again while what is stored of them is being removed. */
  readonly #ending = new Set<string>();
  #sweep: Cancel | undefined;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { documents, clock } = this.#parts;
    for (const { id, body } of await documents.list(KIND)) {
      if (clock.now() - (body as Kept).at > FORGOTTEN) await documents.remove(KIND, id);
    }
    this.#sweepLater();
  }

  async stop(): Promise<void> {
    this.#sweep?.();
    await Promise.all([...this.#open.values()].map(({ server }) => server?.close()));
  }

  get size(): number {
    return this.#open.size + this.#resting.size;
  }

  /** How many have a server of their own in memory. */
  get awake(): number {
    return this.#open.size;
  }

  /** @param json the client reads no events. @returns undefined: the address has too many */
  async begin(version: string, json: boolean, address: string): Promise<Session | undefined> {
    const count = this.#ofAddress.get(address) ?? 0;
    if (count >= MOST_OF_ADDRESS) return undefined;
    this.#ofAddress.set(address, count + 1);
    const session = await this.#connect(randomBytes(24).toString('base64url'), json, address);
    const kept: Kept = { agent: null, version, at: this.#parts.clock.now(), ...(json && { json }) };
    await this.#parts.documents.put(KIND, hashKey(session.id), 0, kept);
    return session;
  }

  async get(id: string): Promise<Session | undefined> {
    const known = this.#open.get(id);
    if (known) {
      known.usedAt = this.#parts.clock.ticks();
      return known;
    }
    if (!ID.test(id) || this.#ending.has(id)) return undefined;
    let reviving = this.#reviving.get(id);
    if (!reviving) {
      reviving = this.#revive(id).finally(() => this.#reviving.delete(id));
      this.#reviving.set(id, reviving);
    }
    return reviving;
  }

  /** The sessions to which this agent's decisions are told. */
  of(agent: string): Iterable<Session> {
    return this.#byAgent.get(agent) ?? [];
  }

  async #connect(id: string, json: boolean, address: string | undefined): Promise<Session> {
    const session = new Session(id, address, json, {
      kept: (one) => this.#keep(one),
      bound: (agent, one) => {
        const sessions = this.#byAgent.get(agent);
        if (sessions) sessions.add(one);
        else this.#byAgent.set(agent, new Set([one]));
      },
      closed: (one) => this.#end(one),
    });
    session.usedAt = this.#parts.clock.ticks();
    session.server = this.#parts.server(session);
    await session.server.connect(session.transport);
    this.#open.set(id, session);
    const mine = [...this.#open.values()].filter((one) => one.address === address);
    if (address !== undefined && mine.length > MOST_AWAKE_OF_ADDRESS) this.#putOneToRest(mine);
    if (this.#open.size > MOST_AWAKE) this.#putOneToRest([...this.#open.values()]);
    const [longestIdle] = this.#resting;
    if (this.size > MOST && longestIdle) this.#forget(...longestIdle);
    return session;
  }

  /** A session from before the server was started: the client goes on as if nothing had been. */
  async #revive(id: string): Promise<Session | undefined> {
    const document = await this.#parts.documents.get(KIND, hashKey(id));
    if (!document) return undefined;
    const { agent, keyId, version, json = false } = document.body as Kept;
    const session = await this.#connect(id, json, this.#resting.get(id)?.address);
    this.#resting.delete(id);
    session.agent = agent ?? undefined;
    session.keyId = keyId;
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'revived', version: '0' } };
    const said = [
      { jsonrpc: '2.0', id: 0, method: 'initialize', params },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ];
    for (const message of said) await this.#say(session, message);
    return session;
  }

  async #say({ id, transport }: Session, message: { method: string }): Promise<void> {
    const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
    if (message.method !== 'initialize') headers.set('mcp-session-id', id);
    const request = new Request(ANYWHERE, { method: 'POST', headers, body: JSON.stringify(message) });
    await (await transport.handleRequest(request, { parsedBody: message })).text();
  }

  #keep({ id, agent, keyId }: Session): void {
    const { documents, fault } = this.#parts;
    const kept = hashKey(id);
    documents
      .get(KIND, kept)
      .then(
        (document) =>
          document && documents.put(KIND, kept, document.version, { ...(document.body as Kept), agent, keyId }),
      )
      .catch(fault);
  }

  #end(session: Session): void {
    if (!this.#open.delete(session.id)) return;
    this.#unbind(session);
    this.#forget(session.id, session);
    session.server?.close().catch(this.#parts.fault);
  }

  #putOneToRest(some: Session[]): void {
    const quiet = some.filter(({ underWay }) => underWay === 0);
    if (quiet.length > 0) this.#putToRest(quiet.reduce((idle, one) => (one.usedAt < idle.usedAt ? one : idle)));
  }

  /** It is known by what is stored of it, until it is used again. */
  #putToRest(session: Session): void {
    const { id, usedAt, address } = session;
    this.#open.delete(id);
    this.#unbind(session);
    this.#resting.set(id, { usedAt, address });
    session.server?.close().catch(this.#parts.fault);
  }

  #unbind(session: Session): void {
    for (const agent of session.bound) {
      const sessions = this.#byAgent.get(agent);
      sessions?.delete(session);
      if (sessions?.size === 0) this.#byAgent.delete(agent);
    }
  }

  #forget(id: string, { address }: Resting): void {
    this.#resting.delete(id);
    const left = (this.#ofAddress.get(address ?? '') ?? 0) - 1;
    if (left > 0) this.#ofAddress.set(address!, left);
    else this.#ofAddress.delete(address ?? '');
    this.#ending.add(id);
    this.#parts.documents
      .remove(KIND, hashKey(id))
      .catch(this.#parts.fault)
      .finally(() => this.#ending.delete(id));
  }

  #sweepLater(): void {
    const { clock, scale } = this.#parts;
    this.#sweep = clock.after(MINUTE / scale, () => {
      const [tired, before] = [AWAKE, IDLE].map((ms) => clock.ticks() - ms / scale) as [number, number];
      const quiet = [...this.#open.values()].filter(({ underWay }) => underWay === 0);
      for (const session of quiet) if (session.usedAt < tired) this.#putToRest(session);
      for (const [id, resting] of [...this.#resting]) if (resting.usedAt < before) this.#forget(id, resting);
      this.#sweepLater();
    });
  }
}
