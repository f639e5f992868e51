import type { Arena, Opening, Sitter } from '../../core/arena.ts';
import type { HouseBots } from '../gateway.ts';
import type { Play } from './play.ts';
import { openingOf, type Wish } from './wish.ts';

/** Where those who want the same wait for each other, and how a match begins that is already paired. */
export class Seating {
  readonly #arena: Arena;
  readonly #house: HouseBots;
  /** Tables at which somebody sits, by play. */
  readonly #tables = new Map<Play, string>();

  constructor(arena: Arena, house: HouseBots) {
    this.#arena = arena;
    this.#house = house;
  }

  isSeated(play: Play): boolean {
    return this.#tables.has(play);
  }

  /** Sits down among those who want the same. @returns whether a match begins with it */
  async wait(play: Play, sitter: Sitter): Promise<boolean> {
    const { game } = play.row;
    const opening = openingOf(this.#arena, game, play.row.wish as Wish);
    this.#tables.set(play, '');
    const { lobby } = this.#arena;
    let seated = opening ? undefined : await lobby.queue(game, sitter);
    while (opening && (!seated || ('refused' in seated && seated.refused !== 'closed'))) {
      seated = await lobby.sit(await this.#tableLike(opening, sitter.agent), sitter);
    }
    if (!seated || 'refused' in seated) {
      this.#tables.delete(play);
      return false;
    }
    const { id, status } = seated.table;
    if (this.#tables.has(play)) this.#tables.set(play, id);
    // Whoever left while being seated stands up again.
    else if (status === 'open') await lobby.stand(id, sitter.agent);
    return status === 'begun';
  }

  /** Sits down where the rival waits for anyone already; else there is nothing to do but wait for an answer. */
  async waitWith(play: Play, sitter: Sitter, rival: string): Promise<boolean> {
    const { game, wish } = play.row;
    if (openingOf(this.#arena, game, wish as Wish)) return false;
    const { lobby } = this.#arena;
    const table = (await lobby.tables(game)).find(
      ({ status, welcomes, size, sitters }) =>
        status === 'open' && welcomes && size === 2 && sitters.length === 1 && sitters[0]!.agent === rival,
    );
    if (!table) return false;
    this.#tables.set(play, table.id);
    const seated = await lobby.sit(table.id, sitter);
    if ('refused' in seated) this.#tables.delete(play);
    return 'table' in seated;
  }

  /** False: it has begun. */
  async standUp(play: Play): Promise<boolean> {
    const table = this.#tables.get(play);
    this.#tables.delete(play);
    return table === undefined || table === '' || this.#arena.lobby.stand(table, play.row.agent);
  }

  /** The match has begun, or there will be none. */
  done(play: Play): void {
    this.#tables.delete(play);
  }

  /** Begins against bots of the house. */
  async beginWithBots(play: Play, sitter: Sitter, bot: string): Promise<void> {
    const { game } = play.row;
    const seats = this.#arena.home(game).size;
    const bots = Array.from({ length: seats - 1 }, (_, i) => this.#house.sitter(game, bot, seats > 2 ? i : undefined));
    await this.begin(play, [sitter, ...bots.filter((one) => one !== undefined)]);
  }

  /** Begins with those who are named, as the play was wished. */
  async begin({ row: { game, wish } }: Play, sitters: Sitter[]): Promise<void> {
    const { label: _, ...opening } = openingOf(this.#arena, game, wish as Wish) ?? { game };
    await this.#arena.lobby.begin(opening, sitters);
  }

  async #tableLike(opening: Opening, agent: string): Promise<string> {
    const { lobby } = this.#arena;
    const tables = await lobby.tables(opening.game);
    const fitting = tables.find(
      ({ status, label, sitters, size }) =>
        status === 'open' &&
        sitters.length < size &&
        JSON.stringify(label) === JSON.stringify(opening.label) &&
        sitters.every((sitter) => sitter.agent !== agent),
    );
    return (fitting ?? (await lobby.open(opening))).id;
  }
}
