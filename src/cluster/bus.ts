import { Kvm } from '@nats-io/kv';
import {
  type ConnectionOptions,
  connect,
  createInbox,
  errors,
  type NatsConnection,
  nkeyAuthenticator,
} from '@nats-io/transport-node';
import { ClusterRefused } from './refused.ts';

/** Nobody answered: there is nobody who could, or it takes too long. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

export type Listener = (message: unknown, answer: (message: unknown) => void) => void;

/** All that nodes say to each other, as JSON. It may lose, double or delay a message. */
export interface Bus {
  readonly connected: boolean;
  publish(subject: string, message: unknown): void;
  listen(subject: string, hear: Listener): () => void;
  /**
   * The answer is told before whatever the answerer says next, so that an acknowledgement comes before what it causes.
   * Throws where the message cannot be written as JSON.
   * @param failed with NoAnswer
   */
  request(
    subject: string,
    message: unknown,
    answered: (answer: unknown) => void,
    failed: (why: NoAnswer) => void,
  ): void;
  /** Keeps a value for as long as the bucket does; other nodes hear of it by `listenKept`. */
  keep(key: string, value: unknown): Promise<void>;
  forget(key: string): Promise<void>;
  kept(): Promise<Map<string, unknown>>;
  listenKept(hear: (key: string, value: unknown) => void): () => void;
  /** Tells whether the connection is there, whenever that changes. */
  watch(tell: (connected: boolean) => void): void;
  close(): Promise<void>;
}

export interface BusParts {
  /** As in NATS_URL. */
  url: string;
  /** Of this client, for whoever looks at the NATS server. */
  name: string;
  /** What all subjects begin with. */
  cluster: string;
  /** Milliseconds that the bucket keeps a value. */
  keepFor: number;
  /** Something came in that nobody of ours sent. */
  broken(subject: string): void;
  fault(error: unknown): void;
}

const RECONNECT_EVERY = 250;
const PING_EVERY = 2000;
const CONNECT_WITHIN = 5000;
const ANSWER_WITHIN = 2000;
const NO_RESPONDERS = 503;
const USER_SEED = /^SU[A-Z2-7]{56}$/;

interface Waiting {
  until: number;
  answered(answer: unknown): void;
  failed(why: NoAnswer): void;
}

