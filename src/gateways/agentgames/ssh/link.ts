import type { Duplex } from 'node:stream';
import type { ServerChannel } from 'ssh2';
import type { Budget } from '../../budget.ts';

const FARTHEST_BEHIND = 1024 * 1024;
const CLOSE_WITHIN = 5000;
/** Whoever is sent away has so long to read why. */
const LEAVE_WITHIN = 1000;
/** Hardly a message of SSH is smaller, and each is deciphered and looked at. */
const BYTES_OF_UNIT = 32;

/** Writes to channels of one connection, and lets the connection go when its peer does not keep up. */
export class Link {
  readonly #socket: Duplex;
  readonly #budget: Budget;
  /** How its channels say that this was too much. */
  readonly #farewells = new Map<ServerChannel, () => void>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #spent = false;
  /** Where it came from; known after it is gone too. */
  readonly address: string;

  constructor(socket: Duplex & { remoteAddress?: string | undefined }, budget: Budget) {
    this.#socket = socket;
    this.address = socket.remoteAddress ?? '';
    this.#budget = budget;
    socket.once('close', () => {
      for (const timer of this.#timers) clearTimeout(timer);
    });
  }

  /** Pays for what its peer sends, in whatever message. */
  heard(bytes: number): void {
    this.charge(bytes / BYTES_OF_UNIT);
  }

  /** Pays for what its peer asks for. False: that was more than is left, so the connection ends. */
  charge(cost: number): boolean {
    if (this.#spent) return false;
    if (this.#budget.take(cost)) return true;
    this.#spent = true;
    for (const say of this.#farewells.values()) say();
    // What it still sends is not even read.
    this.#socket.pause();
    this.#dropAfter(LEAVE_WITHIN);
    return false;
  }

  /** How this channel is told that there was too much, before the connection ends. */
  whenSpent(channel: ServerChannel, say: () => void): void {
    this.#farewells.set(channel, say);
    channel.once('close', () => this.#farewells.delete(channel));
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
    const inTime = this.#dropAfter(CLOSE_WITHIN);
    channel.once('close', inTime);
  }

  drop(): void {
    this.#socket.destroy();
  }

  /** @returns calls it off */
  #dropAfter(ms: number): () => void {
    const late = setTimeout(() => this.drop(), ms);
    this.#timers.add(late);
    return () => {
      clearTimeout(late);
      this.#timers.delete(late);
    };
  }
}
