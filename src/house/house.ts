import { randomUUID } from 'node:crypto';
import type { Arena, MatchHandle, Sitter, TableInfo } from '../core/arena.ts';
import type { Cancel, Clock } from '../core/clock.ts';
import type { Bots, Seat } from '../core/game.ts';
import type { SeatHolder } from '../core/record.ts';
import { Turns } from '../core/turns.ts';
import { driveBot } from './driver.ts';
import { Exhibitions, isExhibition } from './exhibitions.ts';
import { Thinker } from './thinker.ts';

export interface HouseParts {
  arena: Arena;
  bots: { [game: string]: Bots };
  clock: Clock;
  /** Where there are other nodes: whether the match is on this one; only then its bots play here. */
  isHere?(match: string): boolean;
  /** Milliseconds that a lone agent waits until bots take the free seats; undefined: they only come when called. */
  patience: number | undefined;
  /** So many matches, of these games, bots play among themselves while nothing else is on; absent: none. */
  exhibitions?: { most: number; games: readonly string[] };
  fault(error: unknown): void;
}

const VIA = 'house';
/** By which several bots at one table are told apart. */
const GIVEN = ['Ada', 'Bruno', 'Cleo', 'Dario', 'Edda', 'Finn'];
/** Between two moves of an exhibition, in match time. */
const PACE = 2000;
/** However many matches they play, so many of their answers fall into one turn of the loop. */
const ANSWERS_AT_ONCE = 4;
/** In match time, until what could not be stored is tried again. */
const STORED_AGAIN_AFTER = 1000;
/** So many matches of one agent at a time. */
const MOST_WITH_ONE = 16;

/** The house's own players: they keep a lone agent company, and play where somebody asks for them. */
export class House {
  readonly #parts: HouseParts;
  readonly #thinker = new Thinker();
  readonly #answers = new Turns(ANSWERS_AT_ONCE);
  readonly #waiting = new Map<string, Cancel>();
  readonly #turns = new Map<string, number>();
  readonly #exhibitions: Exhibitions;
  #closed = false;
  readonly #driven = new WeakMap<MatchHandle, Set<Seat>>();

  constructor(parts: HouseParts) {
    this.#parts = parts;
    this.#exhibitions = new Exhibitions({
      ...parts,
      ...(parts.exhibitions ?? { most: 0, games: [] }),
      sitter: (game, name, place) => this.sitter(game, name, place),
    });
    if (parts.patience !== undefined) parts.arena.lobby.watch((_, table) => this.#consider(table));
  }

  /** Takes up the bots' seats of matches that were under way, and their places at tables. */
  async start(): Promise<void> {
    const { arena } = this.#parts;
    for (const { id, seats } of await arena.live()) {
      const match = seats.some(isOurs) ? await arena.find(id) : undefined;
      if (match) this.play(match);
    }
    for (const { id, sitters } of await arena.lobby.tables()) {
      for (const holder of sitters.filter(isOurs)) await arena.lobby.attach(id, this.#seated(holder));
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const cancel of this.#waiting.values()) cancel();
    await this.#thinker.close();
  }

  names(game: string): string[] {
    return (this.#parts.bots[game] ?? []).map(({ name }) => name);
  }

  /**
   * A bot that can sit at a table; undefined: the game has none, or none of that name.
   * @param place where several may sit: it gets a name of its own by this
   */
  sitter(game: string, name?: string, place?: number): Sitter | undefined {
    const holder = this.holder(game, name, place);
    return holder && this.#seated(holder);
  }

  /** A bot's place in a match that is begun without a table; `play` it once the match has begun. */
  holder(game: string, name?: string, place?: number): SeatHolder | undefined {
    const bot = name === undefined ? this.#nextInTurn(game) : this.#parts.bots[game]?.find((one) => one.name === name);
    if (!bot) return undefined;
    return {
      agent: `bot:${game}:${bot.name}:${randomUUID()}`,
      name: place === undefined ? `House bot (${bot.name})` : `${GIVEN[place % GIVEN.length]} (${bot.name} bot)`,
      kind: 'bot',
      via: VIA,
    };
  }

  /** Somebody looks at what is being played: while nothing is, bots play. Resolves when they have begun. */
  exhibit(): Promise<void> {
    return this.#exhibitions.show();
  }

  /** Plays every bot's seat of the match. */
  play(match: MatchHandle): void {
    for (const [seat, holder] of match.header.seats.entries()) if (isOurs(holder)) this.#drive(match, seat, holder);
  }

  #nextInTurn(game: string): Bots[number] | undefined {
    const all = this.#parts.bots[game] ?? [];
    const turn = this.#turns.get(game) ?? 0;
    this.#turns.set(game, turn + 1);
    return all[turn % all.length];
  }

  #consider(table: TableInfo): void {
    const { id } = table;
    const lone = table.status === 'open' && !table.reserved && table.sitters.some(({ kind }) => kind !== 'bot');
    if (lone && !this.#waiting.has(id)) {
      const { clock, patience, fault } = this.#parts;
      const fill = (): void => {
        this.#waiting.delete(id);
        this.#fill(id).catch(fault);
      };
      this.#waiting.set(id, clock.after(patience!, fill));
    } else if (!lone) {
      this.#waiting.get(id)?.();
      this.#waiting.delete(id);
    }
  }

  async #fill(id: string): Promise<void> {
    const { lobby } = this.#parts.arena;
    let table = await lobby.table(id);
    for (const { agent } of table?.sitters ?? []) if (await this.#isTired(agent)) return;
    while (table?.status === 'open' && table.sitters.length < table.size) {
      const bot = this.sitter(table.game, undefined, table.size > 2 ? table.sitters.length : undefined);
      const seated = bot && (await lobby.sit(id, bot));
      table = seated && 'table' in seated ? seated.table : undefined;
    }
  }

  /** Plays enough with this one already. */
  async #isTired(agent: string): Promise<boolean> {
    const seats = await this.#parts.arena.seatsOf(agent);
    return seats.filter(({ match }) => match.header.seats.some(isOurs)).length >= MOST_WITH_ONE;
  }

  #seated(holder: SeatHolder): Sitter {
    return { ...holder, begin: (match, seat) => this.#drive(match, seat, holder), dismiss: () => {} };
  }

  #drive(match: MatchHandle, seat: Seat, holder: SeatHolder): void {
    if (this.#parts.isHere?.(match.id) === false || this.#driven.get(match)?.has(seat)) return;
    this.#driven.set(match, (this.#driven.get(match) ?? new Set()).add(seat));
    const [, game, name] = holder.agent.split(':');
    const bot = this.#parts.bots[game!]?.find((one) => one.name === name);
    const { clock, fault } = this.#parts;
    const whenDue = isExhibition(match.header)
      ? (answer: () => void) => void clock.after(PACE, () => !this.#closed && answer())
      : (answer: () => void) => void this.#answers.next(match).then(answer);
    const later = (again: () => void) => void clock.after(STORED_AGAIN_AFTER, () => !this.#closed && again());
    if (bot) driveBot({ match, seat, bot, whenDue, later }, this.#thinker, fault);
  }
}

const isOurs = ({ via }: SeatHolder): boolean => via === VIA;
