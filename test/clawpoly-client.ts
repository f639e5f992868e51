import { once } from 'node:events';
import { WebSocket } from 'ws';

// biome-ignore lint/suspicious/noExplicitAny: a client written from the protocol's pages knows no types of ours
export type Frame = any;

/** Answers a prompt with an action, `[type, data]`; nothing: stays silent. */
export type Strategy = (frame: Frame, agent: ClawpolyAgent) => [string, object?] | undefined;

export interface Ticket {
  agentToken: string;
  playerId: string;
  roomId: string;
  roomCode: string;
}

export async function request(url: string, path: string, init: { method?: string; body?: object; key?: string } = {}) {
  const reply = await fetch(`${url}/api/v1${path}`, {
    method: init.method ?? (init.body ? 'POST' : 'GET'),
    ...(init.body && { body: JSON.stringify(init.body) }),
    headers: {
      ...(init.body && { 'content-type': 'application/json' }),
      ...(init.key && { authorization: `Bearer ${init.key}` }),
    },
  });
  return { status: reply.status, body: (await reply.json()) as Frame };
}

/** A WebSocket and all that came through it. */
export class Line {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;
  closed: number | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(address: string) {
    this.socket = new WebSocket(address.replace('http', 'ws'));
    this.socket.on('error', () => {});
    this.socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      this.frames.push(frame);
      this.#wake();
      this.receive(frame);
    });
    this.socket.on('close', (code) => {
      this.closed = code;
      this.#wake();
    });
  }

  receive(_frame: Frame): void {}

  say(type: string, data: object = {}): void {
    this.socket.send(JSON.stringify({ type, data }));
  }

  /** The first frame at or after `from`, past or coming, that fits. */
  async until(fits: (frame: Frame) => boolean, from = 0): Promise<Frame> {
    for (;;) {
      const found = this.frames.slice(from).find(fits);
      if (found) return found;
      if (this.closed !== undefined) throw new Error(`closed with ${this.closed}`);
      await this.#change();
    }
  }

  /** The next frame of that type from now on. */
  next(type: string): Promise<Frame> {
    return this.until((frame) => frame.type === type, this.frames.length);
  }

  async end(): Promise<number> {
    while (this.closed === undefined) await this.#change();
    return this.closed;
  }

  async leave(): Promise<void> {
    this.socket.close();
    if (this.socket.readyState !== WebSocket.CLOSED) await once(this.socket, 'close');
  }

  get types(): string[] {
    return this.frames.map(({ type }) => type);
  }

  #change(): Promise<void> {
    return new Promise<void>((wake) => this.#waiting.add(wake));
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

/** An agent that knows only what the protocol's pages say. */
export class ClawpolyAgent extends Line {
  readonly ticket: Ticket;
  strategy: Strategy | undefined;

  constructor(url: string, ticket: Ticket, strategy?: Strategy) {
    super(`${url}/ws/agent?roomId=${ticket.roomId}&agentToken=${ticket.agentToken}`);
    this.ticket = ticket;
    this.strategy = strategy;
  }

  override receive(frame: Frame): void {
    const answer = this.strategy?.(frame, this);
    if (answer) this.say(answer[0], answer[1]);
  }

  over(): Promise<Frame> {
    return this.until(({ type }) => type === 'agent:game_over');
  }

  errors(): Frame[] {
    return this.frames.filter(({ type }) => type === 'error');
  }
}

export async function join(url: string, roomId: string, body: object, key?: string): Promise<Ticket> {
  const { status, body: ticket } = await request(url, `/rooms/${roomId}/join`, { body, ...(key && { key }) });
  if (status !== 200) throw new Error(`${status} ${ticket.error}`);
  return ticket;
}

/** Buys what it can, builds what it can, refuses trades. */
export const greedy = ({ type, data }: Frame, _agent?: ClawpolyAgent): ReturnType<Strategy> => {
  switch (type) {
    case 'agent:your_turn':
      return ['action:roll_dice'];
    case 'agent:buy_decision':
      return data.availableActions.includes('buy')
        ? ['action:buy', { squareIndex: data.property.index }]
        : ['action:pass'];
    case 'agent:build_decision': {
      const [first] = data.buildableProperties;
      if (!first) return ['action:end_turn'];
      const building = first.canBuildFortress ? 'fortress' : 'outpost';
      return ['action:build', { squareIndex: first.index, type: building }];
    }
    case 'agent:lobster_pot_decision':
      return ['action:escape_roll'];
    case 'agent:must_raise_funds':
      return data.sellableBuildings.length
        ? ['action:sell_building', { squareIndex: data.sellableBuildings[0].index }]
        : ['action:mortgage', { squareIndex: data.mortgageable[0].index }];
    case 'agent:trade_received':
      return ['action:trade_respond', { tradeId: data.tradeId, accept: false }];
  }
};
