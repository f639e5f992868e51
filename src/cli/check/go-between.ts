import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import type { Frame } from './conversation.ts';
import type { Meddler } from './meddling.ts';

const MOST_BYTES = 4 * 1024 * 1024;
/** Codes of a close that a peer may send itself. */
const SENDABLE = (code: number): boolean =>
  code === 1000 || (code >= 1001 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || code >= 3000;

/** Passes on calls and sockets, through a meddler. */
export class GoBetween {
  readonly port: number;
  readonly #target: () => string;
  readonly #meddler: Meddler;
  /** Who calls here. The other one answers. */
  readonly #caller: Frame['from'];
  readonly #server: Server;
  #isDown = false;
  readonly #sockets = new WebSocketServer({ noServer: true });

  private constructor(server: Server, target: () => string, meddler: Meddler, caller: Frame['from']) {
    this.#server = server;
    this.#target = target;
    this.#meddler = meddler;
    this.#caller = caller;
    this.port = (server.address() as AddressInfo).port;
    server.on('request', (asked, answer) => void this.#relay(asked, answer).catch(() => answer.destroy()));
    server.on('upgrade', (asked, socket, head) => this.#upgrade(asked, socket, head));
  }

  /** @param target the address that calls go on to, asked anew for each */
  static async open(target: () => string, meddler: Meddler, caller: Frame['from'] = 'agent'): Promise<GoBetween> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new GoBetween(server, target, meddler, caller);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** As if nothing were here: what is open is cut, what is tried fails, until it is over. */
  async down(meanwhile: () => Promise<void>): Promise<void> {
    this.#isDown = true;
    this.#cut();
    await meanwhile();
    this.#isDown = false;
  }

  close(): void {
    this.#cut();
    this.#server.close();
  }

  #cut(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
  }

  async #relay(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (this.#isDown) return void asked.destroy();
    const meddler = this.#meddler;
    const call = `${asked.method} ${asked.url}`;
    const said = await bodyOf(asked);
    const body = meddler.pass(this.#caller, said, { call });
    await wait(meddler.meddling.delay);
    const { host: _host, ...headers } = asked.headers;
    // Its own Host goes along, so that addresses in answers lead through here too.
    const kept = this.#caller === 'agent' ? asked.headers : headers;
    const sized = { ...kept, ...(said && { 'content-length': Buffer.byteLength(body) }) };
    const onward = request(new URL(asked.url ?? '/', this.#target()), { method: asked.method!, headers: sized });
    answer.on('close', () => onward.destroy());
    onward.on('error', () => answer.headersSent || answer.writeHead(502).end());
    onward.end(body);
    const [got] = (await once(onward, 'response')) as [IncomingMessage];
    const about = { call, status: got.statusCode! };
    if (got.headers['content-type']?.startsWith('text/event-stream')) return this.#stream(got, answer, about);
    const text = meddler.pass(this.#caller === 'agent' ? 'arena' : 'agent', await bodyOf(got), about);
    await wait(meddler.meddling.delay);
    const { 'transfer-encoding': _encoding, ...rest } = got.headers;
    answer.writeHead(about.status, { ...rest, 'content-length': Buffer.byteLength(text) }).end(text);
  }

  /** Events one by one, as they come. */
  async #stream(got: IncomingMessage, answer: ServerResponse, about: { call: string; status: number }): Promise<void> {
    answer.writeHead(about.status, got.headers).flushHeaders();
    let text = '';
    got.setEncoding('utf8');
    for await (const chunk of got) {
      text += chunk;
      const events = text.split(/\r?\n\r?\n/);
      text = events.pop()!;
      for (const event of events) {
        await wait(this.#meddler.meddling.delay);
        answer.write(
          `${event.replace(/^data: ?(.+)$/m, (_, data) => `data: ${this.#meddler.pass('arena', data, about)}`)}\n\n`,
        );
      }
    }
    answer.end(text);
  }

  #upgrade(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    if (this.#isDown) return void socket.destroy();
    const { authorization } = asked.headers;
    const address = new URL(asked.url ?? '/', this.#target().replace(/^http/, 'ws'));
    const onward = new WebSocket(address, {
      headers: { ...(authorization && { authorization }), host: asked.headers.host! },
    });
    const early = (): void => void socket.destroy();
    onward.on('error', () => {});
    onward.once('close', early);
    onward.once('unexpected-response', async (_, got: IncomingMessage) => {
      const text = this.#meddler.pass('arena', await bodyOf(got), {
        call: `GET ${address.pathname}`,
        status: got.statusCode!,
      });
      const length = Buffer.byteLength(text);
      socket.end(`HTTP/1.1 ${got.statusCode} Refused\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n${text}`);
    });
    onward.once('open', () => {
      onward.off('close', early);
      this.#sockets.handleUpgrade(asked, socket, head, (line) => this.#join(line, onward));
      // Frames that come before this moment would be lost.
    });
    onward.once('upgrade', () => onward.pause());
  }

  #join(line: WebSocket, onward: WebSocket): void {
    const meddler = this.#meddler;
    const later = (what: () => void): unknown =>
      meddler.meddling.delay ? setTimeout(what, meddler.meddling.delay) : what();
    const say = (to: WebSocket, text: string): unknown =>
      later(() => to.readyState === WebSocket.OPEN && to.send(text));
    line.on('error', () => {});
    line.on('message', (data) => say(onward, meddler.pass('agent', String(data))));
    onward.on('message', (data) => {
      say(line, meddler.pass('arena', String(data)));
      const more = meddler.between();
      if (more !== undefined) say(line, more);
    });
    const closes = (one: WebSocket, other: WebSocket): unknown =>
      one.on('close', (code, reason) => later(() => (SENDABLE(code) ? other.close(code, reason) : other.terminate())));
    closes(line, onward);
    closes(onward, line);
    onward.resume();
  }
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
