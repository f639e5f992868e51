import type { State } from '../../../competitions/state.ts';
import type { DocumentStore } from '../../../core/storage.ts';
import { freeId } from './ids.ts';
import type { Pairing } from './schedule.ts';
import type { Result, Standing } from './standings.ts';
import { StoredDocument } from './stored-document.ts';
import { scheduleOf, tableAfter, Underlying, type UnderlyingParts } from './underlying.ts';

export type LeagueState = 'REGISTRATION' | 'RUNNING' | 'COMPLETED';

export interface Player {
  id: string;
  name: string;
  /** Where it is called; null: it plays through another protocol, named by `via`. */
  endpoint: string | null;
  /** Under which address it reached this server. */
  reachedAt: string | null;
  /** The account whose key it showed. */
  account: string | null;
  via: string;
}

export interface Referee {
  id: string;
  name: string;
  endpoint: string;
  /** Matches per round. */
  most: number;
}

export interface LeagueBody {
  id: string;
  game: string;
  /** The league begins by itself with so many. */
  players: number;
  status: LeagueState;
  /** The round that is played; 0 before the first. */
  round: number;
  /** The last round whose matches were dealt out to referees. */
  dealt?: number;
  /** Rounds that are over, but not everybody was told. */
  untold?: number[];
  /** Everybody was told of the end. */
  told: boolean;
  at: number;
  /** Ends by itself while nobody is in it. */
  fleeting?: true;
  entered: Player[];
  referees: Referee[];
}

export interface Fixture {
  /** Grows when the match has to be run anew. */
  attempt: number;
  /** Null: the house. */
  referee: string | null;
  /** Whom the house took the match over from. */
  lapsed?: string;
  /** The match in this arena. */
  match: string | null;
  result: Result | null;
  /** The house owes the players word of the result. */
  untold?: true;
}

export const LEAGUES = 'league';
const fixturesOf = (league: string): string => `league-fixture ${league}`;
const UNTOUCHED: Fixture = { attempt: 0, referee: null, match: null, result: null };
const MOST_REFEREES = 64;

export type Draft<T> = Omit<T, 'id'> & { wanted: string | undefined };
export type Entered = { id: string; full: boolean } | { rejected: string; id?: string };

/** One league as it is kept: who is in it, what was played. What that comes to is said by the competition underneath. */
export class League {
  readonly #documents: DocumentStore;
  readonly #stored: StoredDocument<LeagueBody>;
  readonly #fixtures = new Map<string, StoredDocument<Fixture>>();
  readonly #listeners = new Set<(pairing: string) => void>();
  #rounds: Pairing[][] = [];
  #underlying: Promise<Underlying> | undefined;
  #competition: Underlying | undefined;
  #standings: { of: State | undefined; rows: Standing[] } | undefined;

  constructor(documents: DocumentStore, body: LeagueBody, version: number) {
    this.#documents = documents;
    this.#stored = new StoredDocument(documents, LEAGUES, body.id, body, version);
    this.#plan();
  }

  static async open(documents: DocumentStore, body: LeagueBody): Promise<League | undefined> {
    return (await documents.put(LEAGUES, body.id, 0, body)) ? new League(documents, body, 1) : undefined;
  }

  /** Reads what was played. */
  async load(): Promise<void> {
    const kind = fixturesOf(this.id);
    for (const { id, version, body } of await this.#documents.list(kind)) {
      this.#fixtures.set(id, new StoredDocument(this.#documents, kind, id, body as Fixture, version));
    }
  }

  /** Takes up the competition underneath of a league that has begun, with all that is known of its fixtures. */
  async takeUp(parts: UnderlyingParts): Promise<Underlying> {
    this.#underlying ??= Underlying.takeUp(this, parts);
    try {
      this.#competition = await this.#underlying;
      return this.#competition;
    } catch (error) {
      this.#underlying = undefined;
      throw error;
    }
  }

  stop(): void {
    void this.#underlying?.then((competition) => competition.stop()).catch(() => {});
  }

  /** Nobody entered, and nobody does any more. */
  async remove(): Promise<void> {
    await this.#documents.remove(LEAGUES, this.id);
  }

  get body(): LeagueBody {
    return this.#stored.body;
  }

  get id(): string {
    return this.body.id;
  }

  get rounds(): Pairing[][] {
    return this.#rounds;
  }

  get pairings(): Pairing[] {
    return this.#rounds.flat();
  }

  get completed(): number {
    const state = this.#competition?.state;
    return state ? state.rounds.reduce((sum, { pairings }) => sum + pairings.length, -state.undecided) : 0;
  }

  player(id: unknown): Player | undefined {
    return this.body.entered.find((player) => player.id === id);
  }

  referee(id: unknown): Referee | undefined {
    return this.body.referees.find((referee) => referee.id === id);
  }

  knows(role: 'entered' | 'referees', endpoint: string): boolean {
    return this.body[role].some((one) => isSame(one.endpoint, endpoint));
  }

  pairing(id: string): Pairing | undefined {
    const round = /^R(\d+)M\d+$/.exec(id)?.[1];
    return this.#rounds[Number(round) - 1]?.find((pairing) => pairing.id === id);
  }