export async function openBus({ url, name, cluster, keepFor, broken, fault }: BusParts): Promise<Bus> {
  const { options, shown } = readUrl(url);
  const connection = await connected({ ...options, name }, shown);
  const bucket = `crossplay-${cluster}`;
  const kvm = new Kvm(connection);
  const open = () => kvm.create(bucket, { ttl: keepFor, history: 1 });
  let kv: Awaited<ReturnType<typeof open>>;
  try {
    kv = await open();
  } catch (error) {
    await connection.close();
    throw new ClusterRefused(
      `The NATS server at ${shown} keeps no values (${wordsOf(error)}). Start it with JetStream: nats-server -js.`,
    );
  }
  const full = (subject: string) => `${cluster}.${subject}`;
  const read = (bytes: Uint8Array, subject: string): unknown => {
    try {
      return JSON.parse(decoder.decode(bytes));
    } catch {
      broken(subject);
      return undefined;
    }
  };
  // Together at the end of a turn of the loop: a write of its own for each would cost more than all else.
  let outgoing: (() => void)[] = [];
  const sendAll = () => {
    const sent = outgoing;
    outgoing = [];
    for (const publish of connection.isClosed() ? [] : sent) {
      try {
        publish();
      } catch (error) {
        fault(error);
      }
    }
  };
  const send = (subject: string, message: unknown, reply?: string) => {
    const text = JSON.stringify(message);
    if (outgoing.push(() => connection.publish(subject, text, reply === undefined ? undefined : { reply })) === 1) {
      setImmediate(sendAll);
    }
  };
  let asked = 0;
  /** The oldest first. */
  const waiting = new Map<string, Waiting>();
  let patience: NodeJS.Timeout | undefined;
  const giveUpLate = () => {
    const now = performance.now();
    const late = [];
    for (const [id, one] of waiting) {
      if (one.until > now) break;
      waiting.delete(id);
      late.push(one);
    }
    const [oldest] = waiting.values();
    patience = oldest && setTimeout(giveUpLate, oldest.until - now);
    for (const { failed } of late) failed(new NoAnswer('it takes too long'));
  };
  const inbox = createInbox();
  connection.subscribe(`${inbox}.*`, {
    callback: (error, message) => {
      const id = error ? '' : message.subject.slice(inbox.length + 1);
      const { answered, failed } = waiting.get(id) ?? {};
      if (!waiting.delete(id)) return;
      if (message.data.length === 0 && message.headers?.code === NO_RESPONDERS) {
        return failed!(new NoAnswer('there is nobody to ask'));
      }
      const answer = read(message.data, 'an answer');
      if (answer !== undefined) answered!(answer);
      else failed!(new NoAnswer('the answer makes no sense'));
    },
  });
  let up = true;
  const watchers: ((connected: boolean) => void)[] = [];
  const changed = (now: boolean) => {
    if (up === now) return;
    up = now;
    for (const tell of watchers) tell(now);
  };
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'staleConnection') changed(false);
      else if (type === 'reconnect') changed(true);
    }
  })();

  return {
    get connected() {
      return up;
    },
    publish(subject, message) {
      send(full(subject), message);
    },
    listen(subject, hear) {
      const subscription = connection.subscribe(full(subject), {
        callback: (error, message) => {
          const said = error ? undefined : read(message.data, subject);
          if (said !== undefined) hear(said, (answer) => message.reply && send(message.reply, answer));
        },
      });
      return () => subscription.unsubscribe();
    },
    request(subject, message, answered, failed) {
      const id = String(++asked);
      send(full(subject), message, `${inbox}.${id}`);
      waiting.set(id, { until: performance.now() + ANSWER_WITHIN, answered, failed });
      patience ??= setTimeout(giveUpLate, ANSWER_WITHIN);
    },
    async keep(key, value) {
      try {
        await kv.put(key, JSON.stringify(value));
      } catch {
        // A NATS server that was started anew has forgotten the bucket.
        kv = await open();
        await kv.put(key, JSON.stringify(value));
      }
    },
    async forget(key) {
      await kv.purge(key);
    },
    async kept() {
      const values = new Map<string, unknown>();
      for await (const key of await kv.keys()) {
        const entry = await kv.get(key);
        const value = entry?.operation === 'PUT' ? read(entry.value, key) : undefined;
        if (value !== undefined) values.set(key, value);
      }
      return values;
    },
    listenKept(hear) {
      const prefix = `$KV.${bucket}.`;
      const subscription = connection.subscribe(`${prefix}>`, {
        callback: (error, message) => {
          if (error || message.data.length === 0) return;
          const value = read(message.data, message.subject);
          if (value !== undefined) hear(message.subject.slice(prefix.length), value);
        },
      });
      return () => subscription.unsubscribe();
    },
    watch: (tell) => void watchers.push(tell),
    async close() {
      clearTimeout(patience);
      sendAll();
      await new Promise(setImmediate);
      await connection.close();
    },
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

async function connected(options: ConnectionOptions, shown: string): Promise<NatsConnection> {
  try {
    return await connect({
      ...options,
      timeout: CONNECT_WITHIN,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_EVERY,
      reconnectJitter: 50,
      pingInterval: PING_EVERY,
      maxPingOut: 2,
      ignoreAuthErrorAbort: true,
    });
  } catch (error) {
    if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError) {
      throw new ClusterRefused(`The NATS server at ${shown} refuses the login in NATS_URL.`);
    }
    throw new ClusterRefused(`The NATS server at ${shown} cannot be reached: ${wordsOf(error)}. Check NATS_URL.`);
  }
}

/** `nats://` or `tls://`, several with commas between; before an @ a user and password, a token, or the seed of an nkey. */
export function readUrl(url: string): { options: ConnectionOptions; shown: string } {
  const parsed = url.split(',').map((one) => new URL(one.trim()));
  const servers = parsed.map(({ hostname, port }) => `${hostname}:${port || 4222}`);
  const { username, password } = parsed[0]!;
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const login: ConnectionOptions =
    user === ''
      ? {}
      : pass !== ''
        ? { user, pass }
        : USER_SEED.test(user)
          ? { authenticator: nkeyAuthenticator(new TextEncoder().encode(user)) }
          : { token: user };
  const tls = parsed.some(({ protocol }) => protocol === 'tls:');
  return { options: { servers, ...login, ...(tls && { tls: {} }) }, shown: servers.join(', ') };
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).toLowerCase();
