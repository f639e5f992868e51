import type { Cancel, Clock } from './clock.ts';
import type { Seat } from './game.ts';
import type { Terms } from './terms.ts';

interface Presence {
  watchers: number;
  told: boolean;
  /** Away for so long that the clock waits no more. */
  givenUp: boolean;
  timers: Cancel[];
}

export interface AttendanceEvents {
  /** Someone came, went, or has been away long enough for the others to be told. */
  changed(): void;
  /** A seat has been away for longer than the terms allow. */
  expired(seat: Seat): void;
  /** The time to return after a restart has run out; these are still missing. */
  missing(seats: Seat[]): void;
}

/** Who is here. A seat that nobody watches is away. */
export class Attendance {
  readonly #clock: Clock;
  readonly #away: Terms['away'];
  readonly #events: AttendanceEvents;
  readonly #seats: Presence[];
  #returning: Cancel | undefined;
  #out: Seat[] = [];

  constructor(clock: Clock, away: Terms['away'], seats: number, events: AttendanceEvents) {
    this.#clock = clock;
    this.#away = away;
    this.#events = events;
    this.#seats = Array.from({ length: seats }, () => ({ watchers: 0, told: false, givenUp: false, timers: [] }));
  }

  /** The server was down: everyone has `away.restart` at most to return, and nothing else runs until then. */
  awaitReturn(within = Number.POSITIVE_INFINITY): void {
    this.#returning = this.#clock.after(Math.min(within, this.#away.restart), () => {
      const missing = this.missing();
      this.#returning = undefined;
      this.#events.missing(missing);
    });
  }

  /** Whoever is not here is away from now on. */
  open(): void {
    for (const seat of this.#seats.keys()) if (!this.here(seat)) this.#left(seat);
  }

  get awaitingReturn(): boolean {
    return this.#returning !== undefined;
  }

  here(seat: Seat): boolean {
    return this.#seats[seat]!.watchers > 0;
  }

  told(seat: Seat): boolean {
    return this.#seats[seat]!.told;
  }

  /** Nobody waits for these any more. */
  setOut(seats: Seat[]): void {
    this.#out = seats;
    if (this.#returning && this.missing().length === 0) this.#everyoneIsBack();
  }

  missing(): Seat[] {
    return [...this.#seats.keys()].filter((seat) => !this.here(seat) && !this.#out.includes(seat));
  }

  /** Whether somebody is away whose return is worth waiting for. */
  get holdsUp(): boolean {
    return this.#seats.some(({ watchers, givenUp }, seat) => watchers === 0 && !givenUp && !this.#out.includes(seat));
  }

  enter(seat: Seat): void {
    const presence = this.#seats[seat]!;
    if (presence.watchers++ > 0) return;
    this.#forget(presence);
    if (this.#returning && this.missing().length === 0) this.#everyoneIsBack();
    this.#events.changed();
  }

  leave(seat: Seat): void {
    if (--this.#seats[seat]!.watchers > 0) return;
    this.#left(seat);
    this.#events.changed();
  }

  close(): void {
    this.#returning?.();
    this.#returning = undefined;
    for (const presence of this.#seats) this.#forget(presence);
  }

  #everyoneIsBack(): void {
    this.#returning?.();
    this.#returning = undefined;
    this.#events.changed();
  }

  #left(seat: Seat): void {
    const presence = this.#seats[seat]!;
    this.#forget(presence);
    const { tell, pause, forfeit } = this.#away;
    const after = (ms: number, call: () => void) => presence.timers.push(this.#clock.after(ms, call));
    after(tell, () => {
      presence.told = true;
      this.#events.changed();
    });
    if (pause > 0) {
      after(pause, () => {
        presence.givenUp = true;
        this.#events.changed();
      });
    }
    // Before everyone is back only `restart` decides, also over a seat that came and went again.
    if (forfeit !== undefined && !this.#returning) after(forfeit, () => this.#events.expired(seat));
  }

  #forget(presence: Presence): void {
    for (const cancel of presence.timers) cancel();
    presence.timers = [];
    presence.told = false;
    presence.givenUp = false;
  }
}
