import { WebSocket } from 'ws';

const HEARTBEAT = 100;

export interface Frame {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into frames of every shape
  [field: string]: any;
}

/** A new account's key. */
export async function register(url: string, name: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/agents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  return ((await response.json()) as { apiKey: string }).apiKey;
}

/** A client written from the protocol alone. */
export class AgonClient {
  readonly name: string;
  readonly id: string;
  readonly frames: Frame[] = [];
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  readonly #pulse: NodeJS.Timeout;
  readonly #read = new Map<string, number>();
  #waiting: (() => void)[] = [];

  private constructor(name: string, id: string, socket: WebSocket) {
    this.name = name;
    this.id = id;
    this.#socket = socket;
    this.#pulse = setInterval(() => this.does('heartbeat'), HEARTBEAT);
    this.closed = new Promise((resolve) =>
      socket.on('close', (code) => {
        clearInterval(this.#pulse);
        resolve(code);
      }),
    );
    socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)));
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  static async open(url: string, name: string, key: string): Promise<AgonClient> {
    const response = await fetch(`${url}/api/v1/agents/session-token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    });
    const { token, agent_id } = (await response.json()) as { token: string; agent_id: string };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/v1/connect?token=${token}`);
    const client = new AgonClient(name, agent_id, socket);
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    return client;
  }

  does(action: string, fields: object = {}): void {
    this.sends(JSON.stringify({ action, ...fields }));
  }

  sends(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** The next frame of that event, whatever else came in between. */
  async next(event: string): Promise<Frame> {
    for (let i = this.#read.get(event) ?? 0; ; i++) {
      while (i >= this.frames.length) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
      this.#read.set(event, i + 1);
      if (this.frames[i]!.event === event) return this.frames[i]!;
    }
  }

  /** Vanishes without a word. */
  drop(): void {
    clearInterval(this.#pulse);
    this.#socket.terminate();
  }
}
