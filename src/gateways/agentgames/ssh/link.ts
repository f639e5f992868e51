import type { Socket } from 'node:net';
import type { ServerChannel } from 'ssh2';
import type { Budget } from '../../budget.ts';

const FARTHEST_BEHIND = 1024 * 1024;
const CLOSE_WITHIN = 5000;

/** Writes to channels of one connection, and lets the connection go when its peer does not keep up. */
export class Link {
  readonly #socket: Socket;
  readonly #budget: Budget;
  /** Where it came from; known after it is gone too. */
  readonly address: string;

  constructor(socket: Socket, budget: Budget) {
    this.#socket = socket;
    this.address = socket.remoteAddress ?? '';
    this.#budget = budget;
  }

  /** Pays for what its peer sends. False: that was more than is left. */
  charge(cost: number): boolean {
    return this.#budget.take(cost);
  }

  /** False: the account has too many connections. */
  belongTo(agent: string): boolean {
    return this.#budget.belongTo(agent);
  }

  /** Bytes that the peer has not taken yet. */
  behind(channel: ServerChannel): number {
    return channel.writableLength + this.#socket.writableLength;
  }

  write(channel: ServerChannel, text: string): void {
    if (!channel.writable || channel.writableEnded) return;
    if (this.behind(channel) > FARTHEST_BEHIND) return this.drop();
    channel.write(text);
  }

  /** Ends the channel with an exit status; a peer that does not close its side in time is dropped. */
  end(channel: ServerChannel, status: number): void {
    if (!channel.writable || channel.writableEnded) return;
    channel.exit(status);
    channel.end();
    const late = setTimeout(() => this.drop(), CLOSE_WITHIN);
    channel.once('close', () => clearTimeout(late));
    this.#socket.once('close', () => clearTimeout(late));
  }

  drop(): void {
    this.#socket.destroy();
  }
}
