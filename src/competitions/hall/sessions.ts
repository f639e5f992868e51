import type { Arena } from '../../core/arena.ts';
import type { Cancel, Clock } from '../../core/clock.ts';
import type { DocumentStore } from '../../core/storage.ts';
import { pairWaiting } from '../calendar/pair-waiting.ts';
import { checkSchedule, type Schedule, sessionAt } from '../calendar/schedule.ts';
import { isRefused, type Refused, refuse } from '../competition.ts';
import type { Tables } from '../conductor/contract.ts';
import { readTime } from '../times.ts';
import { Meetings } from './meetings.ts';

export interface SessionsParts {
  documents: DocumentStore;
  arena: Arena;
  tables: Tables;
  clock: Clock;
  newId(): string;
  newSeed(): string;
  nameOf(agent: string): Promise<string | undefined>;
  fault(error: unknown): void;
}

/** A schedule with those who want to be paired in its sessions. */
export interface Signed {
  schedule: Schedule;
  /** From which seats are drawn. */
  seed: string;
  agents: string[];
}

interface Kept {
  body: Signed;
  version: number;
}

const SCHEDULES = 'schedule';
const MOST_SCHEDULES = 100;
const MOST_SIGNED = 2000;
/** Those who become free at about the same time meet one another. */
const WAVE = 3000;

/** Matchmaking by the calendar: while a session is on, whoever signed up, is here and is free is paired. */
export class Sessions {
  readonly #parts: SessionsParts;
  readonly #kept = new Map<string, Kept>();
  readonly #meetings: Meetings;
  readonly #waited = new Map<string, number>();
  #writing: Promise<unknown> = Promise.resolve();
  #next: Cancel | undefined;
  #open: string[] = [];

  constructor(parts: SessionsParts) {
    this.#parts = parts;
    this.#meetings = new Meetings(parts.documents);
  }

  async start(): Promise<void> {
    await this.#meetings.load();
    for (const { id, version, body } of await this.#parts.documents.list(SCHEDULES)) {
      this.#kept.set(id, { body: body as Signed, version });
    }
    this.#lookLater();
  }

  stop(): void {
    this.#next?.();
    this.#next = undefined;
  }

