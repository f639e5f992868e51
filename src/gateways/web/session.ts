// Longer than most files: one page, and everything that it may say.
import { Bucket } from '../../accounts/bucket.ts';
import { readName } from '../../accounts/names.ts';
import type { RateLimit } from '../../accounts/rate-limit.ts';
import type { MatchHandle, Seated, Sitter } from '../../core/arena.ts';
import { AUDIENCE, type Seat } from '../../core/game.ts';
import type { Update } from '../../core/update.ts';
import { COST } from '../budget.ts';
import type { GatewayParts, HouseBots } from '../gateway.ts';
import type { Wire } from '../sockets.ts';
import type { Encoder } from './encoder.ts';
import type { PageFrame, PageMessage, WholeUpdate } from './frames.ts';
import type { Front } from './front.ts';
import { headerOf } from './header.ts';
import type { OwnMatch } from './json.ts';
import { personOf, VIA, voterOf } from './people.ts';
import type { PrivateTables } from './private-tables.ts';
import { decode, encode } from './protocol.ts';
import { liveJson } from './routes.ts';
import { spectate } from './spectate.ts';

export interface SessionParts extends Pick<GatewayParts, 'arena' | 'accounts' | 'clock' | 'botMatches'> {
  house: Pick<HouseBots, 'names' | 'sitter'>;
  tables: PrivateTables;
  front: Front;
  encoder: Encoder;
  /** By address: sitting down and voting. */
  deeds: RateLimit;
  scale: number;
}

/** Without a table while the lobby looks for one. */
interface Waiting {
  table?: string;
}

/** A seat of the person, and whether it is waited for. */
interface Taken {
  match: MatchHandle;
  seat: Seat;
  turn: boolean;
  stop: () => void;
}

/** The connection as a session sees it. */
export type PageWire = Pick<Wire, 'send' | 'charge' | 'isBehind' | 'onceTaken'>;

type Message<Type extends PageMessage['type']> = Extract<PageMessage, { type: Type }>;

const MOST_WATCHED = 32;
const MOST_MATCHES = 3;
const MOST_MOVES = 500;
const MESSAGES = { burst: 60, perSecond: 20 };

const REFUSALS = {
  unknown: 'This table is gone.',
  full: 'This table is full.',
  begun: 'This match has begun already.',
  already: 'You sit there already.',
  closed: 'The server is stopping.',
  busy: 'You have too many seats already.',
  tooManyBots: 'Too many matches against bots are played from your address.',
};

/** One page: what it watches, and the seats of the person who reads it. */
export class Session {
  readonly #parts: SessionParts;
  readonly #wire: PageWire;
  readonly #address: string;
  readonly #messages: Bucket;
  readonly #watched = new Map<string, () => void>();
  readonly #seats = new Map<string, Taken>();
  #person: string | undefined;
  readonly #deafen: () => void;
  #leaveFront: (() => void) | undefined;
  #waiting: Waiting | undefined;
  #greeted = false;
  /** News of the person's matches are about to be told. */
  #owes = false;
  #closed = false;

