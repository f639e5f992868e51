import type { Clock } from './clock.ts';
import type { Ask, Turn } from './game.ts';
import { type Position, waitingFor } from './record.ts';
import type { Terms } from './terms.ts';
import { Timer } from './timer.ts';

export interface TurnClockEvents {
  late(turn: number): void;
  askLate(ask: Ask): void;
  /** The clock began to run or stopped without a step. */
  changed(): void;
}

/** The time of the open decision, of the open asks, and the waits before a clock starts. */
export class TurnClock {
  readonly #clock: Clock;
  readonly #terms: Terms;
  readonly #events: TurnClockEvents;
  #number: number | undefined;
  #turn: Timer | undefined;
  #grace: Timer | undefined;
  #pacing: Timer | undefined;
  #countdown: Timer | undefined;
  readonly #asks = new Map<string, Timer>();

  constructor(clock: Clock, terms: Terms, events: TurnClockEvents) {
    this.#clock = clock;
    this.#terms = terms;
    this.#events = events;
  }

  get begun(): boolean {
    return this.#countdown === undefined;
  }

  /** What is left of the countdown. */
  get startsIn(): number | undefined {
    return this.#countdown && Math.round(this.#countdown.left);
  }

  /** Waits for the events that led to the open decision. */
  get pacing(): boolean {
    return this.#pacing !== undefined;
  }

  get reading(): { left: number; running: boolean } | null {
    return this.#turn ? { left: Math.round(this.#turn.left), running: this.#turn.running } : null;
  }

  /** Holds everything for terms.countdown. */
  countDown(): void {
    if (!this.#terms.countdown) return;
    this.#countdown = new Timer(this.#clock, this.#terms.countdown, () => {
      this.#countdown = undefined;
      this.#events.changed();
    });
    this.#countdown.run();
  }

  /** Follows the position to its open decision. `again` gives that decision its whole time anew. */
  follow(position: Position, again = false): void {
    const turn = position.status;
    if (turn.kind !== 'turn') return this.stop();
    if (turn.number !== this.#number || again) this.#open(turn, position);
    this.#followAsks(turn.asks ?? []);
  }

  /** Lets run what may run. */
  set({ held, away }: { held: boolean; away: boolean }): void {
    const still = held || !this.begun;
    if (still) this.#pacing?.stop();
    else this.#pacing?.run();
    const waits = still || this.#pacing !== undefined;
    if (!waits && away && this.#grace && this.#grace.left > 0) {
      this.#turn?.stop();
      this.#grace.run();
    } else {
      this.#grace?.stop();
      if (waits) this.#turn?.stop();
      else this.#turn?.run();
    }
    for (const ask of this.#asks.values()) {
      if (still) ask.stop();
      else ask.run();
    }
  }

  stop(): void {
    for (const timer of [this.#turn, this.#grace, this.#pacing, this.#countdown, ...this.#asks.values()]) timer?.stop();
    this.#turn = this.#grace = this.#pacing = this.#countdown = this.#number = undefined;
    this.#asks.clear();
  }

  #open(turn: Turn, position: Position): void {
    const { number } = turn;
    this.#turn?.stop();
    this.#grace?.stop();
    this.#pacing?.stop();
    this.#number = number;
    this.#turn = new Timer(this.#clock, this.#timeFor(turn, position), () => this.#events.late(number));
    const { pause } = this.#terms.away;
    this.#grace = pause > 0 ? new Timer(this.#clock, pause, () => this.#events.changed()) : undefined;
    const pace = (turn.events ?? 0) * position.pace;
    this.#pacing = pace > 0 ? new Timer(this.#clock, pace, () => this.#paced()) : undefined;
  }

  #paced(): void {
    this.#pacing = undefined;
    this.#events.changed();
  }

  #timeFor(turn: Turn, { opened, held }: Position): number {
    const { clock } = this.#terms;
    const ofPhase = turn.phase === undefined ? undefined : clock[turn.phase];
    if (ofPhase !== undefined) return ofPhase;
    const first = waitingFor(turn, held).some((seat) => opened[seat] === false);
    return first ? (clock.first ?? clock.each) : clock.each;
  }

  #followAsks(asks: Ask[]): void {
    for (const [id, timer] of this.#asks) {
      if (asks.some((ask) => ask.id === id)) continue;
      timer.stop();
      this.#asks.delete(id);
    }
    for (const ask of asks) {
      const time = this.#terms.clock[ask.phase];
      if (time === undefined || this.#asks.has(ask.id)) continue;
      this.#asks.set(ask.id, new Timer(this.#clock, time, () => this.#events.askLate(ask)));
    }
  }
}
