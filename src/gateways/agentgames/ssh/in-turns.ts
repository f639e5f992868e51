import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** So much of SSH is a few milliseconds at most, however small its messages are. */
const IN_ONE_GO = 2048;

/** A socket as the library reads it: of what came at once it gets a little in each turn of the loop. */
export class InTurns extends Duplex {
  readonly #socket: Socket;
  #rest: Buffer | undefined;
  #ended = false;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      socket.pause();
      this.#rest = bytes;
      this.#next();
    });
    socket.once('end', () => {
      this.#ended = true;
      if (this.#rest === undefined) this.push(null);
    });
    socket.on('error', (error) => this.destroy(error));
    socket.once('close', () => {
      const isRead = !this.#ended || this.readableEnded;
      if (isRead) this.destroy();
      else this.once('end', () => this.destroy());
    });
    socket.pause();
  }

  /** By which the library tells who it is. */
  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  get remotePort(): number | undefined {
    return this.#socket.remotePort;
  }

  override _read(): void {
    if (this.#rest === undefined) this.#socket.resume();
    else setImmediate(() => this.#next());
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, taken: (error?: Error | null) => void): void {
    this.#socket.write(bytes, taken);
  }

  override _writev(writes: { chunk: Buffer }[], taken: (error?: Error | null) => void): void {
    this.#socket.write(Buffer.concat(writes.map(({ chunk }) => chunk)), taken);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  #next(): void {
    const bytes = this.#rest;
    if (bytes === undefined || this.destroyed) return;
    this.#rest = bytes.length > IN_ONE_GO ? bytes.subarray(IN_ONE_GO) : undefined;
    this.push(bytes.subarray(0, IN_ONE_GO));
    if (this.#ended && this.#rest === undefined) this.push(null);
  }
}
