import { readName } from '../../accounts/names.ts';
import type { RateLimit } from '../../accounts/rate-limit.ts';
import { AUDIENCE, type Seat } from '../../core/game.ts';
import type { Sitter, Table } from '../../core/lobby/table.ts';
import type { Match } from '../../core/match.ts';
import type { Update } from '../../core/update.ts';
import type { HouseBots, LocalParts } from '../gateway.ts';
import type { Encoder } from './encoder.ts';
import type { Front } from './front.ts';
import { headerOf } from './header.ts';
import { patientTerms, personOf, VIA } from './people.ts';
import { decode, encode, type PageMessage } from './protocol.ts';

export interface SessionParts extends Pick<LocalParts, 'arena' | 'accounts' | 'clock'> {
  house: Pick<HouseBots, 'names' | 'sitter'>;
  front: Front;
  encoder: Encoder;
  /** By address: sitting down and voting. */
  deeds: RateLimit;
  scale: number;
}

type Message<Type extends PageMessage['type']> = Extract<PageMessage, { type: Type }>;

const MOST_WATCHED = 32;
const MOST_MATCHES = 3;
const MOST_MOVES = 500;
const PER_SECOND = 20;
const BURST = 60;
const SECOND = 1000;

const REFUSALS = {
  unknown: 'This table is gone.',
  full: 'This table is full.',
  begun: 'This match has begun already.',
  already: 'You sit there already.',
  closed: 'The server is stopping.',
};

/** One page: what it watches, and the seats of the person who reads it. */
export class Session {
  readonly #parts: SessionParts;
  readonly #send: (text: string) => void;
  readonly #address: string;
  readonly #watched = new Map<string, () => void>();
  readonly #seats = new Map<string, { match: Match; seat: Seat; stop: () => void }>();
  #person: string | undefined;
  #leaveFront: (() => void) | undefined;
  #table: Table | undefined;
  #closed = false;
  #allowance = BURST;
  #countedAt: number;

  constructor(parts: SessionParts, address: string, send: (text: string) => void) {
    this.#parts = parts;
    this.#address = address;
    this.#send = send;
    this.#countedAt = parts.clock.ticks();
  }

