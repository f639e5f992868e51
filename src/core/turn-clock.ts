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
  readonly #turn: Timer;
  readonly #grace: Timer | undefined;
  /** Of the open decision. */
  #number: number | undefined;
  #pacing: Timer | undefined;
  #countdown: Timer | undefined;
  readonly #asks = new Map<string, Timer>();

  constructor(clock: Clock, terms: Terms, events: TurnClockEvents) {
    this.#clock = clock;
    this.#terms = terms;
    this.#events = events;
    this.#turn = new Timer(clock, () => events.late(this.#number!));
    if (terms.away.pause > 0) this.#grace = new Timer(clock, () => events.changed());
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
    return this.#number === undefined ? null : { left: Math.round(this.#turn.left), running: this.#turn.running };
  }

  /** Holds everything for terms.countdown. */
  countDown(): void {
    if (!this.#terms.countdown) return;
    this.#countdown = this.#span(this.#terms.countdown, () => {
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
      this.#turn.stop();
      this.#grace.run();
    } else {
      this.#grace?.stop();
      if (waits) this.#turn.stop();
      else if (this.#number !== undefined) this.#turn.run();
    }
    for (const ask of this.#asks.values()) {
      if (still) ask.stop();
      else ask.run();
    }
  }

  stop(): void {
    for (const timer of [this.#turn, this.#grace, this.#pacing, this.#countdown, ...this.#asks.values()])
      timer?.close();
    this.#pacing = this.#countdown = this.#number = undefined;
    this.#asks.clear();
  }

  #open(turn: Turn, position: Position): void {
    this.#number = turn.number;
    this.#turn.set(this.#timeFor(turn, position));
    this.#grace?.set(this.#terms.away.pause);
    this.#pacing?.close();
    const pace = (turn.events ?? 0) * position.pace;
    this.#pacing = pace > 0 ? this.#span(pace, () => this.#paced()) : undefined;
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
      timer.close();
      this.#asks.delete(id);
    }
    for (const ask of asks) {
      const time = this.#terms.clock[ask.phase];
      if (time === undefined || this.#asks.has(ask.id)) continue;
      this.#asks.set(
        ask.id,
        this.#span(time, () => this.#events.askLate(ask)),
      );
    }
  }

  #span(ms: number, end: () => void): Timer {
    const timer = new Timer(this.#clock, end);
    timer.set(ms);
    return timer;
  }
}
