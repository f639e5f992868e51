import type { Arena } from '../../core/arena.ts';
import type { Clock } from '../../core/clock.ts';
import type { CompetitionStore } from '../../core/storage.ts';
import { type Competition, isRefused, type Refused, refuse } from '../competition.ts';
import { Conductor } from '../conductor/conductor.ts';
import type { ConductorParts, LogStore, Tables } from '../conductor/contract.ts';
import { pairAside } from '../conductor/pair-aside.ts';
import type { Entering } from '../entry.ts';
import { type Entry, replay, SERVER } from '../log.ts';
import { noShowWords } from '../no-shows.ts';
import { openCompetition } from '../opening.ts';
import type { State, Status } from '../state.ts';
import { type BotPlayers, botOf, chooseBots, type WantedBots } from './bots.ts';
import { factsOf } from './facts.ts';
import { Holding } from './holding.ts';

export interface CompetitionsParts {
  store: CompetitionStore;
  arena: Arena;
  tables: Tables;
  bots: BotPlayers;
  clock: Clock;
  newId(): string;
  /** 32 unpredictable bytes in hex. */
  newSeed(): string;
  /** Absent: it has none. */
  ratingOf(agent: string, game: string): Promise<number | undefined>;
  opened?(competition: Competition): void;
  /** These steps were taken, and are stored. */
  stepped?(competition: string, entries: readonly Entry[]): void;
  /** Whose it is; absent: nobody knows. */
  ownerOf(agent: string): Promise<string | undefined>;
  fault(error: unknown): void;
}

/** A competition and where its log leads. */
export interface Standing {
  competition: Competition;
  state: State;
  /** The match that is played now, by pairing. Another object whenever something changed. */
  live: ReadonlyMap<string, string>;
}

/** Which competitions are asked for. */
export interface Wanted {
  status?: Status;
  game?: string;
  limit: number;
  offset: number;
}

interface Led {
  competition: Competition;
  conductor: Conductor;
}

type Listener = (standing: Standing) => void;
type Done = Promise<Refused | undefined>;

const MOST_UNDER_WAY = 500;
const FINISHED_KEPT = 100;
const ROWS_AT_ONCE = 200;

/** All competitions: opens them, finds them, and has a conductor lead each that is not over. */
export class Competitions {
  readonly #parts: CompetitionsParts;
  readonly #log: LogStore;
  readonly #led = new Map<string, Led>();
  /** Some that are over, as they were asked for last. */
  readonly #finished = new Map<string, Standing>();
  readonly #listeners = new Set<Listener>();

