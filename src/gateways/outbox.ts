import type { Duplex } from 'node:stream';

/** So many sockets wait at most; then they are written to, though the tick has not ended. */
const MOST_WAITING = 64;

let waiting: Outbox[] = [];

/** Writes what waits for any socket. */
export function flushAll(): void {
  const full = waiting;
  waiting = [];
  for (const outbox of full) outbox.flush();
}

/** What one connection is sent within a tick, in one write: a write costs more than most frames do. */
export class Outbox {
  readonly #socket: Duplex;
  readonly #isOpen: () => boolean;
  #frames: Buffer[] = [];
  #size = 0;

  constructor(socket: Duplex, isOpen: () => boolean) {
    this.#socket = socket;
    this.#isOpen = isOpen;
  }

  /** Bytes that the socket has not taken yet. */
  get behind(): number {
    return this.#socket.writableLength + this.#size;
  }

  /** Calls once, when the socket has taken everything; if it waits for nothing it may never call. */
  onceTaken(call: () => void): void {
    this.#socket.once('drain', call);
  }

  add(frame: Buffer): void {
    this.#size += frame.length;
    if (this.#frames.push(frame) > 1) return;
    const count = waiting.push(this);
    if (count === 1) process.nextTick(flushAll);
    else if (count > MOST_WAITING) flushAll();
  }

  flush(): void {
    const frames = this.#frames;
    if (frames.length === 0) return;
    this.#frames = [];
    this.#size = 0;
    if (this.#isOpen()) this.#socket.write(frames.length === 1 ? frames[0] : joined(frames));
  }
}

let last: { frames: Buffer[]; whole: Buffer } = { frames: [], whole: Buffer.alloc(0) };

/** Many spectators get the same frames one after the other. */
function joined(frames: Buffer[]): Buffer {
  const same = frames.length === last.frames.length && frames.every((frame, index) => frame === last.frames[index]);
  if (!same) last = { frames, whole: Buffer.concat(frames) };
  return last.whole;
}
