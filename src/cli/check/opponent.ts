import { randomBytes } from 'node:crypto';
import type { Arena, MatchHandle, Sitter } from '../../core/arena.ts';
import type { Bots, Seat, Turn } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import type { Update } from '../../core/update.ts';

/** What an opponent does instead of its next decision, once it has made some. */
export type Ending = 'late' | 'resigns' | 'cut off';

export interface Script {
  bot: Bots[number];
  /** Undefined: it plays to the end. */
  ending: Ending | undefined;
  /** So many decisions come before the ending. */
  moves: number;
  /** Called instead of the first answer, which then waits until it resumes. */
  hold?: (() => void) | undefined;
}

/** Long enough for the agent to be in the middle of its wait. */
const SILENCE_MS = 400;

/** A player of the house that follows a script. It sits in the lobby, so that agents of every protocol meet the same ones. */
export class Opponent {
  readonly agent: string;
  readonly #script: Script;
  readonly #seed = randomBytes(32).toString('hex');
  #left = false;
  #resumed = false;
  #made = 0;
  #stop = (): void => {};

  constructor(agent: string, script: Script) {
    this.agent = agent;
    this.#script = script;
  }

  get sitter(): Sitter {
    const { agent } = this;
    return {
      agent,
      name: agent,
      kind: 'guest',
      via: 'check',
      begin: (match, seat) => this.#drive(match, seat),
      dismiss() {},
    };
  }

  /** Takes its seat up again after the server was down. */
  async resume(arena: Arena): Promise<void> {
    this.#stop();
    this.#resumed = true;
    for (const { match, seat } of await arena.seatsOf(this.agent)) this.#drive(match, seat);
  }

  /** Has had enough: the match is not to last for ever. */
  async resign(arena: Arena): Promise<void> {
    for (const { match, seat } of await arena.seatsOf(this.agent)) match.forfeit([seat], 'left', 'resigned');
  }

  #drive(match: MatchHandle, seat: Seat): void {
    let answered = '';
    this.#stop = match.watch(seat, (update) => {
      const { status, waiting, step, begun, pacing, paused } = update;
      if (status.kind !== 'turn') return void queueMicrotask(() => this.#stop());
      const ask = status.asks?.find((one) => one.seat === seat);
      if (!waiting.includes(seat) && !ask) return;
      const question = waiting.includes(seat)
        ? status.sealed
          ? `turn ${status.number}`
          : `step ${step}`
        : `ask ${ask?.id}`;
      if (!begun || pacing || paused || this.#left || question === answered) return;
      answered = question;
      setImmediate(() => this.#answer(match, seat, update, status));
    });
  }

  #answer(match: MatchHandle, seat: Seat, { view, step }: Update, turn: Turn): void {
    const { bot, ending, moves, hold } = this.#script;
    if (hold && !this.#resumed) return hold();
    if (ending !== undefined && this.#made >= moves) return this.#end(match, seat, ending);
    this.#made++;
    match.submit({ seat, move: bot.play(view, turn, seat, stepRandom(this.#seed, step)) }, turn.number, () => {});
  }

  #end(match: MatchHandle, seat: Seat, ending: Ending): void {
    this.#left = true;
    if (ending === 'resigns') return match.forfeit([seat], 'left', 'resigned');
    if (ending === 'cut off') this.#stop();
    // What the clock or the grace would do later, whatever the game's terms: a check waits for neither.
    setTimeout(() => match.forfeit([seat], ending === 'late' ? 'late' : 'away'), SILENCE_MS);
  }
}
