import type { Arena, Seated, Sitter, TableInfo } from '../../core/arena.ts';
import type { Clock } from '../../core/clock.ts';
import type { Seat } from '../../core/game.ts';
import type { HouseBots } from '../gateway.ts';
import { type Invitation, invitationOf, placeAt } from '../invited-table.ts';
import { patientTerms, VIA } from './people.ts';

export interface Wish {
  game: string;
  /** Drawn if absent. */
  seat?: Seat;
  /** How many shall sit; as many as usual if absent. */
  seats?: number;
  /** Match time for a decision, in milliseconds. */
  each?: number;
}

const MOST_REMATCHES = 1000;

export interface PrivateTablesParts {
  arena: Arena;
  clock: Clock;
  house: Pick<HouseBots, 'sitter'>;
}

/** Tables that no queue leads to: a person and house bots, whom they sent the link to, or an agent that they challenge. */
export class PrivateTables {
  readonly #arena: Arena;
  readonly #clock: Clock;
  readonly #house: Pick<HouseBots, 'sitter'>;
  /** By the match that is to be played again. */
  readonly #rematches = new Map<string, string>();
  readonly #listeners = new Set<(match: string, name: string) => void>();

  constructor({ arena, clock, house }: PrivateTablesParts) {
    this.#arena = arena;
    this.#clock = clock;
    this.#house = house;
  }

  /** Tells of everyone who waits for a rematch. */
  onRematch(tell: (match: string, name: string) => void): () => void {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  }

  async withBots(wish: Wish, bot: string, sitter: Sitter, seated: (answer: Seated) => boolean): Promise<void> {
    const { id, size } = await this.#open(wish);
    const seat = Math.min(wish.seat ?? 0, size - 1);
    const seatBot = (place: number) =>
      this.#arena.lobby.sit(id, this.#house.sitter(wish.game, bot, size > 2 ? place : undefined)!);
    for (let before = 0; before < seat; before++) await seatBot(before);
    if (!seated(await this.#arena.lobby.sit(id, sitter))) return this.#arena.lobby.close(id, 'refused');
    for (let after = seat + 1; after < size; after++) await seatBot(after);
  }

  async withFriend(wish: Wish, sitter: Sitter): Promise<Seated> {
    const { id } = await this.#open(wish, 'anybody');
    return this.#arena.lobby.sit(id, sitter);
  }

  /** Where the agent waits for anyone already; else at a table that waits for the agent. */
  async withAgent(wish: Wish, agent: string, sitter: Sitter): Promise<Seated> {
    const its = (await this.#arena.lobby.tables(wish.game)).find((table) => waitsAt(table, agent));
    const seated = its && (await this.at(its.id, sitter));
    if (seated && 'table' in seated) return seated;
    const { id } = await this.#open(wish, { agent });
    return this.#arena.lobby.sit(id, sitter);
  }

  /** Calls back when the agent comes to a table of the game where it waits for anyone. */
  onArrival(agent: string, game: string, arrived: () => void): () => void {
    return this.#arena.lobby.watch((event, table) => {
      if (event === 'changed' && table.game === game && waitsAt(table, agent)) arrived();
    });
  }

  /** Whether the agent could hear of a challenge now. */
  async isHere(agent: string, game: string): Promise<boolean> {
    const { callers, lobby } = this.#arena;
    if ((await callers.reach(agent, game)) !== undefined) return true;
    if ((await this.#arena.seatsOf(agent)).length > 0) return true;
    return (await lobby.tables(game)).some((table) => waitsAt(table, agent));
  }

  /** At a table that anybody may choose, or by invitation. */
  async at(id: string, sitter: Sitter): Promise<Seated> {
    const table = await this.#arena.lobby.table(id);
    const isOpenTo = table && (!table.reserved || invitationOf(table)?.invited === 'anybody');
    return isOpenTo ? this.#arena.lobby.sit(id, sitter, placeAt(table)) : { refused: 'unknown' };
  }

  /** Nobody is invited to an empty table. @returns false: it has begun, or is gone */
  async leave(id: string, person: string): Promise<boolean> {
    const { lobby } = this.#arena;
    const stood = await lobby.stand(id, person);
    const table = stood ? await lobby.table(id) : undefined;
    if (table?.sitters.length === 0 && invitationOf(table)) await lobby.close(id, 'left');
    return stood;
  }

  /** With changed seats, against the people of a match that is over. Undefined: there is no such match of this person. */
  async again(match: string, sitter: Sitter): Promise<Seated | undefined> {
    const header = (await this.#arena.find(match))?.header;
    const seat = header?.seats.findIndex(({ agent }) => agent === sitter.agent) ?? -1;
    if (!header || seat < 0 || (await this.#arena.running(match))) return undefined;
    if (header.seats.some(({ via }) => via !== VIA)) return undefined;
    const waiting = this.#rematches.get(match);
    const table = waiting === undefined ? undefined : await this.#arena.lobby.table(waiting);
    if (table?.status === 'open' && table.sitters.length > 0) return this.at(table.id, sitter);
    const seats = header.seats.length;
    const wish = { game: header.game, seat: (seat + 1) % seats, seats, each: header.terms.clock.each };
    const opened = await this.withFriend(wish, sitter);
    if ('table' in opened) this.#remember(match, opened.table.id, sitter.name);
    return opened;
  }

  #remember(match: string, table: string, name: string): void {
    this.#rematches.delete(match);
    this.#rematches.set(match, table);
    const [oldest] = this.#rematches.keys();
    if (this.#rematches.size > MOST_REMATCHES) this.#rematches.delete(oldest!);
    for (const tell of [...this.#listeners]) tell(match, name);
  }

  #open({ game, seat, seats, each }: Wish, invited?: Invitation['invited']): Promise<TableInfo> {
    const terms = patientTerms(this.#arena.home(game).terms, each);
    const seating = seat === undefined ? 'drawn' : 'arrival';
    const label = invited && { invited, ...(seat !== undefined && { seat }), at: this.#clock.now() };
    return this.#arena.lobby.open({
      game,
      terms: { ...terms, seating },
      reserved: true,
      ...(label && { label }),
      // A link leads here: it holds over a restart.
      ...(invited === 'anybody' && { durable: true }),
      ...(typeof invited === 'object' ? { size: 2 } : seats !== undefined && { size: seats }),
    });
  }
}

const waitsAt = ({ status, reserved, sitters, size }: TableInfo, agent: string): boolean =>
  status === 'open' && !reserved && sitters.length < size && sitters.some((sitter) => sitter.agent === agent);
