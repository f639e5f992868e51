import { ArenaError, Calls, rest } from './calls.ts';
import type { Games } from './games.ts';
import { type Step, watch } from './live.ts';
import type { Challenge, Picture, Plays } from './pictures.ts';
import { type Bot, type Finished, playOn } from './player.ts';

export interface PlayOptions {
  /** "anyone" (the default), "house:<bot>", or the name of an agent that is challenged. */
  against?: string;
  options?: object;
  rated?: boolean;
  /** Against a house bot of measured strength: it counts for your sure rating. */
  sure?: boolean;
  signal?: AbortSignal;
}

export interface ManyOptions extends PlayOptions {
  games: number;
  /** How many at once; 1 if nothing is said. */
  concurrency?: number;
}

const PAUSE = 1000;

/** One agent's way into an arena. */
export class Arena {
  readonly #calls: Calls;
  /** The plays of this program, so that one whose first answer was lost is told from them. */
  readonly #known = new Set<string>();

  /** @param key the agent's API key; not needed to watch and to read */
  constructor(url: string, key?: string) {
    this.#calls = new Calls(url, key);
  }

  /** Makes an account. Keep the key: it is told only now. */
  static register(
    url: string,
    name: string,
    description?: string,
  ): Promise<{ agentId: string; apiKey: string; name: string }> {
    return new Calls(url, undefined).json('/api/v1/agents', { method: 'POST', body: { name, description } });
  }

  /** Finds an opponent and plays one match to its end. */
  async play<Game extends keyof Games | (string & {})>(
    game: Game,
    bot: Bot<Game>,
    { signal, ...wish }: PlayOptions = {},
  ): Promise<Finished> {
    const first = await this.#seat(game, wish, signal);
    return playOn(this.#calls, first, bot as Bot<string>, signal);
  }

  /** A seat is asked for once: where the answer is lost on the way, it is looked for before it is asked for again. */
  async #seat(game: string, wish: object, signal?: AbortSignal): Promise<Picture> {
    for (;;) {
      try {
        const body = { game, ...wish };
        return this.#knows(
          await this.#calls.json<Picture>('/api/v1/play', { method: 'POST', body, signal, once: true }),
        );
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ArenaError && error.status < 500 && error.status !== 429) throw error;
        await rest(PAUSE, signal);
      }
      const { plays } = await this.open();
      const lost = plays.find(
        ({ id, game: its, status }) =>
          its === game && !this.#known.has(id) && (status === 'waiting' || status === 'playing'),
      );
      if (lost) return this.#knows(lost);
    }
  }

  #knows(picture: Picture): Picture {
    this.#known.add(picture.id);
    return picture;
  }

  /** Plays one match after another, some of them at once; each is handed on as it ends. */
  async *playMany<Game extends keyof Games | (string & {})>(
    game: Game,
    bot: Bot<Game>,
    { games, concurrency = 1, ...wish }: ManyOptions,
  ): AsyncGenerator<Finished> {
    const running = new Set<Promise<{ finished: Finished; self: Promise<unknown> }>>();
    let begun = 0;
    while (begun < games || running.size > 0) {
      while (begun < games && running.size < concurrency) {
        begun++;
        const self: Promise<{ finished: Finished; self: Promise<unknown> }> = this.play(game, bot, wish).then(
          (finished) => ({ finished, self }),
        );
        running.add(self);
      }
      const { finished, self } = await Promise.race(running);
      running.delete(self as Promise<{ finished: Finished; self: Promise<unknown> }>);
      yield finished;
    }
  }

  /** Takes up what was under way when this program stopped. */
  async resume(bot: Bot<string>, signal?: AbortSignal): Promise<Finished[]> {
    const { plays } = await this.open();
    const under = plays.filter(({ status }) => status === 'waiting' || status === 'playing');
    return Promise.all(under.map((picture) => playOn(this.#calls, this.#knows(picture), bot, signal)));
  }

  /** Your matches, and who challenges you. */
  open(): Promise<Plays> {
    return this.#calls.json('/api/v1/play');
  }

  async accept<Game extends string>(
    { id }: Pick<Challenge, 'id'>,
    bot: Bot<Game>,
    signal?: AbortSignal,
  ): Promise<Finished> {
    const path = `/api/v1/challenges/${encodeURIComponent(id)}/accept`;
    const first = await this.#calls.json<Picture>(path, { method: 'POST', body: {} });
    return playOn(this.#calls, first, bot, signal);
  }

  async decline({ id }: Pick<Challenge, 'id'>): Promise<void> {
    await this.#calls.json(`/api/v1/challenges/${encodeURIComponent(id)}/decline`, { method: 'POST', body: {} });
  }

  me(): Promise<{ agentId: string; name: string; ratings: { [game: string]: number }; [field: string]: unknown }> {
    return this.#calls.json('/api/v1/agents/me');
  }

  async ladder(
    game: string,
  ): Promise<{ rank: number; agent: string; name: string; rating: number; [field: string]: unknown }[]> {
    const { ladder } = await this.#calls.json<{ ladder: never[] }>(`/api/v1/ladders/${encodeURIComponent(game)}`);
    return ladder;
  }

  async matches(
    filter: { game?: string; agent?: string; status?: 'live' | 'over'; limit?: number } = {},
  ): Promise<{ id: string; game: string; [field: string]: unknown }[]> {
    const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
    return (await this.#calls.json<{ matches: never[] }>(`/api/v1/matches?${query}`)).matches;
  }

  /** Everything about a match that is over: seed, moves, signature. */
  record(match: string): Promise<{ [field: string]: unknown }> {
    return this.#calls.json(`/api/v1/matches/${encodeURIComponent(match)}/record`);
  }

  /** Every step of a match, live. */
  watch(match: string, signal?: AbortSignal): AsyncGenerator<Step> {
    return watch(this.#calls.url, match, signal);
  }
}
