import type { Clock } from '../../core/clock.ts';
import type { Sockets } from '../sockets.ts';
import type { Agent, HeldSeats } from './held-seats.ts';
import type { MoveRequest, Picture, PlayRequest, Plays } from './json.ts';
import { CallLimits } from './limits.ts';
import type { Play } from './play.ts';
import { isTrouble, type Trouble, trouble } from './trouble.ts';

/** The longest wait of a call, in seconds. */
export const LONGEST_WAIT = 25;

export interface Patience {
  /** Seconds. */
  wait?: number;
  cursor?: string;
  /** The id of the key by which it came: the wait ends with it. */
  key?: string | undefined;
  /** The caller has hung up. */
  gone?: AbortSignal | undefined;
}

/** What an agent without a connection can do, whatever its calls look like: each answer is a picture or a trouble. */
export class Calls {
  readonly #held: HeldSeats;
  readonly #via: string;
  readonly #limits: CallLimits;
  readonly #sockets: Pick<Sockets, 'own'>;

  /** @param sockets a call that waits ends as they do */
  constructor(held: HeldSeats, via: string, clock: Clock, sockets: Pick<Sockets, 'own'>) {
    this.#held = held;
    this.#sockets = sockets;
    this.#via = via;
    this.#limits = new CallLimits(clock);
    held.serve(via);
  }

  /** To be asked before anything else. */
  admit(agent: Agent): Trouble | undefined {
    return this.#limits.call(agent.id) ? undefined : TOO_MANY_CALLS;
  }

  /**
   * @param from the caller's address
   * @param as the gateway's own word for the seat
   */
  async play(
    agent: Agent,
    request: PlayRequest,
    from: string,
    patience: Patience = {},
    as?: string,
  ): Promise<Picture | Trouble> {
    const play = await this.#held.play(agent, this.#via, request, from, as);
    return isTrouble(play) ? play : this.#look(agent, play, patience);
  }

  look(agent: Agent, id: string, patience: Patience): Promise<Picture | Trouble> {
    return this.#with(agent, id, (play) => this.#look(agent, play, patience));
  }

  move(agent: Agent, id: string, request: MoveRequest, patience: Patience = {}): Promise<Picture | Trouble> {
    if ((request.move === undefined) === (request.text === undefined)) {
      return Promise.resolve(trouble('bad-request', 'Give either move or text.'));
    }
    return this.#with(agent, id, async (play) => {
      const before = String(play.update?.step ?? 0);
      const moved = await play.move(request);
      if (typeof moved === 'object') return moved;
      // Whoever says it again has missed what came of it.
      const cursor = request.cursor ?? (moved === 'taken' ? before : undefined);
      return this.#look(agent, play, cursor === undefined ? patience : { ...patience, cursor });
    });
  }

  resign(agent: Agent, id: string): Promise<Picture | Trouble> {
    return this.#with(agent, id, async (play) => (await play.resign()) ?? play.picture());
  }

  leave(agent: Agent, id: string): Promise<Picture | Trouble> {
    return this.#with(agent, id, async (play) => (await this.#held.leave(play)) ?? play.picture());
  }

  list(agent: Agent): Promise<Plays> {
    return this.#held.list(agent, this.#via);
  }

  async accept(agent: Agent, id: string): Promise<Picture | Trouble> {
    const play = await this.#held.accept(agent, this.#via, id);
    return isTrouble(play) ? play : this.#look(agent, play, {});
  }

  async decline(agent: Agent, id: string): Promise<{ id: string; declined: true } | Trouble> {
    return (await this.#held.decline(agent, this.#via, id)) ?? { id, declined: true };
  }

  /** The agent's latest match of a game, for a gateway that shows it in a way of its own. */
  latest(agent: Agent, game: string): Promise<Play | undefined> {
    return this.#held.latest(agent, this.#via, game);
  }

  /** What was waited for is not told to whoever was shut out meanwhile. @param act waits until it is to end */
  async whileWelcome<T>(
    agent: Agent,
    { key, gone }: Pick<Patience, 'key' | 'gone'>,
    act: (ended: AbortSignal) => Promise<T>,
  ): Promise<T | Trouble> {
    const shutOut = new AbortController();
    const disown = this.#sockets.own(agent.id, { key, end: () => shutOut.abort() });
    try {
      const told = await act(gone ? AbortSignal.any([gone, shutOut.signal]) : shutOut.signal);
      return shutOut.signal.aborted ? SHUT_OUT : told;
    } finally {
      disown();
    }
  }

  async #with(agent: Agent, id: string, act: (play: Play) => Promise<Picture | Trouble>): Promise<Picture | Trouble> {
    const play = await this.#held.find(agent, this.#via, id);
    if (!play) return NOT_FOUND;
    const leave = play.enter();
    try {
      return await act(play);
    } finally {
      leave();
    }
  }

  async #look(agent: Agent, play: Play, { wait = 0, cursor, key, gone }: Patience): Promise<Picture | Trouble> {
    const known = stepOf(cursor);
    if (wait <= 0) return play.picture(known);
    const done = this.#limits.wait(agent.id);
    if (!done) return TOO_MANY_WAITS;
    const leave = play.enter();
    try {
      return await this.whileWelcome(agent, { key, gone }, async (ended) => {
        await play.wait(Math.min(wait, LONGEST_WAIT) * 1000, known, ended);
        return play.picture(known);
      });
    } finally {
      leave();
      done();
    }
  }
}

/** A cursor that is none of ours counts as none. */
const stepOf = (cursor: string | undefined): number | undefined =>
  cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : undefined;

const SHUT_OUT = trouble('unauthorized', 'The key of this call was taken back, or its account is banned.');
const NOT_FOUND = trouble('not-found', 'You have no match with this id.');
const TOO_MANY_CALLS = trouble('too-many', 'Too many calls. Slow down.');
const TOO_MANY_WAITS = trouble('too-many', 'Too many of your calls are waiting. Let some end first.');
