import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Leaving } from './leaving.ts';
import { Outbox } from './outbox.ts';
import { textFrame } from './text-frame.ts';

const TOO_FAR_BEHIND = 1013;
const FARTHEST_BEHIND = 1024 * 1024;
/** From so many bytes on that wait for it, a socket is slow. */
const BEHIND = 64 * 1024;

/** Text goes to the socket past the library, which would write each frame in two pieces; control frames come from it. */
export class Line {
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #outbox: Outbox;
  readonly #leaving: Leaving;

  constructor(ws: WebSocket, socket: Duplex, leaving: Leaving) {
    this.#ws = ws;
    this.#leaving = leaving;
    this.#socket = socket;
    this.#outbox = new Outbox(socket, () => ws.readyState === WebSocket.OPEN);
  }

  send(text: string): void {
    if (this.#isReady()) this.#outbox.add(textFrame(text));
  }

  get isBehind(): boolean {
    return this.#socket.writableNeedDrain && this.#outbox.behind > BEHIND;
  }

  onceTaken(call: () => void): void {
    this.#outbox.onceTaken(call);
  }

  pong(data: Buffer): void {
    if (this.#isReady()) this.#ws.pong(data);
  }

  /** What it still waits for and the last frame are one write. */
  close(code: number, reason?: string): void {
    this.#socket.cork();
    this.#outbox.flush();
    this.#ws.close(code, reason);
    this.#socket.uncork();
  }

  cut(code: number, reason: string): void {
    this.close(code, reason);
    this.leave();
  }

  /** Does not wait long for the other side to close. */
  leave(): void {
    this.#leaving.add(this.#socket, () => this.#ws.terminate());
  }

  /** Whatever is being sent to it, a peer that does not read is cut. */
  #isReady(): boolean {
    if (this.#ws.readyState !== WebSocket.OPEN) return false;
    if (this.#outbox.behind <= FARTHEST_BEHIND) return true;
    this.cut(TOO_FAR_BEHIND, 'too far behind');
    return false;
  }
}
