import { readName } from '../../accounts/names.ts';
import type { RateLimit } from '../../accounts/rate-limit.ts';
import type { MatchHandle, Seated, Sitter } from '../../core/arena.ts';
import type { Seat } from '../../core/game.ts';
import type { GatewayParts, HouseBots } from '../gateway.ts';
import type { PageMessage } from './frames.ts';
import { VIA } from './people.ts';
import type { PrivateTables } from './private-tables.ts';
import type { Saying } from './saying.ts';

export interface SittingParts extends Pick<GatewayParts, 'arena' | 'accounts'> {
  house: Pick<HouseBots, 'names' | 'sitter'>;
  tables: PrivateTables;
  /** By address: sitting down and voting. */
  deeds: RateLimit;
}

/** Without a table while the lobby looks for one. */
interface Waiting {
  table?: string;
}

type Sit = Extract<PageMessage, { type: 'sit' }>;

const MOST_MATCHES = 3;

const REFUSALS = {
  unknown: 'This table is gone.',
  full: 'This table is full.',
  begun: 'This match has begun already.',
  already: 'You sit there already.',
  closed: 'The server is stopping.',
  busy: 'You have too many seats already.',
};

/** The table at which the person who reads the page waits. */
export class Sitting {
  readonly #parts: SittingParts;
  readonly #saying: Saying;
  readonly #address: string;
  readonly #begun: (match: MatchHandle, seat: Seat) => void;
  #waiting: Waiting | undefined;
  #person: string | undefined;

  constructor(parts: SittingParts, saying: Saying, address: string, begun: (match: MatchHandle, seat: Seat) => void) {
    this.#parts = parts;
    this.#saying = saying;
    this.#address = address;
    this.#begun = begun;
  }

  async sit(person: string, { name: given, ...wish }: Sit): Promise<void> {
    const { arena, accounts, deeds } = this.#parts;
    const saying = this.#saying;
    this.#person = person;
    const game = arena.game(wish.game);
    if (!game) return saying.refuse('There is no such game.');
    const name = readName(given);
    if (typeof name !== 'string') return saying.refuse(name.error);
    if (!deeds.take(this.#address)) return saying.refuse('Please wait a minute.');
    if (await accounts.byName(name)) return saying.refuse('This name belongs to an agent. Please take another.');
    if (saying.isClosed) return;
    if (this.#waiting) return saying.refuse('You are waiting at a table already.');
    const waiting: Waiting = {};
    this.#waiting = waiting;
    const refused = await this.#findSeat({ ...wish, game: game.id }, this.#sitter(person, name), waiting);
    if (refused === undefined) return;
    if (this.#waiting === waiting) this.#waiting = undefined;
    saying.refuse(refused);
  }

  stand(): void {
    const table = this.#waiting?.table;
    this.#waiting = undefined;
    if (table !== undefined) this.#leave(table);
  }

  /** @returns why not, or nothing */
  async #findSeat(
    { game, against, seat, each }: Omit<Sit, 'name'>,
    sitter: Sitter,
    waiting: Waiting,
  ): Promise<string | undefined> {
    const { arena, house, tables } = this.#parts;
    const held = await arena.seatsOf(sitter.agent);
    if (held.length >= MOST_MATCHES) return 'Finish one of your matches first.';
    const wish = { game, ...(seat !== undefined && { seat }), ...(each !== undefined && { each }) };
    if (against === 'anyone') return this.#seated(await arena.lobby.queue(game, sitter), waiting);
    if (against === 'friend') return this.#seated(await tables.withFriend(wish, sitter), waiting);
    if ('table' in against) return this.#seated(await tables.at(against.table, sitter), waiting);
    if ('rematch' in against) {
      const seated = await tables.again(against.rematch, sitter);
      return seated ? this.#seated(seated, waiting) : 'This match cannot be played again.';
    }
    if (!house.names(game).includes(against.bot)) return 'There is no such bot.';
    let refused: string | undefined;
    await tables.withBots(wish, against.bot, sitter, (seated) => {
      refused = this.#seated(seated, waiting);
      return refused === undefined;
    });
    return refused;
  }

  #sitter(agent: string, name: string): Sitter {
    return {
      agent,
      name,
      kind: 'human',
      via: VIA,
      begin: (match, seat) => {
        this.#waiting = undefined;
        this.#begun(match, seat);
      },
      dismiss: (reason) => {
        this.#waiting = undefined;
        this.#saying.refuse(reason === 'stopping' ? REFUSALS.closed : 'The match could not begin.');
      },
    };
  }

  /** @returns why there is no seat, or nothing */
  #seated(seated: Seated, waiting: Waiting): string | undefined {
    if ('refused' in seated) return REFUSALS[seated.refused];
    const { id, game } = seated.table;
    waiting.table = id;
    if (this.#waiting === waiting) this.#saying.say({ type: 'waiting', table: id, game });
    // Whoever stood up meanwhile does so now; where the match has begun this changes nothing.
    else this.#leave(id);
    return undefined;
  }

  #leave(table: string): void {
    if (this.#person !== undefined) void this.#parts.arena.lobby.stand(table, this.#person);
  }
}
