import type { MatchHandle } from '../../../core/arena.ts';
import type { Cancel, Clock } from '../../../core/clock.ts';
import type { Seat } from '../../../core/game.ts';
import type { Refused } from '../../../core/judge.ts';
import type { Update } from '../../../core/update.ts';
import type { AgentMove } from '../../../games/clawpoly/moves.ts';
import type { View } from '../../../games/clawpoly/view.ts';
import { isAsked } from '../../held/picture.ts';
import { type Decision, decisionOf, goesWithoutAsking } from './state.ts';

export interface SeatEvents {
  /** There is something to decide that was not told before. */
  decision(decision: Decision): void;
  over(): void;
}

/**
 * A seat of Clawpoly's own agents: the server rolls for it, as their platform does, whether its agent is here or not.
 * Being here is the held seat's affair, so this one watches unseen.
 */
export class ClawpolySeat {
  readonly match: MatchHandle;
  readonly seat: Seat;
  readonly names: string[];
  readonly #clock: Clock;
  readonly #waiters = new Set<() => void>();
  #update: Update | undefined;
  #done = '';
  #told = '';

  constructor(match: MatchHandle, seat: Seat, clock: Clock, events: SeatEvents) {
    this.match = match;
    this.seat = seat;
    this.#clock = clock;
    this.names = match.header.seats.map(({ name }) => name);
    const stop = match.watch(
      seat,
      (update) => {
        this.#update = update;
        if (update.status.kind !== 'turn') {
          queueMicrotask(() => stop());
          this.#wake();
          events.over();
        } else if (isAsked(update, seat)) this.#asked(update, update.status.number, events);
      },
      { unseen: true },
    );
  }

  get update(): Update | undefined {
    return this.#update;
  }

  /** What its agent is to decide now. */
  get decision(): Decision | null {
    const update = this.#update;
    if (!update || !isAsked(update, this.seat)) return null;
    return decisionOf(update.view as View, this.seat);
  }

  get isOver(): boolean {
    return this.#update !== undefined && this.#update.status.kind !== 'turn';
  }

  /** Until there is something to decide, the game is over, or so many milliseconds have passed. */
  wait(ms: number, gone: AbortSignal): Promise<void> {
    if (this.decision || this.isOver || gone.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      let cancel: Cancel | undefined;
      const wake = (): void => {
        cancel?.();
        this.#waiters.delete(wake);
        gone.removeEventListener('abort', wake);
        resolve();
      };
      cancel = this.#clock.after(ms, wake);
      this.#waiters.add(wake);
      gone.addEventListener('abort', wake);
    });
  }

  /** @returns why not, or nothing */
  submit(move: AgentMove): Promise<Refused | undefined> {
    const status = this.#update?.status;
    const number = status?.kind === 'turn' ? status.number : 0;
    return new Promise((done) => this.match.submit({ seat: this.seat, move }, number, done));
  }

  #asked(update: Update, number: number, events: SeatEvents): void {
    const view = update.view as View;
    const unasked = goesWithoutAsking(view, this.seat);
    if (unasked) {
      const turn = `${number} ${unasked.type}`;
      if (this.#done === turn) return;
      this.#done = turn;
      // Not inside the update: whoever just moved must not wait for it.
      setImmediate(() => this.match.submit({ seat: this.seat, move: unasked }, number, () => {}));
      return;
    }
    this.#wake();
    const decision = decisionOf(view, this.seat);
    if (!decision || this.#told === String(number)) return;
    this.#told = String(number);
    events.decision(decision);
  }

  #wake(): void {
    for (const wake of [...this.#waiters]) wake();
  }
}
