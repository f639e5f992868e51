import { type Frame, LoaAgent } from '../loa-client.ts';

/** What an agent was told of a match. */
export interface Told {
  match: string;
  /** The moves that were acknowledged, in order. */
  acknowledged: number[];
  /** Every position it was shown, in order. */
  boards: string[];
  /** By name; absent if it ended while nobody could tell. */
  ranks?: { [agent: string]: number };
}

const pause = () => new Promise((done) => setTimeout(done, 100));

/** An agent that plays on whatever happens: it asks again when it could not be served, and goes to another node when its own is gone. */
export class SteadyAgent {
  readonly matches: Told[] = [];
  /** How often it had to find another way. */
  returns = 0;
  /** It has left; until then it plays or waits for a match. */
  isDone = false;
  readonly name: string;
  readonly #urls: () => string[];
  readonly #think: number;
  #key = '';
  #agent: LoaAgent | undefined;
  #playing: Told | undefined;
  #sent = -1;
  /** The match and its board with its last move on it, whether or not that was taken. */
  #moved = '';
  /** What happened to it, with times, for a test that failed. */
  readonly story: string[] = [];

  constructor(name: string, urls: () => string[], think: number) {
    this.name = name;
    this.#urls = urls;
    this.#think = think;
  }

  get isWaiting(): boolean {
    return !this.isDone && this.#playing === undefined;
  }

  /** What it does, for a test that waits in vain. */
  get course(): string {
    if (this.isDone) return 'done';
    const doing = this.#playing ? `plays ${JSON.stringify(this.#playing)}` : 'waits';
    return [`${this.name} ${doing}`, ...this.story.slice(-20)].join('\n');
  }

  get finished(): number {
    return this.matches.filter(({ ranks }) => ranks).length;
  }

  async register(): Promise<void> {
    this.#key = (await LoaAgent.register(this.#urls()[0]!, this.name)).apiKey;
  }

  /** Match after match, until it is enough: a match under way is played to its end first. */
  async play(isEnough: () => boolean, nth: number): Promise<void> {
    for (let attempt = 0; !this.isDone; attempt++) {
      const urls = this.#urls();
      const url = urls[(nth + attempt) % urls.length]!;
      try {
        this.#note(`goes to ${url}`);
        this.#agent = await LoaAgent.authenticated(url, this.#key);
        await this.#talk(this.#agent, isEnough);
        this.#note(`closed with ${this.#agent.closed}`);
      } catch (error) {
        this.#note(String(error));
        await pause();
      }
      this.returns++;
    }
  }

  #note(words: string): void {
    this.story.push(`${new Date().toISOString().slice(14)} ${this.name}: ${words}`);
  }

  /** There is nobody left to meet. */
  async stop(): Promise<void> {
    this.isDone = true;
    await this.#agent?.leave();
  }

  /** Until the connection ends or it is enough. */
  async #talk(agent: LoaAgent, isEnough: () => boolean): Promise<void> {
    let asked = false;
    for (let seen = 0; agent.closed === undefined && !this.isDone; ) {
      for (; seen < agent.frames.length; seen++) {
        const frame = agent.frames[seen]!;
        this.#hear(agent, frame);
        if (frame.type === 'error' && frame.gameId === undefined) {
          await pause();
          asked = false;
        }
        if (frame.type !== 'game_over') continue;
        asked = false;
        if (isEnough()) return this.stop();
      }
      // Who has a match under way is told so: it may have ended while nobody could tell.
      if (!asked) {
        asked = true;
        agent.say({ type: 'join_queue', gameType: 'ttt' });
      }
      await agent.more(seen);
    }
  }

  #hear(agent: LoaAgent, frame: Frame): void {
    this.#note([frame.type, frame.gameId ?? frame.state?.gameId, frame.message, frame.error].filter(Boolean).join(' '));
    if (frame.type === 'queue_status') this.#playing = undefined;
    const id = frame.gameId ?? frame.state?.gameId;
    if (id !== undefined && this.#playing?.match !== id) this.#playing = this.#toldOf(id);
    const now = this.#playing;
    if (!now) return;
    if (frame.type === 'game_state') now.boards.push([...frame.extra.board].join(''));
    if (frame.type === 'your_turn') this.#move(agent, frame.gameId);
    if (frame.type === 'move_result' && frame.success) now.acknowledged.push(this.#sent);
    else if (frame.type === 'move_result' && String(frame.error).includes('try again')) {
      this.#moved = '';
      this.#move(agent, now.match);
    }
    if (frame.type === 'game_over') {
      now.ranks = Object.fromEntries(frame.rankings.map(({ agentName, rank }: Frame) => [agentName, rank]));
      this.#playing = undefined;
    }
  }

  #toldOf(match: string): Told {
    const known = this.matches.find((one) => one.match === match);
    if (known) return known;
    const told: Told = { match, acknowledged: [], boards: [] };
    this.matches.push(told);
    return told;
  }

  /** It may be asked twice for one decision, by two nodes: where its move stands already it does not move again. */
  #move(agent: LoaAgent, gameId: string): void {
    setTimeout(() => {
      const board = boardOf(agent);
      if (agent.closed !== undefined || !board || this.#moved === gameId + board) return;
      this.#sent = board.indexOf('.');
      this.#moved = gameId + board.replace('.', 'XO'[[...board].filter((cell) => cell !== '.').length % 2]!);
      agent.say({ type: 'submit_move', gameId, move: { cell: this.#sent } });
    }, this.#think);
  }
}

/** As it was last shown. */
const boardOf = ({ frames }: LoaAgent): string | undefined =>
  frames.findLast(({ type }) => type === 'game_state')?.extra.board.join('');
