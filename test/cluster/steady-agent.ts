import { LoaAgent } from '../loa-client.ts';

export interface Told {
  match: string;
  accepted: number;
  result?: unknown;
}

/** An agent that plays on whatever happens: it goes to another node when its own is gone, and plays so many matches. */
export class SteadyAgent {
  readonly matches: Told[] = [];
  /** How often it had to find another way. */
  returns = 0;
  readonly name: string;
  readonly #urls: () => string[];
  readonly #think: number;
  #key = '';
  agent: LoaAgent | undefined;

  constructor(name: string, urls: () => string[], think: number) {
    this.name = name;
    this.#urls = urls;
    this.#think = think;
  }

  async register(): Promise<void> {
    this.#key = (await LoaAgent.register(this.#urls()[0]!, this.name)).apiKey;
  }

  async play(matches: number, nth: number): Promise<void> {
    let playing: Told | undefined;
    for (let attempt = 0; this.matches.filter(({ result }) => result).length < matches; attempt++) {
      const urls = this.#urls();
      const url = urls[(nth + attempt) % urls.length]!;
      try {
        const agent = await LoaAgent.authenticated(url, this.#key);
        this.agent = agent;
        playing = await this.#talk(agent, playing, matches);
      } catch {
        await new Promise((done) => setTimeout(done, 100));
      }
      this.returns++;
    }
  }

  /** Until the connection ends or everything is played. @returns the match that was under way */
  async #talk(agent: LoaAgent, playing: Told | undefined, matches: number): Promise<Told | undefined> {
    let now = playing;
    let seen = 0;
    let asked = false;
    for (;;) {
      for (; seen < agent.frames.length; seen++) {
        const frame = agent.frames[seen]!;
        const id = frame.gameId ?? frame.state?.gameId;
        if (id !== undefined && now?.match !== id) {
          now = this.matches.find(({ match }) => match === id) ?? { match: id, accepted: 0 };
          if (!this.matches.includes(now)) this.matches.push(now);
        }
        if (frame.type === 'move_result' && frame.success && now) now.accepted++;
        if (frame.type === 'your_turn') this.#move(agent, frame.gameId);
        if (frame.type === 'game_over' && now) {
          now.result = frame.rankings;
          now = undefined;
          asked = false;
          if (this.matches.filter(({ result }) => result).length >= matches) {
            await agent.leave();
            return undefined;
          }
        }
      }
      // Who has a match under way is told of it at once.
      if (!now && !asked) {
        asked = true;
        agent.say({ type: 'join_queue', gameType: 'ttt' });
      }
      if (agent.closed !== undefined) return now;
      await agent.more(seen);
    }
  }

  #move(agent: LoaAgent, gameId: string): void {
    setTimeout(() => {
      const state = agent.frames.findLast(({ type }) => type === 'game_state');
      if (agent.closed === undefined && state) {
        agent.say({ type: 'submit_move', gameId, move: { cell: state.extra.board.indexOf('.') } });
      }
    }, this.#think);
  }
}
