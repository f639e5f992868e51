import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const MASK = Buffer.from([0, 0, 0, 0]);

/** A client's frame, masked with zeros. */
export function rawFrame(opcode: number, payload: Buffer | string, final = true): Buffer {
  const body = Buffer.from(payload);
  const head = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([(final ? 0x80 : 0) | opcode, ...head]), MASK, body]);
}

export const TEXT = 1;
export const MORE = 0;
export const PING = 9;

/** A WebSocket without a library: it writes what it likes and reads only when told to. */
export class RawSocket {
  readonly socket: Socket;
  sent = 0;
  closed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('close', () => {
      this.closed = true;
    });
    socket.on('error', () => {});
  }

  /** @param more lines of the request's head */
  static async open(port: number, path: string, more = ''): Promise<RawSocket> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${more}Upgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    if (!String(answer).startsWith('HTTP/1.1 101')) throw new Error(String(answer));
    socket.pause();
    return new RawSocket(socket);
  }

  /** Sends again and again until the server cuts the line, or so many bytes went out. */
  async flood(bytes: Buffer, most: number): Promise<void> {
    while (!this.closed && this.sent < most) {
      this.sent += bytes.length;
      const taken = this.socket.write(bytes);
      if (taken) await new Promise((next) => setImmediate(next));
      else await this.#drained();
    }
  }

  /** Reads until the server is done. */
  async end(): Promise<Buffer> {
    const parts: Buffer[] = [];
    this.socket.on('data', (part: Buffer) => parts.push(part));
    this.socket.resume();
    if (!this.closed) await new Promise((closed) => this.socket.once('close', closed));
    return Buffer.concat(parts);
  }

  #drained(): Promise<unknown> {
    return new Promise((done) => {
      const over = (): void => {
        this.socket.off('drain', over).off('close', over);
        done(undefined);
      };
      this.socket.once('drain', over).once('close', over);
    });
  }
}
