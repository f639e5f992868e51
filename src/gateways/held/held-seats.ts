// Longer than most files: one seat through waiting, playing and a restart, for whoever only calls.
import type { Anchor } from '../../core/anchors.ts';
import type { Arena, MatchHandle, Sitter, TableInfo } from '../../core/arena.ts';
import type { Clock } from '../../core/clock.ts';
import type { HeldRow, HeldStore } from '../../core/storage.ts';
import type { HouseBots } from '../gateway.ts';
import { challengesOf, invitationOf, isChallengeOf, placeAt } from '../invited-table.ts';
import type { Challenge, Picture, PlayRequest, Plays } from './json.ts';
import { Lately } from './lately.ts';
import { OpenIds } from './open-ids.ts';
import { Play, type PlayParts } from './play.ts';
import { Seating } from './seating.ts';
import { type Trouble, trouble } from './trouble.ts';
import { readWish, type Wish } from './wish.ts';

export interface HeldParts {
  arena: Arena;
  clock: Clock;
  store: HeldStore;
  house: HouseBots;
  agents: {
    byId(id: string): Promise<Agent | undefined>;
    byName(name: string): Promise<Agent | undefined>;
  };
  /** How strong the house's bots are, where it was measured. */
  anchors(game: string): Promise<Anchor[]>;
  scale: number;
  /** Milliseconds of match time for which a seat is here after the last call. */
  grace: number;
  newId(): string;
  /** Somebody calls who has not called for longer than the grace. */
  arrived?(agent: string, via: string): void;
  fault(error: unknown): void;
}

export interface Agent {
  id: string;
  name: string;
  bannedAt?: number;
}

const MOST_OPEN = 100;
/** Accounts cost nothing. */
const MOST_OF_ADDRESS = 400;
const FINISHED_SHOWN = 10;

/**
 * The seats of all who have no connection. What is needed of them is stored, so that a restart changes nothing for a caller.
 */
export class HeldSeats {
  readonly #parts: HeldParts;
  readonly #playParts: PlayParts;
  readonly #seating: Seating;
  readonly #plays = new Map<string, Play>();
  readonly #open = new OpenIds();
  readonly #lately: Lately;
  readonly #served = new Set<string>();
  /** Whose challenges are being accepted just now. */
  readonly #joining = new Set<Play>();
  readonly #followers: ((play: Play) => void)[] = [];
  #stopped = false;

