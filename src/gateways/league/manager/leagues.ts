import type { GameInfo } from '../../../core/arena.ts';
import type { Cancel } from '../../../core/clock.ts';
import type { DocumentStore } from '../../../core/storage.ts';
import type { Principal } from '../matches/questions.ts';
import { LEAGUES, League, type LeagueBody, type LeagueState } from './league.ts';
import type { Tokens } from './tokens.ts';
import type { UnderlyingParts } from './underlying.ts';

export interface LeaguesParts extends UnderlyingParts {
  documents: DocumentStore;
  game(id: string): GameInfo | undefined;
}

export interface Opening {
  id: string;
  players: number;
  game: string;
  /** The address that asks; absent: the host. */
  by?: string;
}

export const MOST_PLAYERS = 256;
const MOST_UNFINISHED = 500;
/** Of one address. */
const MOST_OF_ADDRESS = 25;
/** A league that a stranger opened ends if nobody has entered by then. */
const EMPTY_FOR = 60 * 60 * 1000;

/** A league that the host wants from the start cannot be; the message says why. */
export class WrongLeague extends Error {}

/** All leagues, in order of their opening. */
export class Leagues {
  readonly #parts: LeaguesParts;
  /** Ends the wait for somebody to enter, of each league that began one. */
  readonly #awaited = new Set<Cancel>();
  readonly #leagues = new Map<string, League>();
  readonly #principals = new Map<string, Principal>();
  /** As far as it is remembered. */
  readonly #openers = new WeakMap<League, string>();
  #tokens: Tokens = () => '';

  constructor(parts: LeaguesParts) {
    this.#parts = parts;
  }

  async load(tokens: Tokens): Promise<void> {
    this.#tokens = tokens;
    for (const { id, version, body } of await this.#parts.documents.list(LEAGUES)) {
      const league = new League(this.#parts.documents, body as LeagueBody, version);
      await league.load();
      if (league.body.status !== 'REGISTRATION') await league.takeUp(this.#parts);
      this.#leagues.set(id, league);
      this.#await(league);
      for (const one of [...league.body.entered, ...league.body.referees]) this.token(league.id, one.id);
    }
  }

  get all(): League[] {
    return [...this.#leagues.values()];
  }

  get(id: string): League | undefined {
    return this.#leagues.get(id);
  }

  /** The token of a registered player or referee. */
  token(league: string, id: string): string {
    const token = this.#tokens(league, id);
    this.#principals.set(token, { league, id });
    return token;
  }

  whose(token: string): Principal | undefined {
    return this.#principals.get(token);
  }

  /** @returns the league, or why there is none, with an HTTP status */
  async open({ id, players, game: named, by }: Opening): Promise<League | { error: string; status: 400 | 409 | 429 }> {
    const game = this.#parts.game(named);
    if (!/^[\w.-]{1,64}$/.test(id)) {
      return { error: 'league_id must be 1 to 64 letters, digits, dots, hyphens or underscores.', status: 400 };
    }
    if (!Number.isInteger(players) || players < 2 || players > MOST_PLAYERS) {
      return { error: `players must be a whole number from 2 to ${MOST_PLAYERS}.`, status: 400 };
    }
    if (!game || game.seats.min > 2 || game.seats.max < 2) {
      return { error: 'game_type must be a game for two that this server plays.', status: 400 };
    }
    if (this.#leagues.has(id)) return { error: `League ${id} is there already.`, status: 409 };
    const unfinished = this.all.filter(({ body }) => body.status !== 'COMPLETED').length;
    if (unfinished >= MOST_UNFINISHED) return { error: 'Too many leagues are open.', status: 429 };
    const own = this.all.filter((one) => this.#openers.get(one) === by && one.body.status !== 'COMPLETED');
    if (by !== undefined && own.length >= MOST_OF_ADDRESS) {
      return { error: 'Too many leagues of this address are open.', status: 429 };
    }
    const body: LeagueBody = {
      id,
      game: game.id,
      players,
      status: 'REGISTRATION',
      round: 0,
      told: false,
      at: this.#parts.clock.now(),
      ...(by !== undefined && { fleeting: true }),
      entered: [],
      referees: [],
    };
    const league = await League.open(this.#parts.documents, body);
    if (!league) return { error: `League ${id} is there already.`, status: 409 };
    this.#leagues.set(id, league);
    if (by !== undefined) this.#openers.set(league, by);
    this.#await(league);
    return league;
  }

  #await(league: League): void {
    if (!league.body.fleeting) return;
    const cancel = this.#parts.clock.after(EMPTY_FOR, () => {
      this.#awaited.delete(cancel);
      if (league.body.entered.length + league.body.referees.length > 0) return;
      this.#leagues.delete(league.id);
      // One that could not be removed is there again after a restart, and then for as long.
      league.remove().catch(() => {});
    });
    this.#awaited.add(cancel);
  }

  stop(): void {
    for (const cancel of this.#awaited) cancel();
    for (const league of this.#leagues.values()) league.stop();
  }

  /** Where a registration goes, or why nowhere. Whoever is in a league that has started is sent there, to hear so. */
  forRegistration(
    id: string | undefined,
    games: string[],
    role: 'entered' | 'referees',
    endpoint: string,
  ): League | { rejected: string } {
    const plays = ({ body }: League) => games.some((game) => this.#parts.game(game)?.id === body.game);
    if (id === undefined) {
      const of = (status: LeagueState) => this.all.filter(({ body }) => body.status === status);
      const own = (status: LeagueState) => of(status).findLast((league) => league.knows(role, endpoint));
      const open = of('REGISTRATION');
      const joinable = role === 'referees' ? of('RUNNING').find(plays) : undefined;
      const found = open.find(plays) ?? own('RUNNING') ?? joinable ?? own('COMPLETED');
      if (found) return found;
      const any = open.length > 0;
      return { rejected: any ? 'No open league plays any of your game_types.' : 'No league is open for registration.' };
    }
    const league = this.#leagues.get(id);
    if (!league) return { rejected: 'There is no such league.' };
    return plays(league) ? league : { rejected: `League ${league.id} plays ${league.body.game}.` };
  }
}
