import type { Arena, Seated, Sitter, TableInfo } from '../../core/arena.ts';
import type { Seat } from '../../core/game.ts';
import type { HouseBots } from '../gateway.ts';
import { patientTerms, VIA } from './people.ts';

export interface Wish {
  game: string;
  /** Drawn if absent. */
  seat?: Seat;
  /** Match time for a decision, in milliseconds. */
  each?: number;
}

/** How tables to which people are invited are known: `seat` is the one that whoever opened it wants. */
interface Invitation {
  invitation: true;
  seat?: Seat;
}

const MOST_REMATCHES = 1000;

const invitationOf = ({ label }: TableInfo): Invitation | undefined =>
  (label as Partial<Invitation> | undefined)?.invitation ? (label as Invitation) : undefined;

/** Tables that no queue leads to: a person and house bots, or a person and whom they sent the link to. */
export class PrivateTables {
  readonly #arena: Arena;
  readonly #house: Pick<HouseBots, 'sitter'>;
  /** By the match that is to be played again. */
  readonly #rematches = new Map<string, string>();
  readonly #listeners = new Set<(match: string, name: string) => void>();

  constructor(arena: Arena, house: Pick<HouseBots, 'sitter'>) {
    this.#arena = arena;
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
    const seatBot = (number: number) => {
      const house = this.#house.sitter(wish.game, bot)!;
      return this.#arena.lobby.sit(id, size > 2 ? { ...house, name: `${house.name} ${number}` } : house);
    };
    for (let before = 0; before < seat; before++) await seatBot(before + 1);
    if (!seated(await this.#arena.lobby.sit(id, sitter))) return;
    for (let after = seat + 1; after < size; after++) await seatBot(after);
  }

  async withFriend(wish: Wish, sitter: Sitter): Promise<Seated> {
    const { id } = await this.#open(wish, {
      invitation: true,
      ...(wish.seat !== undefined && { seat: wish.seat }),
    });
    return this.#arena.lobby.sit(id, sitter);
  }

  /** At a table that anybody may choose, or by invitation. */
  async at(id: string, sitter: Sitter): Promise<Seated> {
    const table = await this.#arena.lobby.table(id);
    const invitation = table && invitationOf(table);
    if (!table || (table.reserved && !invitation)) return { refused: 'unknown' };
    // Whoever opened the table sits already; those before take the seats below.
    const first = table.size === 2 && invitation?.seat === 1 && table.sitters.length === 1;
    return this.#arena.lobby.sit(id, sitter, first ? 0 : undefined);
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
    const next = (seat + 1) % header.seats.length;
    const opened = await this.withFriend({ game: header.game, seat: next, each: header.terms.clock.each }, sitter);
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

  #open({ game, seat, each }: Wish, label?: Invitation): Promise<TableInfo> {
    const terms = patientTerms(this.#arena.home(game).terms, each);
    const seating = seat === undefined ? 'drawn' : 'arrival';
    return this.#arena.lobby.open({ game, terms: { ...terms, seating }, reserved: true, ...(label && { label }) });
  }
}