  constructor(parts: HeldParts) {
    this.#parts = parts;
    this.#lately = new Lately(parts.clock);
    this.#seating = new Seating(parts.arena, parts.house);
    this.#playParts = {
      ...parts,
      seat: (play) => void this.#sit(play).catch(parts.fault),
      absent: (play) => this.#absent(play),
      over: (play) => this.#close(play, 'over'),
    };
  }

  // ── life ──

  /** Seats that were taken by this gateway may be called into matches that were arranged elsewhere. */
  serve(via: string): void {
    this.#served.add(via);
    this.#parts.arena.callers.add(via, {
      canSeat: (agent) => this.#lately.hasCalled(agent, via, this.#parts.grace),
      seat: (agent, match) => void this.#adopt(agent, via, match).catch(this.#parts.fault),
    });
  }

  /** Calls back with each seat whose match begins or is taken up again. */
  follow(listener: (play: Play) => void): void {
    this.#followers.push(listener);
  }

  /** Takes up what was open when the server stopped: its callers have not noticed. */
  async start(): Promise<void> {
    const { store, arena } = this.#parts;
    const rows = await store.open();
    const taken = new Set(rows.map(({ match, agent }) => `${match} ${agent}`));
    for (const row of rows) {
      const match = row.match === undefined ? await this.#begunWhileDying(row, taken) : await arena.running(row.match);
      if (!match && row.match !== undefined) {
        await store.close(row.id, 'over');
        continue;
      }
      const play = await this.#load(row);
      if (!play) continue;
      this.#open.add(row);
      if (match) this.#begun(play, match);
      else await this.#sit(play).catch(this.#parts.fault);
      play.linger();
    }
    await this.#adoptAll(taken);
  }

  /** Matches in which a seat of ours has no row: they were arranged elsewhere when the server stopped. */
  async #adoptAll(taken: Set<string>): Promise<void> {
    const { arena } = this.#parts;
    for (const { id, seats } of await arena.live()) {
      const orphans = seats.filter(({ agent, via }) => this.#served.has(via) && !taken.has(`${id} ${agent}`));
      const match = orphans.length > 0 ? await arena.running(id) : undefined;
      if (match) for (const { agent, via } of orphans) await this.#adopt(agent, via, match);
    }
  }

  stop(): void {
    this.#stopped = true;
    for (const play of this.#plays.values()) play.release();
  }

  /** A banned agent waits for nothing any more. */
  shutOut(agent: string): void {
    for (const id of [...this.#open.of(agent)]) {
      const play = this.#plays.get(id);
      if (!play) continue;
      if (play.isWaiting) void this.#giveUp(play, 'removed').catch(this.#parts.fault);
      play.release();
    }
  }

  get gateways(): Iterable<string> {
    return this.#served;
  }

  /** How many are taken by way of a gateway: they wait, or play. */
  count(via: string): number {
    let count = 0;
    for (const { row } of this.#plays.values()) if (row.via === via && row.closed === undefined) count++;
    return count;
  }

  #called(agent: string, via: string): void {
    const { grace, arrived } = this.#parts;
    if (arrived && !this.#lately.hasCalled(agent, via, grace)) arrived(agent, via);
    this.#lately.called(agent, via);
    // An arranged match may wait for it.
    void this.#parts.arena.callers.arrive(agent);
  }

  // ── what callers ask for ──

  /** @param as a gateway's own word for the seat */
  async play(agent: Agent, via: string, request: PlayRequest, from?: string, as?: string): Promise<Play | Trouble> {
    this.#called(agent.id, via);
    const { byName } = this.#parts.agents;
    const wished = await readWish({ ...this.#parts, byName }, request, agent.id);
    if ('error' in wished) return wished;
    return this.#add(agent, via, wished.game, as === undefined ? wished.wish : { ...wished.wish, as }, from);
  }

  /** One of the agent's own. */
  async find(agent: Agent, via: string, id: string): Promise<Play | undefined> {
    this.#called(agent.id, via);
    const known = this.#plays.get(id);
    if (known) return known.row.agent === agent.id ? known : undefined;
    const row = await this.#parts.store.get(id);
    if (row?.agent !== agent.id) return undefined;
    // Somebody else may have asked meanwhile.
    return this.#plays.get(id) ?? this.#load(row);
  }

  /** The agent's latest in a game, be it over or not. */
  async latest(agent: Agent, via: string, game: string): Promise<Play | undefined> {
    const rows = await this.#parts.store.of(agent.id, MOST_OPEN);
    const row = rows.find((one) => one.game === game && (one.closed === undefined || one.match !== undefined));
    return row && this.find(agent, via, row.id);
  }

  async leave(play: Play): Promise<Trouble | undefined> {
    if (play.row.closed !== undefined && play.row.match === undefined) return undefined;
    if (play.isWaiting && (await this.#giveUp(play, 'left'))) return undefined;
    const turn = play.update?.status.kind === 'turn' ? play.update.status.number : null;
    return { ...trouble('begun', 'The match has begun: it can only be resigned.'), turn };
  }

  /** The agent's open ones, the oldest first, then some that are over; and who wants to play against it. */
  async list(agent: Agent, via: string): Promise<Plays> {
    this.#called(agent.id, via);
    const rows = await this.#parts.store.of(agent.id, MOST_OPEN + FINISHED_SHOWN);
    const open = rows.filter(({ closed }) => closed === undefined).reverse();
    const closed = rows.filter((row) => row.closed !== undefined).slice(0, FINISHED_SHOWN);
    const pictures = await Promise.all([...open, ...closed].map((row) => this.#pictureOf(row)));
    return { plays: pictures.filter((one) => one !== undefined), challenges: await this.#challenges(agent) };
  }

  async accept(agent: Agent, via: string, id: string): Promise<Play | Trouble> {
    this.#called(agent.id, via);
    const table = await this.#tableOf(agent, id);
    if (table) return this.#add(agent, via, table.game, { against: { table: id } });
    const challenger = this.#plays.get(id);
    const isOpen = challenger?.row.rival === agent.id && challenger.isWaiting && challenger.isHere;
    if (!isOpen || this.#joining.has(challenger)) return GONE;
    const { options, rated } = challenger.row.wish as Wish;
    const wish: Wish = {
      against: { rival: challenger.row.agent },
      accepts: id,
      ...(options && { options }),
      ...(rated !== undefined && { rated }),
    };
    return this.#add(agent, via, challenger.row.game, wish);
  }

  async decline(agent: Agent, via: string, id: string): Promise<Trouble | undefined> {
    this.#called(agent.id, via);
    if (await this.#tableOf(agent, id)) {
      await this.#parts.arena.lobby.close(id, 'declined');
      return undefined;
    }
    const row = this.#plays.get(id)?.row ?? (await this.#parts.store.get(id));
    if (row?.rival !== agent.id || row.match !== undefined || row.closed !== undefined) return GONE;
    const play = this.#plays.get(id);
    if (play) this.#close(play, 'declined');
    else await this.#parts.store.close(id, 'declined');
    return undefined;
  }

  // ── seats ──

  async #add(agent: Agent, via: string, game: string, wish: Wish, from?: string): Promise<Play | Trouble> {
    if (this.#stopped) return trouble('unavailable', 'The server is stopping. Try again in a moment.');
    if (this.#open.of(agent.id).size >= MOST_OPEN) {
      return trouble('too-many', `You have ${MOST_OPEN} matches open. Finish or leave some first.`);
    }
    if (from !== undefined && this.#open.takenFrom(from) >= MOST_OF_ADDRESS) {
      return trouble('too-many', `Your address has ${MOST_OF_ADDRESS} matches open. Finish or leave some first.`);
    }
    const { store, newId, clock } = this.#parts;
    const { against } = wish;
    const row: HeldRow = {
      id: newId(),
      agent: agent.id,
      via,
      game,
      wish,
      ...(typeof against === 'object' && 'rival' in against && !wish.accepts && { rival: against.rival }),
      at: clock.now(),
    };
    this.#open.add(row, from);
    try {
      await store.add(row);
    } catch (error) {
      this.#open.remove(row);
      throw error;
    }
    const play = new Play(this.#playParts, row, agent.name);
    this.#plays.set(row.id, play);
    await this.#sit(play);
    play.linger();
    return play;
  }

  /** Takes the place that was wished for, unless it is taken already. */
  async #sit(play: Play): Promise<void> {
    if (!play.isWaiting || this.#seating.isSeated(play) || this.#stopped) return;
    const { against, accepts } = play.row.wish as Wish;
    const sitter = this.#sitter(play);
    try {
      if (accepts !== undefined) return await this.#join(play, accepts);
      if (typeof against === 'object' && 'rival' in against) {
        if (await this.#seating.waitWith(play, sitter, against.rival)) await play.begun();
        return;
      }
      if (typeof against === 'object' && 'table' in against) return await this.#sitAt(play, against.table, sitter);
      if (against === 'anyone') {
        if (await this.#seating.wait(play, sitter)) await play.begun();
        return;
      }
      await this.#seating.beginWithBots(play, sitter, against.bot);
    } catch (error) {
      this.#close(play, 'error');
      throw error;
    }
  }

  /** Where a person waits for this agent. */
  async #sitAt(play: Play, id: string, sitter: Sitter): Promise<void> {
    const { lobby } = this.#parts.arena;
    const table = await lobby.table(id);
    const seated = table && (await lobby.sit(id, sitter, placeAt(table)));
    if (!seated || 'refused' in seated) return this.#close(play, 'gone');
    if (seated.table.status === 'begun') await play.begun();
  }

  async #tableOf(agent: Agent, id: string): Promise<TableInfo | undefined> {
    const table = await this.#parts.arena.lobby.table(id);
    return table && isChallengeOf(table, agent.id) ? table : undefined;
  }

  /** Begins the match that was offered. */
  async #join(play: Play, accepts: string): Promise<void> {
    const challenger = this.#plays.get(accepts);
    if (!challenger?.isWaiting || !challenger.isHere || this.#joining.has(challenger)) return this.#close(play, 'gone');
    this.#joining.add(challenger);
    try {
      await this.#seating.begin(challenger, [this.#sitter(challenger), this.#sitter(play)]);
    } finally {
      this.#joining.delete(challenger);
    }
  }

  #sitter(play: Play): Sitter {
    const { agent, via } = play.row;
    return {
      agent,
      name: play.name,
      kind: 'agent',
      via,
      begin: (match) => this.#begun(play, match),
      dismiss: (reason) => {
        this.#seating.done(play);
        if (reason !== 'stopping') this.#close(play, reason);
      },
    };
  }

  #begun(play: Play, match: MatchHandle): void {
    this.#seating.done(play);
    if (play.row.match === undefined) this.#parts.store.begin(play.row.id, match.id).catch(this.#parts.fault);
    play.begin(match);
    // It left in the very moment in which its match began.
    if (play.row.closed !== undefined) match.forfeit([play.seat], 'left');
    for (const follower of this.#followers) follower(play);
  }

  async #giveUp(play: Play, reason: string): Promise<boolean> {
    if (this.#joining.has(play) || !(await this.#seating.standUp(play)) || !play.isWaiting) return false;
    this.#close(play, reason);
    return true;
  }

  #close(play: Play, reason: string): void {
    const { row } = play;
    if (row.closed !== undefined) return;
    this.#open.remove(row);
    this.#parts.store.close(row.id, reason).catch(this.#parts.fault);
    play.close(reason);
  }

  #absent(play: Play): void {
    this.#plays.delete(play.row.id);
    if (play.isWaiting) this.#seating.standUp(play).catch(this.#parts.fault);
  }

  // ── rows ──

  async #load(row: HeldRow): Promise<Play | undefined> {
    const { arena, agents } = this.#parts;
    const agent = await agents.byId(row.agent);
    const match = row.match === undefined ? undefined : await arena.find(row.match);
    if (!agent || (row.match !== undefined && !match)) return undefined;
    const known = this.#plays.get(row.id);
    if (known) return known;
    const play = new Play(this.#playParts, row, agent.name);
    this.#plays.set(row.id, play);
    if (match) play.begin(match);
    return play;
  }

  async #pictureOf(row: HeldRow): Promise<Picture | undefined> {
    const play = this.#plays.get(row.id) ?? (await this.#load(row));
    if (!play) return undefined;
    const leave = play.enter();
    try {
      const picture = await play.picture();
      return { ...picture, since: [] };
    } finally {
      leave();
    }
  }

  async #challenges({ id }: Agent): Promise<Challenge[]> {
    const { store, arena } = this.#parts;
    const here = (await store.toward(id, MOST_OPEN)).filter((row) => this.#plays.get(row.id)?.isHere);
    const byPeople = (await challengesOf(arena.lobby, id)).slice(0, MOST_OPEN).map((table) => ({
      id: table.id,
      from: { name: table.sitters[0]!.name, rating: null },
      game: table.game,
      options: table.options,
      rated: false,
      at: invitationOf(table)!.at,
    }));
    const byAgents = await Promise.all(
      here.map(async (row) => {
        const { options, rated } = row.wish as Wish;
        const home = arena.home(row.game);
        return {
          id: row.id,
          from: { name: this.#plays.get(row.id)?.name ?? '', rating: await arena.rating(row.agent, row.game) },
          game: row.game,
          options: options ?? home.options,
          rated: rated ?? home.terms.rated,
          at: row.at,
        };
      }),
    );
    return [...byAgents, ...byPeople];
  }

  /** A match that was arranged for an agent elsewhere. */
  async #adopt(agent: string, via: string, match: MatchHandle): Promise<void> {
    const { store, newId, clock, agents } = this.#parts;
    const known = await agents.byId(agent);
    const { game } = match.header;
    const row: HeldRow = {
      id: newId(),
      agent,
      via,
      game,
      wish: { against: 'anyone' },
      match: match.id,
      at: clock.now(),
    };
    this.#open.add(row);
    const play = new Play(this.#playParts, row, known?.name ?? '');
    this.#plays.set(row.id, play);
    play.begin(match);
    play.linger();
    await store.add(row);
  }

  /** The match that began in the very moment in which the server was stopped. */
  async #begunWhileDying({ agent, via, game }: HeldRow, taken: Set<string>) {
    const seats = await this.#parts.arena.seatsOf(agent);
    const found = seats.find(
      ({ match, seat }) =>
        match.header.game === game && match.header.seats[seat]!.via === via && !taken.has(`${match.id} ${agent}`),
    );
    if (found) taken.add(`${found.match.id} ${agent}`);
    return found?.match;
  }
}

const GONE = trouble('gone', 'There is no such challenge any more, or its maker is away.');
