import { unfitForGuest } from '../../accounts/guest-names.ts';
import { readName } from '../../accounts/names.ts';
import type { RateLimit } from '../../accounts/rate-limit.ts';
import type { MatchHandle, Seated, Sitter } from '../../core/arena.ts';
import type { Seat } from '../../core/game.ts';
import type { GatewayParts, HouseBots } from '../gateway.ts';
import { type AbsentPeople, isByLink } from './absent-people.ts';
import type { PageMessage } from './frames.ts';
import { VIA } from './people.ts';
import type { PrivateTables, Wish } from './private-tables.ts';
import type { Saying } from './saying.ts';

export interface SittingParts extends Pick<GatewayParts, 'arena' | 'accounts' | 'botMatches'> {
  house: Pick<HouseBots, 'names' | 'sitter'>;
  tables: PrivateTables;
  absent: AbsentPeople;
  /** By address: sitting down and voting. */
  deeds: RateLimit;
  fault(error: unknown): void;
}

/** Without a table while the lobby looks for one. */
interface Waiting {
  table?: string;
  /** A link to the table may have been given away. */
  isByLink?: boolean;
  /** Looks no longer whether the agent that was challenged comes to a table of its own. */
  stop?: () => void;
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
  tooManyBots: 'Too many matches against bots are played from your address.',
};

const DISMISSALS: { [reason: string]: string } = {
  stopping: REFUSALS.closed,
  declined: 'Your challenge was declined.',
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
    const unfit = await unfitForGuest(accounts, name);
    if (unfit) return saying.refuse(unfit.error);
    if (saying.isClosed) return;
    if (this.#waiting) return saying.refuse('You are waiting at a table already.');
    const waiting: Waiting = {};
    this.#waiting = waiting;
    const refused = await this.#findSeat({ ...wish, game: game.id }, this.#sitter(person, name), waiting);
    if (refused === undefined) return;
    if (this.#waiting === waiting) this.#done();
    saying.refuse(refused);
  }

  stand(): void {
    const table = this.#waiting?.table;
    this.#done();
    if (table !== undefined) this.#leave(table);
  }

  /** The page is gone. Where a link leads to the table, the place waits for the person a while. */
  close(): void {
    const { table, isByLink: wasByLink } = this.#waiting ?? {};
    if (table === undefined || this.#person === undefined || !wasByLink) return this.stand();
    this.#done();
    this.#parts.absent.keep(table, this.#person).then((kept) => {
      if (!kept) this.#leave(table);
    }, this.#parts.fault);
  }

  /** Takes up the place that was kept for the person. */
  async resume(person: string): Promise<void> {
    const table = await this.#parts.absent.back(person, (name) => this.#sitter(person, name));
    if (!table) return;
    this.#person = person;
    if (this.#saying.isClosed) return this.#leave(table.id);
    this.#waiting = { table: table.id, isByLink: true };
    this.#saying.say({ type: 'waiting', table: table.id, game: table.game });
  }

  #done(): void {
    this.#waiting?.stop?.();
    this.#waiting = undefined;
  }

  /** @returns why not, or nothing */
  async #findSeat(
    { game, against, seat, seats, each }: Omit<Sit, 'name'>,
    sitter: Sitter,
    waiting: Waiting,
  ): Promise<string | undefined> {
    const { arena, house, tables, botMatches } = this.#parts;
    const held = await arena.seatsOf(sitter.agent);
    if (held.length >= MOST_MATCHES) return 'Finish one of your matches first.';
    const { min, max } = arena.game(game)!.seats;
    if (seats !== undefined && (seats < min || seats > max))
      return `This game has ${min === max ? min : `${min} to ${max}`} seats.`;
    const wish = {
      game,
      ...(seat !== undefined && { seat }),
      ...(seats !== undefined && { seats }),
      ...(each !== undefined && { each }),
    };
    if (against === 'anyone') return this.#seated(await arena.lobby.queue(game, sitter), waiting);
    if (against === 'friend') return this.#seated(await tables.withFriend(wish, sitter), waiting);
    if ('table' in against) return this.#seated(await tables.at(against.table, sitter), waiting);
    if ('rematch' in against) {
      const seated = await tables.again(against.rematch, sitter);
      return seated ? this.#seated(seated, waiting) : 'This match cannot be played again.';
    }
    if ('agent' in against) return this.#challenge(wish, against.agent, sitter, waiting);
    if (!house.names(game).includes(against.bot)) return 'There is no such bot.';
    if (botMatches.isFull(this.#address)) return REFUSALS.tooManyBots;
    const counted: Sitter = {
      ...sitter,
      begin: (match, taken) => {
        botMatches.began(this.#address, match.id);
        sitter.begin(match, taken);
      },
    };
    let refused: string | undefined;
    await tables.withBots(wish, against.bot, counted, (seated) => {
      refused = this.#seated(seated, waiting);
      return refused === undefined;
    });
    return refused;
  }

  async #challenge(wish: Wish, name: string, sitter: Sitter, waiting: Waiting): Promise<string | undefined> {
    const { arena, accounts, tables, fault } = this.#parts;
    if (arena.game(wish.game)!.seats.min > 2) return 'An agent is challenged to games of two.';
    const agent = await accounts.byName(name.trim());
    if (!agent || agent.bannedAt !== undefined) return `There is no agent called ${name}.`;
    if (!(await tables.isHere(agent.id, wish.game))) return `${agent.name} is not here right now.`;
    const sit = async () => this.#seated(await tables.withAgent(wish, agent.id, sitter), waiting);
    const refused = await sit();
    if (refused !== undefined || this.#waiting !== waiting) return refused;
    /** It waits for anyone: that is consent enough. */
    const join = async (): Promise<void> => {
      if (!(await tables.leave(waiting.table!, sitter.agent)) || this.#waiting !== waiting) return;
      const again = await sit();
      if (again !== undefined) this.#saying.refuse(again);
    };
    let moving = false;
    waiting.stop = tables.onArrival(agent.id, wish.game, () => {
      if (moving) return;
      moving = true;
      join()
        .catch(fault)
        .finally(() => (moving = false));
    });
    return undefined;
  }

  #sitter(agent: string, name: string): Sitter {
    return {
      agent,
      name,
      kind: 'human',
      via: VIA,
      begin: (match, seat) => {
        this.#done();
        this.#begun(match, seat);
      },
      dismiss: (reason) => {
        this.#done();
        this.#saying.refuse(DISMISSALS[reason] ?? 'The match could not begin.');
      },
    };
  }

  /** @returns why there is no seat, or nothing */
  #seated(seated: Seated, waiting: Waiting): string | undefined {
    if ('refused' in seated) return REFUSALS[seated.refused];
    const { id, game } = seated.table;
    waiting.table = id;
    waiting.isByLink = isByLink(seated.table);
    if (this.#waiting === waiting) this.#saying.say({ type: 'waiting', table: id, game });
    // Whoever stood up meanwhile does so now; where the match has begun this changes nothing.
    else this.#leave(id);
    return undefined;
  }

  #leave(table: string): void {
    if (this.#person !== undefined) this.#parts.tables.leave(table, this.#person).catch(this.#parts.fault);
  }
}