  async receive(text: string | undefined): Promise<void> {
    if (!this.#allowed()) return this.#say({ type: 'error', error: 'Too many messages.' });
    const message = decode(text);
    if ('error' in message) return this.#say({ type: 'error', error: message.error });
    switch (message.type) {
      case 'hello':
        return this.#hello(message);
      case 'watch':
        return this.#watch(message);
      case 'unwatch':
        return this.#unwatch(message.match);
      case 'front':
        this.#leaveFront ??= this.#parts.front.read(this.#send);
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
    this.#leaveFront?.();
    this.#stand();
    for (const stop of this.#watched.values()) stop();
    for (const { stop } of this.#seats.values()) stop();
    this.#watched.clear();
    this.#seats.clear();
  }

  // ── who reads it ──

  #hello({ secret }: Message<'hello'>): void {
    if (this.#person !== undefined) return;
    this.#person = personOf(secret);
    const mine: string[] = [];
    for (const match of this.#parts.arena.unfinished(this.#person)) {
      const seat = match.record.seats.findIndex(({ agent, via }) => agent === this.#person && via === VIA);
      if (seat < 0) continue;
      this.#take(match, seat);
      mine.push(match.id);
    }
    this.#say({ type: 'hello', matches: mine });
  }

  /** Being connected is being here, whichever page is open. */
  #take(match: Match, seat: Seat): void {
    if (this.#closed || this.#seats.has(match.id)) return;
    const stop = match.watch(seat, ({ status }) => {
      if (status.kind !== 'turn') queueMicrotask(() => this.#release(match.id));
    });
    this.#seats.set(match.id, { match, seat, stop });
  }

  #release(match: string): void {
    this.#seats.get(match)?.stop();
    this.#seats.delete(match);
  }

  // ── watching ──

  async #watch({ match: id, after }: Message<'watch'>): Promise<void> {
    if (this.#watched.size >= MOST_WATCHED && !this.#watched.has(id)) {
      return this.#say({ type: 'error', error: 'This page watches too many matches.' });
    }
    const match = await this.#parts.arena.find(id);
    if (!match) return this.#say({ type: 'missing', match: id });
    const seat = match.outcome ? -1 : match.record.seats.findIndex(({ agent }) => agent === this.#person);
    const header = await headerOf(this.#parts, match, seat);
    if (this.#closed) return;
    this.#unwatch(id);
    this.#say({ ...header, type: 'match' });
    if (seat >= 0) this.#follow(id, () => match.watch(seat, (update) => this.#tellSeated(match, seat, update)));
    else this.#follow(id, () => this.#spectate(match, after));
    if (match.outcome) this.#unwatch(id);
  }

  #follow(id: string, watch: () => () => void): void {
    this.#watched.set(id, watch());
  }

  #spectate(match: Match, after: number | undefined): () => void {
    let base: object | undefined;
    const viewer = match.outcome ? 'replay' : 'spectator';
    return match.watch(
      viewer,
      (update) => {
        this.#send(this.#parts.encoder.after(base, update));
        base = update.view as object;
      },
      after === undefined ? {} : { after },
    );
  }

  #tellSeated(match: Match, seat: Seat, update: Update): void {
    const { status } = update;
    const asked =
      status.kind === 'turn' &&
      (update.waiting.includes(seat) || status.asks?.some((ask) => ask.seat === seat) || status.may?.includes(seat));
    const moves = asked ? (match.game.moves?.(match.position.state, seat) ?? []).slice(0, MOST_MOVES) : [];
    this.#say({ type: 'update', ...update, moves });
  }

  #unwatch(id: string): void {
    this.#watched.get(id)?.();
    this.#watched.delete(id);
  }

  // ── playing ──

  async #sit({ game: id, name: given, against }: Message<'sit'>): Promise<void> {
    const { arena, accounts, deeds, house } = this.#parts;
    const person = this.#person;
    if (person === undefined) return this.#refuse('Say hello first.');
    const game = arena.game(id);
    if (!game) return this.#refuse('There is no such game.');
    const name = readName(given);
    if (typeof name !== 'string') return this.#refuse(name.error);
    if (!deeds.take(this.#address)) return this.#refuse('Please wait a minute.');
    if (await accounts.byName(name)) return this.#refuse('This name belongs to an agent. Please take another.');
    if (this.#closed) return;
    if (this.#table?.status === 'open') return this.#refuse('You are waiting at a table already.');
    if (arena.unfinished(person).length >= MOST_MATCHES) return this.#refuse('Finish one of your matches first.');
    const sitter = this.#sitter(person, name);
    if (against === 'anyone') return this.#seated(arena.lobby.queue(game.id, sitter));
    if ('table' in against) {
      const table = arena.lobby.table(against.table);
      return this.#seated(!table || table.reserved ? { refused: 'unknown' } : arena.lobby.sit(table.id, sitter));
    }
    if (!house.names(game.id).includes(against.bot)) return this.#refuse('There is no such bot.');
    const terms = patientTerms(arena.home(game.id).terms);
    const { id: table, size } = arena.lobby.open({ game: game.id, terms, reserved: true });
    this.#seated(arena.lobby.sit(table, sitter));
    for (let seat = 1; seat < size; seat++) arena.lobby.sit(table, house.sitter(game.id, against.bot)!);
  }

  #sitter(agent: string, name: string): Sitter {
    return {
      agent,
      name,
      kind: 'human',
      via: VIA,
      begin: (match, seat) => {
        this.#table = undefined;
        this.#take(match, seat);
        this.#say({ type: 'seated', match: match.id, seat });
      },
      dismiss: (reason) => {
        this.#table = undefined;
        this.#refuse(reason === 'stopping' ? REFUSALS.closed : 'The match could not begin.');
      },
    };
  }

  #seated(seated: { table: Table } | { refused: keyof typeof REFUSALS }): void {
    if ('refused' in seated) return this.#refuse(REFUSALS[seated.refused]);
    this.#table = seated.table;
    this.#say({ type: 'waiting', table: seated.table.id, game: seated.table.game });
  }

  #stand(): void {
    const table = this.#table;
    this.#table = undefined;
    if (!table || this.#person === undefined) return;
    this.#parts.arena.lobby.stand(table.id, this.#person);
  }

  #move({ match: id, turn, move }: Message<'move'>): void {
    const seated = this.#seats.get(id);
    if (!seated) return this.#refuse('You do not play in this match.', id);
    seated.match.submit({ seat: seated.seat, move }, turn, (refused) => {
      if (refused) this.#refuse(refused.reason, id);
      else this.#say({ type: 'taken', match: id, turn });
    });
  }

  #vote({ match: id, move }: Message<'vote'>): void {
    const match = this.#parts.arena.match(id);
    if (this.#person === undefined) return this.#refuse('Say hello first.', id);
    if (!match) return this.#refuse('This match is over.', id);
    if (!this.#parts.deeds.take(this.#address)) return this.#refuse('Please wait a minute.', id);
    match.submit({ seat: AUDIENCE, move, by: this.#person }, 0, (refused) => {
      if (refused) this.#refuse(refused.reason, id);
      else this.#say({ type: 'voted', match: id });
    });
  }

  // ── saying ──

  #refuse(reason: string, match?: string): void {
    this.#say({ type: 'refused', reason, ...(match !== undefined && { match }) });
  }

  #say(message: { type: string; [key: string]: unknown }): void {
    if (!this.#closed) this.#send(encode(message));
  }

  #allowed(): boolean {
    const now = this.#parts.clock.ticks();
    this.#allowance = Math.min(BURST, this.#allowance + ((now - this.#countedAt) / SECOND) * PER_SECOND);
    this.#countedAt = now;
    if (this.#allowance < 1) return false;
    this.#allowance--;
    return true;
  }
}