  constructor(parts: CompetitionsParts) {
    const { store } = parts;
    this.#parts = parts;
    this.#log = {
      read: async (id) => (await store.read(id)) as Entry[],
      async append(id, after, entries) {
        const appended = await store.append(id, after, entries, entries.at(-1)?.kind === 'ended');
        if (appended) parts.stepped?.(id, entries);
        return appended;
      },
    };
  }

  /** Takes up all that were under way. */
  async start(): Promise<void> {
    const underWay = await this.#parts.store.underWay();
    await Promise.all(underWay.map(({ body }) => this.#lead(body as Competition)));
  }

  stop(): void {
    for (const { conductor } of this.#led.values()) conductor.stop();
  }

  /** Calls back when something happened in one. */
  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // ── reading ──

  get underWay(): Standing[] {
    return [...this.#led.values()].map(standingOf);
  }

  async find(id: string): Promise<Standing | undefined> {
    const known = this.#known(id);
    if (known) return known;
    const competition = (await this.#parts.store.get(id)) as Competition | undefined;
    return competition && this.#readFinished(competition);
  }

  /** The latest first. */
  async newest({ status, game, limit, offset }: Wanted): Promise<Standing[]> {
    const { store } = this.#parts;
    const found: Standing[] = [];
    let passed = 0;
    for (let at = 0; found.length < limit; at += ROWS_AT_ONCE) {
      const rows = await store.newest(ROWS_AT_ONCE, at);
      for (const { id, body } of rows) {
        const competition = body as Competition;
        const is = this.#led.get(id)?.conductor.state.status ?? 'over';
        if ((game !== undefined && competition.game !== game) || (status !== undefined && is !== status)) continue;
        if (passed++ < offset) continue;
        found.push(this.#known(id) ?? (await this.#readFinished(competition)));
        if (found.length === limit) break;
      }
      if (rows.length < ROWS_AT_ONCE) break;
    }
    return found;
  }

  entries(id: string): Promise<Entry[]> {
    return this.#log.read(id);
  }

  // ── changing ──

  async open(body: unknown): Promise<Competition | Refused> {
    const { store, clock, newId, newSeed } = this.#parts;
    if (this.#led.size >= MOST_UNDER_WAY) {
      return refuse('too-many', `There are ${MOST_UNDER_WAY} competitions under way already.`);
    }
    const competition = openCompetition(body, {
      id: newId(),
      seed: newSeed(),
      now: clock.now(),
      game: (id) => factsOf(this.#parts.arena, id),
    });
    if (isRefused(competition)) return competition;
    await store.open(competition.id, competition);
    this.#parts.opened?.(competition);
    await this.#lead(competition);
    return competition;
  }

  async enter(id: string, { agent, name }: Pick<Entering, 'agent' | 'name'>): Done {
    const led = this.#led.get(id);
    if (!led) return this.#notLed(id);
    const { ratingOf, ownerOf } = this.#parts;
    const [rating, owner] = await Promise.all([ratingOf(agent, led.competition.game), ownerOf(agent)]);
    return led.conductor.enter({
      agent,
      name,
      ...(rating !== undefined && { rating }),
      ...(owner !== undefined && { owner }),
    });
  }

  /** House bots, one after another of those named, or of all that the game has; all of them or none. */
  async enterBots(id: string, wanted: WantedBots): Promise<string[] | Refused> {
    const led = this.#led.get(id);
    if (!led) return (await this.#notLed(id))!;
    const { competition, conductor } = led;
    const names = this.#parts.bots.names(competition.game);
    let bots: Entering[] = [];
    const refused = await conductor.enterAll((state) => {
      const chosen = chooseBots(competition, state, names, wanted);
      if (!isRefused(chosen)) bots = chosen;
      return chosen;
    });
    return refused ?? bots.map(({ agent }) => agent);
  }

  /** A banned agent is out of all that it has entered. */
  shutOut(agent: string): void {
    for (const { competition, state } of this.underWay) {
      if (!state.entrants.some((one) => one.agent === agent && !one.withdrew)) continue;
      this.withdraw(competition.id, agent, SERVER, 'banned').catch(this.#parts.fault);
    }
  }

  withdraw(id: string, agent: string, by: string, why: string): Done {
    return this.#steer(id, (conductor) => conductor.withdraw(agent, by, why));
  }

  begin(id: string, by: string): Done {
    return this.#steer(id, (conductor) => conductor.begin(by));
  }

  pause(id: string, by: string): Done {
    return this.#steer(id, (conductor) => conductor.pause(by));
  }

  resume(id: string, by: string): Done {
    return this.#steer(id, (conductor) => conductor.resume(by));
  }

  end(id: string, by: string, why: string): Done {
    return this.#steer(id, (conductor) => conductor.end(by, why));
  }

  correct(id: string, pairing: string, ranks: number[] | 'replay', by: string, why: string): Done {
    return this.#steer(id, (conductor) => conductor.correct(pairing, ranks, by, why));
  }

  // ── inside ──

  #steer(id: string, step: (conductor: Conductor) => Done): Done {
    const led = this.#led.get(id);
    return led ? step(led.conductor) : this.#notLed(id);
  }

  async #notLed(id: string): Done {
    return (await this.find(id))
      ? refuse('over', 'The competition is over.')
      : refuse('unknown', 'No such competition.');
  }

  #lead(competition: Competition): Promise<void> {
    const { arena, tables, clock, fault } = this.#parts;
    const holding = new Holding(arena.callers, competition);
    const done = () => {
      holding.end();
      conductor.stop();
      this.#led.delete(competition.id);
    };
    const missed: ConductorParts['missed'] = (table, pairing, absent) => {
      const { game } = competition;
      const { agents } = pairing;
      for (const [agent, words] of noShowWords(competition, conductor.state, pairing, absent)) {
        if (!botOf(agent)) arena.callers.tell(agent, { table, game, agents, absent, words });
      }
    };
    const parts = { competition, log: this.#log, tables, clock, pair: pairAside, fault, missed, done };
    const conductor = new Conductor(parts);
    this.#led.set(competition.id, { competition, conductor });
    conductor.watch(() => {
      const standing = standingOf({ competition, conductor });
      holding.follow(standing.state);
      if (standing.state.status === 'over') this.#keep({ competition, state: standing.state, live: new Map() });
      for (const listener of [...this.#listeners]) listener(standing);
    });
    return conductor.start();
  }

  #known(id: string): Standing | undefined {
    const led = this.#led.get(id);
    return led ? standingOf(led) : this.#finished.get(id);
  }

  #keep(standing: Standing): void {
    this.#finished.set(standing.competition.id, standing);
    const oldest = this.#finished.keys().next().value;
    if (this.#finished.size > FINISHED_KEPT && oldest !== undefined) this.#finished.delete(oldest);
  }

  async #readFinished(competition: Competition): Promise<Standing> {
    const state = replay(competition, await this.entries(competition.id));
    const standing = { competition, state, live: new Map() };
    this.#keep(standing);
    return standing;
  }
}

const standingOf = ({ competition, conductor }: Led): Standing => {
  const { state } = conductor;
  return {
    competition,
    state,
    get live() {
      return conductor.live;
    },
  };
};
