import { writable } from 'svelte/store';
import { keep, kept } from './keep.ts';
import { root } from './route.ts';
import type { FrontNews, OwnMatch, PageFrame, PageMessage } from './wire.ts';

type Told = (frame: PageFrame) => void;

const FIRST_RETRY = 500;
const LONGEST_RETRY = 15_000;

/** Known only to this browser; the server keeps seats and votes under its hash. */
function secret(): string {
  const known = kept('secret');
  if (known && /^[0-9a-f]{64}$/.test(known)) return known;
  const made = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  keep('secret', made);
  return made;
}

let ownSecret: string | undefined;

export const connection = writable<'connecting' | 'open' | 'lost'>('connecting');

/** The one socket of this page. What was asked for is asked again after a lost connection, each from where it was. */
class Live {
  readonly #listeners = new Set<Told>();
  /** What to say when the connection is made anew, by key. */
  readonly #wishes = new Map<string, () => PageMessage>();
  #socket: WebSocket | undefined;
  #retry = FIRST_RETRY;

  open(): void {
    if (this.#socket) return;
    const url = new URL('live', root);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url);
    this.#socket = socket;
    // The browser knows sooner than the socket does.
    window.onoffline = () => connection.set('lost');
    window.ononline = () => connection.set(this.#socket?.readyState === WebSocket.OPEN ? 'open' : 'lost');
    socket.onopen = () => {
      this.#retry = FIRST_RETRY;
      connection.set('open');
      ownSecret ??= secret();
      this.say({ type: 'hello', secret: ownSecret });
      this.#sayWishes();
    };
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data) as PageFrame;
      if (frame.type === 'error' && frame.retryAfter) setTimeout(() => this.#sayWishes(), 1000 * frame.retryAfter);
      for (const tell of [...this.#listeners]) tell(frame);
    };
    socket.onclose = () => {
      this.#socket = undefined;
      connection.set('lost');
      setTimeout(() => this.open(), this.#retry);
      this.#retry = Math.min(2 * this.#retry, LONGEST_RETRY);
    };
  }

  say(message: PageMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #sayWishes(): void {
    for (const wish of this.#wishes.values()) this.say(wish());
  }

  listen(tell: Told): () => void {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  }

  /** Says it now and after each new connection, until the wish is withdrawn. */
  wish(key: string, message: () => PageMessage, farewell?: PageMessage): () => void {
    this.#wishes.set(key, message);
    this.say(message());
    return () => {
      if (this.#wishes.get(key) !== message) return;
      this.#wishes.delete(key);
      if (farewell) this.say(farewell);
    };
  }
}

export const live = new Live();

export const front = writable<FrontNews | undefined>(undefined, (set) => {
  const unlisten = live.listen((message) => {
    if (message.type === 'front') set(message);
  });
  const withdraw = live.wish('front', () => ({ type: 'front' }), { type: 'leave_front' });
  return () => {
    withdraw();
    unlisten();
  };
});

/** The reader's own matches under way. */
export const yours = writable<OwnMatch[]>([]);
live.listen((message) => {
  if (message.type === 'hello' || message.type === 'yours') yours.set(message.matches);
});