  fixture(id: string): Fixture {
    return this.#fixtures.get(id)?.body ?? UNTOUCHED;
  }

  get standings(): Standing[] {
    const of = this.#competition?.state;
    if (!this.#standings || this.#standings.of !== of) {
      this.#standings = { of, rows: this.standingsAfter(this.#rounds.length) };
    }
    return this.#standings.rows;
  }

  /** By the results of the rounds up to this one. */
  standingsAfter(round: number): Standing[] {
    return tableAfter(round, this.body.entered, this.#competition?.state);
  }

  // ── changes ──

  async enter(draft: Draft<Player>): Promise<Entered> {
    let entered: Entered | undefined;
    await this.#stored.change((body) => {
      const { wanted, ...player } = draft;
      entered = this.#refusal(body, 'entered', player.endpoint);
      if (!entered && player.account !== null && body.entered.some(({ account }) => account === player.account)) {
        entered = { rejected: 'This account plays in this league already.' };
      }
      if (entered) return undefined;
      const id = freeId('P', wanted, body.entered);
      const everyone = [...body.entered, { id, ...player }];
      const full = everyone.length >= body.players;
      entered = { id, full };
      return { ...body, entered: everyone, ...(full && { status: 'RUNNING' as const, round: 1 }) };
    });
    this.#plan();
    return entered!;
  }

  async enterReferee(draft: Draft<Referee>): Promise<Entered> {
    let entered: Entered | undefined;
    await this.#stored.change((body) => {
      const { wanted, ...referee } = draft;
      entered = this.#refusal(body, 'referees', referee.endpoint);
      if (!entered && body.referees.length >= MOST_REFEREES) entered = { rejected: 'This league has enough referees.' };
      if (entered) return undefined;
      const id = freeId('REF', wanted, body.referees);
      entered = { id, full: false };
      return { ...body, referees: [...body.referees, { id, ...referee }] };
    });
    return entered!;
  }

  /** @returns whether it begins now */
  async begin(): Promise<boolean> {
    const begun = await this.#stored.change((body) =>
      body.status === 'REGISTRATION' && body.entered.length >= 2 ? { ...body, status: 'RUNNING', round: 1 } : undefined,
    );
    this.#plan();
    return begun;
  }

  /** Its round is over: on to the next, or to the end. */
  async endRound(): Promise<void> {
    await this.#stored.change((body) => {
      const { status, round, untold = [] } = body;
      if (status !== 'RUNNING') return undefined;
      const next = round < this.#rounds.length ? { round: round + 1 } : { status: 'COMPLETED' as const };
      return { ...body, ...next, untold: [...untold, round] };
    });
  }

  /** Everybody was told of the round, or given up. */
  async strikeRound(round: number): Promise<void> {
    await this.#stored.change((body) => ({ ...body, untold: (body.untold ?? []).filter((one) => one !== round) }));
  }

  /** Both players were told of the result, or given up. */
  async strikeResult(pairing: string): Promise<void> {
    await this.changeFixture(pairing, ({ untold, ...fixture }) => (untold ? fixture : undefined));
  }

  async markDealt(dealt: number): Promise<void> {
    await this.#stored.change((body) => ({ ...body, dealt }));
  }

  async markTold(): Promise<void> {
    await this.#stored.change((body) => (body.told ? undefined : { ...body, told: true }));
  }

  /** Once it resolves, a result is counted. */
  async changeFixture(id: string, next: (fixture: Fixture) => Fixture | undefined): Promise<boolean> {
    const kind = fixturesOf(this.id);
    let stored = this.#fixtures.get(id);
    if (!stored) this.#fixtures.set(id, (stored = new StoredDocument(this.#documents, kind, id, UNTOUCHED, 0)));
    const had = stored.body.result !== null;
    const changed = await stored.change(next);
    if (!had && stored.body.result !== null && changed) {
      for (const listener of [...this.#listeners]) listener(id);
      await this.#competition?.settled();
    }
    return changed;
  }

  /** Calls back when a fixture has its result. */
  watch(listener: (pairing: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #refusal(body: LeagueBody, role: 'entered' | 'referees', endpoint: string | null): Entered | undefined {
    const known = endpoint === null ? undefined : body[role].find((one) => isSame(one.endpoint, endpoint));
    if (known) return { rejected: `${endpoint} is registered in this league already.`, id: known.id };
    if (role === 'referees') {
      return body.status === 'COMPLETED' ? { rejected: `League ${body.id} is over.` } : undefined;
    }
    if (body.status !== 'REGISTRATION') return { rejected: `League ${body.id} has started already.` };
    return undefined;
  }

  #plan(): void {
    this.#standings = undefined;
    if (this.body.status !== 'REGISTRATION' && this.#rounds.length === 0) {
      this.#rounds = scheduleOf(this.body.entered);
    }
  }
}

/** Endpoints are kept as they were written, since referees look for their own; a trailing slash or capitals make no other. */
const isSame = (one: string | null, endpoint: string): boolean =>
  one !== null && new URL(one).href === new URL(endpoint).href;