  constructor(parts: SessionParts, address: string, wire: PageWire) {
    this.#parts = parts;
    this.#address = address;
    this.#wire = wire;
    this.#messages = new Bucket(parts.clock, MESSAGES);
    this.#deafen = parts.tables.onRematch((match, name) => {
      if (this.#watched.has(match)) this.#say({ type: 'rematch', match, name });
    });
  }

  async receive(text: string | undefined): Promise<void> {
    if (!this.#messages.take()) return this.#err('Too many messages.');
    const message = decode(text);
    if ('error' in message) return this.#err(message.error);
    switch (message.type) {
      case 'hello':
        return this.#hello(message);
      case 'watch':
        return this.#watch(message);
      case 'unwatch':
        return this.#unwatch(message.match);
      case 'front':
        this.#leaveFront ??= this.#parts.front.read((text) => this.#wire.send(text));
        return;
      case 'leave_front':
        this.#leaveFront?.();
        this.#leaveFront = undefined;
        return;
      case 'sit':
        return this.#sit(message);
      case 'stand':
        return this.#stand();
      case 'move':
        return this.#move(message);
      case 'vote':
        return this.#vote(message);
      case 'resign': {
        const seated = this.#seats.get(message.match);
        return seated?.match.forfeit([seated.seat], 'left');
      }
    }
  }

  close(): void {
    this.#closed = true;
    this.#deafen();
    this.#leaveFront?.();
    this.#stand();
    for (const stop of this.#watched.values()) stop();
    for (const { stop } of this.#seats.values()) stop();
    this.#watched.clear();
    this.#seats.clear();
  }

  // ── who reads it ──

  async #hello({ secret }: Message<'hello'>): Promise<void> {
    if (this.#person !== undefined) return;
    this.#person = personOf(secret);
    const seats = await this.#parts.arena.seatsOf(this.#person);
    const mine = seats.filter(({ match, seat }) => match.header.seats[seat]!.via === VIA);
    for (const { match, seat } of mine) this.#take(match, seat);
    this.#say({ type: 'hello', matches: this.#yours() });
    this.#greeted = true;
  }

  /** Being connected is being here, whichever page is open. */
  #take(match: MatchHandle, seat: Seat): void {
    if (this.#closed || this.#seats.has(match.id)) return;
    const taken: Taken = { match, seat, turn: false, stop: () => {} };
    this.#seats.set(match.id, taken);
    taken.stop = match.watch(seat, ({ status, waiting }) => {
      if (status.kind !== 'turn') return queueMicrotask(() => this.#release(match.id));
      const turn = waiting.includes(seat);
      if (turn === taken.turn) return;
      taken.turn = turn;
      this.#sayYours();
    });
  }

  #release(match: string): void {
    this.#seats.get(match)?.stop();
    if (this.#seats.delete(match)) this.#sayYours();
  }

  #yours(): OwnMatch[] {
    return [...this.#seats.values()].map(({ match, turn }) => ({ ...liveJson(match.header), turn }));
  }

  /** After whatever is being told of the match itself. */
  #sayYours(): void {
    if (!this.#greeted || this.#owes) return;
    this.#owes = true;
    queueMicrotask(() => {
      this.#owes = false;
      this.#say({ type: 'yours', matches: this.#yours() });
    });
  }

  // ── watching ──

  async #watch({ match: id, after, glance }: Message<'watch'>): Promise<void> {
    if (this.#watched.size >= MOST_WATCHED && !this.#watched.has(id)) {
      return this.#err('This page watches too many matches.');
    }
    const { arena } = this.#parts;
    const running = await arena.running(id);
    const again = after === undefined ? COST.replay : COST.history;
    if (!this.#wire.charge(running ? COST.lookup : again)) return;
    const match = running ?? (await arena.find(id));
    if (!match) return this.#say({ type: 'missing', match: id });
    const seat = running ? match.header.seats.findIndex(({ agent }) => agent === this.#person) : -1;
    const header = await headerOf(this.#parts, match, seat);
    if (this.#closed) return;
    this.#unwatch(id);
    this.#say(header);
    const stop =
      seat >= 0
        ? this.#watchSeat(match, seat)
        : spectate(match, header.outcome ? 'replay' : 'spectator', this.#parts.encoder, this.#wire, { after, glance });
    if (header.outcome) stop();
    else this.#watched.set(id, stop);
  }

  #watchSeat(match: MatchHandle, seat: Seat): () => void {
    return match.watch(seat, (update) => this.#tellSeated(seat, update), { legal: true });
  }

  #tellSeated(seat: Seat, { legal = [], ...update }: Update): void {
    const moves = legal.filter((one) => one.seat === seat).map(({ move }) => move);
    this.#say({
      type: 'update',
      ...update,
      view: update.view as WholeUpdate['view'],
      moves: moves.slice(0, MOST_MOVES),
    });
  }

  #unwatch(id: string): void {
    this.#watched.get(id)?.();
    this.#watched.delete(id);
  }

  // ── playing ──

  async #sit({ name: given, ...wish }: Message<'sit'>): Promise<void> {
    const { arena, accounts, deeds } = this.#parts;
    const person = this.#person;
    if (person === undefined) return this.#refuse('Say hello first.');
    const game = arena.game(wish.game);
    if (!game) return this.#refuse('There is no such game.');
    const name = readName(given);
    if (typeof name !== 'string') return this.#refuse(name.error);
    if (!deeds.take(this.#address)) return this.#refuse('Please wait a minute.');
    if (await accounts.byName(name)) return this.#refuse('This name belongs to an agent. Please take another.');
    if (this.#closed) return;
    if (this.#waiting) return this.#refuse('You are waiting at a table already.');
    const waiting: Waiting = {};
    this.#waiting = waiting;
    const refused = await this.#findSeat({ ...wish, game: game.id }, this.#sitter(person, name), waiting);
    if (refused === undefined) return;
    if (this.#waiting === waiting) this.#waiting = undefined;
    this.#refuse(refused);
  }

  /** @returns why not, or nothing */
  async #findSeat(
    { game, against, seat, each }: Omit<Message<'sit'>, 'name'>,
    sitter: Sitter,
    waiting: Waiting,
  ): Promise<string | undefined> {
    const { arena, house, tables, botMatches } = this.#parts;
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
    if (botMatches.isFull(this.#address)) return REFUSALS.tooManyBots;
    const counted: Sitter = {
      ...sitter,
      begin: (match, seat) => {
        botMatches.began(this.#address, match.id);
        sitter.begin(match, seat);
      },
    };
    let refused: string | undefined;
    await tables.withBots(wish, against.bot, counted, (seated) => {
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
        this.#take(match, seat);
        this.#say({ type: 'seated', match: match.id, seat });
      },
      dismiss: (reason) => {
        this.#waiting = undefined;
        this.#refuse(reason === 'stopping' ? REFUSALS.closed : 'The match could not begin.');
      },
    };
  }

  /** @returns why there is no seat, or nothing */
  #seated(seated: Seated, waiting: Waiting): string | undefined {
    if ('refused' in seated) return REFUSALS[seated.refused];
    waiting.table = seated.table.id;
    if (this.#waiting === waiting) this.#say({ type: 'waiting', table: seated.table.id, game: seated.table.game });
    // Whoever stood up meanwhile does so now; where the match has begun this changes nothing.
    else this.#leaveTable(seated.table.id);
    return undefined;
  }

  #stand(): void {
    const table = this.#waiting?.table;
    this.#waiting = undefined;
    if (table !== undefined) this.#leaveTable(table);
  }

  #leaveTable(table: string): void {
    if (this.#person !== undefined) void this.#parts.arena.lobby.stand(table, this.#person);
  }

  #move({ match: id, turn, move }: Message<'move'>): void {
    const seated = this.#seats.get(id);
    if (!seated) return this.#refuse('You do not play in this match.', id);
    seated.match.submit({ seat: seated.seat, move }, turn, (refused) => {
      if (refused) this.#refuse(refused.reason, id);
      else this.#say({ type: 'taken', match: id, turn });
    });
  }

  async #vote({ match: id, move }: Message<'vote'>): Promise<void> {
    if (this.#person === undefined) return this.#refuse('Say hello first.', id);
    const match = await this.#parts.arena.running(id);
    if (!match) return this.#refuse('This match is over.', id);
    if (!this.#parts.deeds.take(this.#address)) return this.#refuse('Please wait a minute.', id);
    if (this.#seats.has(id)) return this.#refuse('Those who play do not vote.', id);
    match.submit({ seat: AUDIENCE, move, by: voterOf(this.#person, this.#address) }, 0, (refused) => {
      if (refused) this.#refuse(refused.reason, id);
      else this.#say({ type: 'voted', match: id });
    });
  }

  // ── saying ──

  #err(error: string): void {
    if (this.#wire.charge(COST.refusal)) this.#say({ type: 'error', error });
  }

  #refuse(reason: string, match?: string): void {
    this.#say({ type: 'refused', reason, ...(match !== undefined && { match }) });
  }

  #say(frame: PageFrame): void {
    if (!this.#closed) this.#wire.send(encode(frame));
  }
}
