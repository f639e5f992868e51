import { once } from 'node:events';
import { WebSocket } from 'ws';

// biome-ignore lint/suspicious/noExplicitAny: a client written from the protocol's pages knows no types of ours
export type Frame = any;

/** Decides on a move from the last game_state, as an agent would; nothing: stays silent. */
export type Strategy = (state: Frame, me: string) => object | undefined;

/** An agent that knows only what the protocol's pages say. */
export class LoaAgent {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;
  id = '';
  strategy: Strategy | undefined;
  closed: number | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.#receive(JSON.parse(String(data))));
    socket.on('close', (code) => {
      this.closed = code;
      this.#wake();
    });
  }

  /** @param headers as a proxy would add them */
  static async connect(url: string, type = 'agent', headers: { [name: string]: string } = {}): Promise<LoaAgent> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws?type=${type}`, { headers });
    const agent = new LoaAgent(socket);
    await once(socket, 'open');
    return agent;
  }

  static async register(url: string, name: string): Promise<{ agentId: string; apiKey: string }> {
    const reply = await fetch(`${url}/api/v1/agents`, { method: 'POST', body: JSON.stringify({ name }) });
    if (reply.status !== 201) throw new Error(`${reply.status} ${await reply.text()}`);
    return reply.json() as Promise<{ agentId: string; apiKey: string }>;
  }

  /** Registered, connected and authenticated. */
  static async enter(url: string, name: string, strategy?: Strategy): Promise<LoaAgent> {
    const { apiKey } = await LoaAgent.register(url, name);
    return LoaAgent.authenticated(url, apiKey, strategy);
  }

  static async authenticated(
    url: string,
    apiKey: string,
    strategy?: Strategy,
    headers?: { [name: string]: string },
  ): Promise<LoaAgent> {
    const agent = await LoaAgent.connect(url, 'agent', headers);
    agent.strategy = strategy;
    agent.say({ type: 'authenticate', token: apiKey });
    await agent.until((frame) => frame.type === 'authenticated');
    return agent;
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Waits for the first frame, past or coming, of that kind. */
  async until(isIt: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const found = this.frames.find(isIt);
      if (found) return found;
      if (this.closed !== undefined) throw new Error(`closed with ${this.closed}`);
      await new Promise<void>((wake) => this.#waiting.add(wake));
    }
  }

  /** Waits until there are more frames than so many, or none will come. */
  async more(than: number): Promise<void> {
    while (this.frames.length <= than && this.closed === undefined) {
      await new Promise<void>((wake) => this.#waiting.add(wake));
    }
  }

  over(): Promise<Frame> {
    return this.until(({ type }) => type === 'game_over');
  }

  get types(): string[] {
    return this.frames.map(({ type }) => type).filter((type) => type !== 'pong');
  }

  async leave(): Promise<void> {
    this.socket.close();
    if (this.socket.readyState !== WebSocket.CLOSED) await once(this.socket, 'close');
  }

  #receive(frame: Frame): void {
    this.frames.push(frame);
    if (frame.type === 'authenticated') this.id = frame.agentId;
    if (frame.type === 'your_turn') {
      const state = this.frames.findLast(({ type }) => type === 'game_state');
      const move = this.strategy?.(state, this.id);
      if (move) this.say({ type: 'submit_move', gameId: frame.gameId, move });
    }
    this.#wake();
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) {
      this.#waiting.delete(wake);
      wake();
    }
  }
}

const PASSABLE = [0, 1, 2, 3, 4, 7];
const WAYS = { north: [0, -1], south: [0, 1], east: [1, 0], west: [-1, 0] } as const;

/** A simple way to play each game, from the protocol's pages alone. */
export const STRATEGIES: { [gameType: string]: Strategy } = {
  echo: ({ round }) => ({ number: 6 + (round % 5) }),
  blotto: ({ round }) => ({ allocation: round % 2 ? [4, 3, 3, 0, 0] : [2, 2, 2, 2, 2] }),
  'skill-gomoku'({ extra, players, round }, me) {
    const mine = players[0].agentId === me ? 1 : 2;
    const cells = extra.board.flatMap((row: number[], y: number) => row.map((stone, x) => ({ stone, row: y, col: x })));
    const own = cells.find(({ stone }: Frame) => stone === mine);
    if (round === 3 && own) return { type: 'skill', skill: 'stillwater', target: { row: own.row, col: own.col } };
    const quiet = (cell: Frame) =>
      extra.quietZoneCells.some((one: Frame) => one.row === cell.row && one.col === cell.col && one.owner !== mine);
    const free = cells.filter((cell: Frame) => cell.stone === 0 && !quiet(cell));
    const { row, col } = mine === 1 ? free[0] : free.at(-1);
    return { type: 'place', row, col };
  },
  'resource-rush'({ extra }, me) {
    const { x, y } = extra.playerPositions[me];
    if ([1, 2, 3, 4].includes(extra.grid[y][x])) return { action: 'harvest', thought: 'mine' };
    const open = Object.entries(WAYS).filter(([, [dx, dy]]) => PASSABLE.includes(extra.grid[y + dy]?.[x + dx]));
    const [direction] = open[(extra.tick * 7 + x) % open.length]!;
    return { action: 'move', direction, memory: { tick: extra.tick } };
  },
  'dance-battle'({ publicState }) {
    const { beats } = publicState.beatSequence.rounds[publicState.round - 1];
    return {
      commands: beats.map(({ beatIndex, kind }: Frame) =>
        kind === 'stress'
          ? { beatIndex, kind: 'action', action: 'rock', motto: 'and one' }
          : { beatIndex, kind: 'move', direction: 'hold' },
      ),
    };
  },
  ttt: ({ extra }) => ({ cell: extra.board.indexOf('.') }),
};
