import type { Arena, MatchHandle } from '../../core/arena.ts';
import type { Clock } from '../../core/clock.ts';
import type { Seat } from '../../core/game.ts';
import type { Update } from '../../core/update.ts';
import { COST } from '../budget.ts';
import type { Encoder } from './encoder.ts';
import type { PageFrame, PageMessage, WholeUpdate } from './frames.ts';
import { headerOf } from './header.ts';
import { encode } from './protocol.ts';
import type { Saying } from './saying.ts';
import { spectate, textsWithin } from './spectate.ts';

export interface WatchingParts {
  arena: Arena;
  clock: Clock;
  encoder: Encoder;
  scale: number;
}

type Watch = Extract<PageMessage, { type: 'watch' }>;

const MOST_WATCHED = 32;
const MOST_MOVES = 500;

/** The matches that a page has open. */
export class Watching {
  readonly #parts: WatchingParts;
  readonly #saying: Saying;
  readonly #stops = new Map<string, () => void>();
  #leaveTable: (() => void) | undefined;

  constructor(parts: WatchingParts, saying: Saying) {
    this.#parts = parts;
    this.#saying = saying;
  }

  has(match: string): boolean {
    return this.#stops.has(match);
  }

  /** @param person whose own matches are seen from the seat */
  async start({ match: id, after, glance }: Watch, person: string | undefined): Promise<void> {
    const { arena, encoder } = this.#parts;
    const { wire } = this.#saying;
    if (this.#stops.size >= MOST_WATCHED && !this.#stops.has(id)) {
      return this.#saying.err('This page watches too many matches.');
    }
    const running = await arena.running(id);
    if (!wire.charge(running ? COST.lookup : COST.replay)) return;
    const match = running ?? (await arena.find(id));
    if (!match) return this.#saying.say({ type: 'missing', match: id });
    const seat = running ? match.header.seats.findIndex(({ agent }) => agent === person) : -1;
    const header = await headerOf(this.#parts, match, seat);
    if (this.#saying.isClosed) return;
    // In one go, so that who asks anew, for the past too, is here all the while.
    const begin = (): void => {
      this.stop(id);
      this.#saying.say(header);
    };
    const stop =
      seat >= 0
        ? await this.#watchSeat(match, seat, after, begin)
        : await spectate(match, header.outcome ? 'replay' : 'spectator', encoder, wire, { after, glance, begin });
    if (header.outcome || this.#saying.isClosed) stop();
    else this.#stops.set(id, stop);
  }

  /** Says which match begins at a table, as soon as it does. A page attends one table at a time. */
  async attend(id: string): Promise<void> {
    const { lobby } = this.#parts.arena;
    this.#leaveTable?.();
    const tell = (match: string | null): void => {
      this.#leaveTable?.();
      this.#saying.say({ type: 'attended', table: id, match });
    };
    const stop = lobby.watch((event, table) => {
      if (table.id !== id) return;
      if (table.match !== undefined) tell(table.match);
      else if (event === 'closed') tell(null);
    });
    this.#leaveTable = () => {
      stop();
      this.#leaveTable = undefined;
    };
    const table = await lobby.table(id);
    const match = table ? table.match : ((await this.#parts.arena.byTable(id))?.id ?? null);
    if (match !== undefined && !this.#saying.isClosed) tell(match);
  }

  stop(id: string): void {
    this.#stops.get(id)?.();
    this.#stops.delete(id);
  }

  close(): void {
    this.#leaveTable?.();
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
  }

  async #watchSeat(match: MatchHandle, seat: Seat, after: number | undefined, begin: () => void): Promise<() => void> {
    const past = after === undefined ? [] : await this.#pastOf(match, seat, after);
    begin();
    for (const text of past) this.#saying.wire.send(text);
    return match.watch(seat, (update) => this.#tellSeated(seat, update), { legal: true });
  }

  /** Every step after that one but the present, unless that is too much. */
  async #pastOf(match: MatchHandle, seat: Seat, after: number): Promise<string[]> {
    const written = (update: Update): string => encode(frameOf(update, []));
    const texts = await textsWithin(match.past(seat, after), written, this.#saying.wire);
    return texts?.slice(0, -1) ?? [];
  }

  #tellSeated(seat: Seat, { legal = [], ...update }: Update): void {
    const moves = legal.filter((one) => one.seat === seat).map(({ move }) => move);
    this.#saying.say(frameOf(update, moves.slice(0, MOST_MOVES)));
  }
}

const frameOf = (update: Update, moves: unknown[]): PageFrame => ({
  type: 'update',
  ...update,
  view: update.view as WholeUpdate['view'],
  moves,
});
