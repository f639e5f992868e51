import { COST } from '../budget.ts';
import type { Wire } from '../sockets.ts';
import type { PageFrame } from './frames.ts';
import { encode } from './protocol.ts';

/** The connection as a session sees it. */
export type PageWire = Pick<Wire, 'send' | 'charge' | 'isBehind' | 'onceTaken'>;

/** What a page is told, until it is closed. */
export class Saying {
  readonly wire: PageWire;
  #closed = false;

  constructor(wire: PageWire) {
    this.wire = wire;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
  }

  say(frame: PageFrame): void {
    if (!this.#closed) this.wire.send(encode(frame));
  }

  /** What the person wanted cannot be. */
  refuse(reason: string, match?: string): void {
    this.say({ type: 'refused', reason, ...(match !== undefined && { match }) });
  }

  /** What the page said means nothing. */
  err(error: string): void {
    if (this.wire.charge(COST.refusal)) this.say({ type: 'error', error });
  }
}