  get all(): Signed[] {
    return [...this.#kept.values()].map(({ body }) => body);
  }

  get(id: string): Signed | undefined {
    return this.#kept.get(id)?.body;
  }

  async open(wish: unknown): Promise<Schedule | Refused> {
    if (this.#kept.size >= MOST_SCHEDULES) return refuse('too-many', `There are ${MOST_SCHEDULES} schedules already.`);
    const schedule = this.#read(wish);
    if (isRefused(schedule)) return schedule;
    const body = { schedule, seed: this.#parts.newSeed(), agents: [] };
    await this.#parts.documents.put(SCHEDULES, schedule.id, 0, body);
    this.#kept.set(schedule.id, { body, version: 1 });
    return schedule;
  }

  async remove(id: string): Promise<Refused | undefined> {
    if (!this.#kept.delete(id)) return refuse('unknown', 'No such schedule.');
    await this.#parts.documents.remove(SCHEDULES, id);
    await this.#meetings.forget(id);
    return undefined;
  }

  signUp(id: string, agent: string): Promise<Refused | undefined> {
    return this.#change(id, (agents) => {
      if (agents.includes(agent)) return refuse('entered-already', 'This agent has signed up already.');
      if (agents.length >= MOST_SIGNED) return refuse('full', `All ${MOST_SIGNED} places are taken.`);
      return [...agents, agent];
    });
  }

  leave(id: string, agent: string): Promise<Refused | undefined> {
    return this.#change(id, (agents) =>
      agents.includes(agent)
        ? agents.filter((one) => one !== agent)
        : refuse('not-entered', 'This agent has not signed up.'),
    );
  }

  /** One change at a time. */
  #change(id: string, next: (agents: string[]) => string[] | Refused): Promise<Refused | undefined> {
    const change = this.#writing.then(async () => {
      const kept = this.#kept.get(id);
      if (!kept) return refuse('unknown', 'No such schedule.');
      const agents = next(kept.body.agents);
      if (isRefused(agents)) return agents;
      const body = { ...kept.body, agents };
      const written = await this.#parts.documents.put(SCHEDULES, id, kept.version, body);
      if (!written) return refuse('busy', 'Somebody else changed it just now. Please try again.');
      this.#kept.set(id, { body, version: kept.version + 1 });
      return undefined;
    });
    this.#writing = change.catch(() => {});
    return change;
  }

  #read(wish: unknown): Schedule | Refused {
    const { clock, arena, newId } = this.#parts;
    const { name, game: named, rule, minutes, from = clock.now() } = (wish ?? {}) as { [field: string]: unknown };
    const game = typeof named === 'string' ? arena.game(named) : undefined;
    if (!game) return refuse('unknown-game', 'game is one of the games of this server.', 'game');
    if (game.seats.min !== 2) return refuse('wrong-seats', `${game.id} is not played by two.`, 'game');
    if (typeof name !== 'string' || name.trim() === '' || name.length > 100) {
      return refuse('invalid', 'A schedule needs a name.', 'name');
    }
    if (typeof rule !== 'string') return refuse('wrong-rule', 'rule is a rule of iCalendar: FREQ=DAILY.', 'rule');
    if (typeof minutes !== 'number') return refuse('invalid', 'minutes says how long a session lasts.', 'minutes');
    const first = typeof from === 'string' ? readTime(from) : from;
    if (typeof first !== 'number' || !Number.isFinite(first)) {
      return refuse('wrong-time', 'from is a time such as 2030-01-31T18:00:00Z.', 'from');
    }
    // Calendars write its name before it.
    const parts = rule.replace(/^RRULE:/, '');
    return checkSchedule({ id: newId(), name: name.trim(), game: game.id, from: first, rule: parts, minutes });
  }

  // ── while a session is on ──

  #lookLater(): void {
    this.#next = this.#parts.clock.after(WAVE, () => {
      this.#wave()
        .catch(this.#parts.fault)
        .finally(() => this.#next && this.#lookLater());
    });
  }

  async #wave(): Promise<void> {
    const { tables, clock } = this.#parts;
    const now = clock.now();
    // Whoever was called by the last wave and did not come is free again.
    for (const table of this.#open.splice(0)) await tables.close(table, 'no-show');
    for (const { schedule, seed, agents } of this.all) {
      if (agents.length > 1 && sessionAt(schedule, now)) await this.#pair(schedule, seed, agents, now);
    }
  }

  async #pair({ id, game }: Schedule, seed: string, agents: string[], now: number): Promise<void> {
    const { arena, tables, nameOf } = this.#parts;
    const here: string[] = [];
    for (const agent of agents) {
      const free = (await arena.seatsOf(agent)).length === 0 && (await arena.callers.reach(agent, game)) !== undefined;
      if (free) here.push(agent);
    }
    const key = (agent: string) => `${id} ${agent}`;
    const waiting = await Promise.all(
      here.map(async (agent) => ({
        agent,
        rating: await arena.rating(agent, game),
        waited: this.#waited.get(key(agent)) ?? 0,
      })),
    );
    const wave = Math.floor(now / 1000);
    const pairs = pairWaiting(waiting, this.#meetings.of(id), seed, wave);
    const paired = new Set(pairs.flat());
    for (const { agent, waited } of waiting) {
      if (paired.has(agent)) this.#waited.delete(key(agent));
      else this.#waited.set(key(agent), waited + 1);
    }
    for (const [number, seats] of pairs.entries()) {
      const table = `${id}/${now}-${number + 1}`;
      const names = await Promise.all(seats.map(async (agent) => (await nameOf(agent)) ?? agent));
      const { options } = arena.home(game);
      const opened = await tables.open({
        table,
        competition: id,
        pairing: '',
        game,
        options,
        seats,
        names,
        isNew: true,
      });
      if (opened.kind === 'waiting') this.#open.push(table);
    }
    await this.#meetings.add(id, pairs);
  }
}
