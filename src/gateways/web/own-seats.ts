import type { Arena, MatchHandle } from '../../core/arena.ts';
import type { Seat } from '../../core/game.ts';
import type { OwnMatch } from './json.ts';
import { VIA } from './people.ts';
import { liveJson } from './routes.ts';
import type { Saying } from './saying.ts';

/** A seat of the person, and whether it is waited for. */
interface Taken {
  match: MatchHandle;
  seat: Seat;
  turn: boolean;
  stop: () => void;
}

/** The seats of the person who reads the page. Being connected is being here, whichever page is open. */
export class OwnSeats {
  readonly #saying: Saying;
  readonly #seats = new Map<string, Taken>();
  #greeted = false;
  /** News of the person's matches are about to be told. */
  #owes = false;

  constructor(saying: Saying) {
    this.#saying = saying;
  }

  /** Takes up what the person plays already, and says so. */
  async greet(arena: Arena, person: string): Promise<void> {
    const seats = await arena.seatsOf(person);
    const mine = seats.filter(({ match, seat }) => match.header.seats[seat]!.via === VIA);
    for (const { match, seat } of mine) this.take(match, seat);
    this.#saying.say({ type: 'hello', matches: this.#all() });
    this.#greeted = true;
  }

  take(match: MatchHandle, seat: Seat): void {
    if (this.#saying.isClosed || this.#seats.has(match.id)) return;
    const taken: Taken = { match, seat, turn: false, stop: () => {} };
    this.#seats.set(match.id, taken);
    taken.stop = match.watch(seat, ({ status, waiting }) => {
      if (status.kind !== 'turn') return queueMicrotask(() => this.#release(match.id));
      const turn = waiting.includes(seat);
      if (turn === taken.turn) return;
      taken.turn = turn;
      this.#sayAll();
    });
  }

  has(match: string): boolean {
    return this.#seats.has(match);
  }

  close(): void {
    for (const { stop } of this.#seats.values()) stop();
    this.#seats.clear();
  }

  move(id: string, turn: number, move: unknown): void {
    const seated = this.#seats.get(id);
    if (!seated) return this.#saying.refuse('You do not play in this match.', id);
    seated.match.submit({ seat: seated.seat, move }, turn, (refused) => {
      if (refused) this.#saying.refuse(refused.reason, id);
      else this.#saying.say({ type: 'taken', match: id, turn });
    });
  }

  resign(id: string): void {
    const seated = this.#seats.get(id);
    seated?.match.forfeit([seated.seat], 'resigned');
  }

  #release(match: string): void {
    this.#seats.get(match)?.stop();
    if (this.#seats.delete(match)) this.#sayAll();
  }

  #all(): OwnMatch[] {
    return [...this.#seats.values()].map(({ match, turn }) => ({ ...liveJson(match.header), turn }));
  }

  /** After whatever is being told of the match itself. */
  #sayAll(): void {
    if (!this.#greeted || this.#owes) return;
    this.#owes = true;
    queueMicrotask(() => {
      this.#owes = false;
      this.#saying.say({ type: 'yours', matches: this.#all() });
    });
  }
}
