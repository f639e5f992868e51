import type { WebSocket } from 'ws';

interface Peer {
  ws: WebSocket;
  /** Was heard of since the last ping. */
  alive: boolean;
}

const EVERY = 30_000;
const SHARES = 30;

/** Pings every connection each 30 seconds, a share of them each second, and drops those that did not answer. */
export class Pinger {
  readonly #shares: Set<Peer>[] = Array.from({ length: SHARES }, () => new Set());
  readonly #timer: NodeJS.Timeout;
  #joined = 0;
  #turn = 0;

  constructor(every = EVERY) {
    this.#timer = setInterval(() => this.#ping(this.#shares[this.#turn++ % SHARES]!), every / SHARES);
    this.#timer.unref();
  }

  /** @returns to be called when something of the connection was heard, or it is gone */
  add(ws: WebSocket): { heard(): void; gone(): void } {
    const share = this.#shares[this.#joined++ % SHARES]!;
    const peer = { ws, alive: true };
    share.add(peer);
    return {
      heard() {
        peer.alive = true;
      },
      gone: () => void share.delete(peer),
    };
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #ping(share: Set<Peer>): void {
    for (const peer of share) {
      if (peer.alive) peer.ws.ping();
      else peer.ws.terminate();
      peer.alive = false;
    }
  }
}
