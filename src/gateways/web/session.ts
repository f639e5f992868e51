import { Bucket } from '../../accounts/bucket.ts';
import { AUDIENCE } from '../../core/game.ts';
import type { PageMessage } from './frames.ts';
import type { Front } from './front.ts';
import { OwnSeats } from './own-seats.ts';
import { personOf, voterOf } from './people.ts';
import { decode } from './protocol.ts';
import { type PageWire, Saying } from './saying.ts';
import { Sitting, type SittingParts } from './sitting.ts';
import { Watching, type WatchingParts } from './watching.ts';

export interface SessionParts extends WatchingParts, SittingParts {
  front: Front;
}

type Message<Type extends PageMessage['type']> = Extract<PageMessage, { type: Type }>;

const MESSAGES = { burst: 60, perSecond: 20 };

/** One page: what it watches, and what the person who reads it does. */
export class Session {
  readonly #parts: SessionParts;
  readonly #address: string;
  readonly #messages: Bucket;
  readonly #saying: Saying;
  readonly #watching: Watching;
  readonly #seats: OwnSeats;
  readonly #sitting: Sitting;
  readonly #deafen: () => void;
  #person: string | undefined;
  #leaveFront: (() => void) | undefined;

  constructor(parts: SessionParts, address: string, wire: PageWire) {
    this.#parts = parts;
    this.#address = address;
    this.#messages = new Bucket(parts.clock, MESSAGES);
    this.#saying = new Saying(wire);
    this.#watching = new Watching(parts, this.#saying);
    this.#seats = new OwnSeats(this.#saying);
    this.#sitting = new Sitting(parts, this.#saying, address, (match, seat) => {
      this.#seats.take(match, seat);
      this.#saying.say({ type: 'seated', match: match.id, seat });
    });
    this.#deafen = parts.tables.onRematch((match, name) => {
      if (this.#watching.has(match)) this.#saying.say({ type: 'rematch', match, name });
    });
  }

  async receive(text: string | undefined): Promise<void> {
    if (!this.#messages.take()) return this.#saying.err('Too many messages.');
    const message = decode(text);
    if ('error' in message) return this.#saying.err(message.error);
    switch (message.type) {
      case 'hello':
        return this.#hello(message);
      case 'watch':
        return this.#watching.start(message, this.#person);
      case 'unwatch':
        return this.#watching.stop(message.match);
      case 'front':
        this.#leaveFront ??= this.#parts.front.read((news) => this.#saying.wire.send(news));
        return;
      case 'leave_front':
        this.#leaveFront?.();
        this.#leaveFront = undefined;
        return;
      case 'sit':
        if (this.#person === undefined) return this.#saying.refuse('Say hello first.');
        return this.#sitting.sit(this.#person, message);
      case 'stand':
        return this.#sitting.stand();
      case 'attend':
        return this.#watching.attend(message.table);
      case 'move':
        return this.#seats.move(message.match, message.turn, message.move);
      case 'vote':
        return this.#vote(message);
      case 'resign':
        return this.#seats.resign(message.match);
    }
  }

  close(): void {
    this.#saying.close();
    this.#deafen();
    this.#leaveFront?.();
    this.#sitting.close();
    this.#watching.close();
    this.#seats.close();
  }

  async #hello({ secret }: Message<'hello'>): Promise<void> {
    if (this.#person !== undefined) return;
    this.#person = personOf(secret);
    await this.#seats.greet(this.#parts.arena, this.#person);
    await this.#sitting.resume(this.#person);
  }

  async #vote({ match: id, move }: Message<'vote'>): Promise<void> {
    const saying = this.#saying;
    if (this.#person === undefined) return saying.refuse('Say hello first.', id);
    const match = await this.#parts.arena.running(id);
    if (!match) return saying.refuse('This match is over.', id);
    if (!this.#parts.deeds.take(this.#address)) return saying.refuse('Please wait a minute.', id);
    if (this.#seats.has(id)) return saying.refuse('Those who play do not vote.', id);
    match.submit({ seat: AUDIENCE, move, by: voterOf(this.#person, this.#address) }, 0, (refused) => {
      if (refused) saying.refuse(refused.reason, id);
      else saying.say({ type: 'voted', match: id });
    });
  }
}
