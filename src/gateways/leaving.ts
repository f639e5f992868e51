import type { Duplex } from 'node:stream';

/** Whoever is sent away has so long to read why. */
const WITHIN = 1000;
/** So many have that time at once: until they are gone they take memory that the system's allocator never gives back. */
const MOST = 16;

/** Connections that were told to go. */
export class Leaving {
  readonly #leaving = new Map<Duplex, () => void>();

  /** @param end cuts the connection, unless it has gone by itself */
  add(socket: Duplex, end: () => void): void {
    if (socket.destroyed || this.#leaving.has(socket)) return;
    const late = setTimeout(end, WITHIN).unref();
    this.#leaving.set(socket, end);
    socket.once('close', () => {
      clearTimeout(late);
      this.#leaving.delete(socket);
    });
    const [oldest] = this.#leaving;
    if (this.#leaving.size <= MOST || !oldest) return;
    this.#leaving.delete(oldest[0]);
    oldest[1]();
  }
}
