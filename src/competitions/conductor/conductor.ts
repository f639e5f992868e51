// Longer than most files: one competition from its first round to its last.
import type { Cancel } from '../../core/clock.ts';
import { isRefused, type Refused, refuse } from '../competition.ts';
import type { Entering } from '../entry.ts';
import { apply, applyAll, begin, type Entry, replay } from '../log.ts';
import { noShow } from '../no-shows.ts';
import { startRefusal } from '../opening.ts';
import { findPairing, pairingsOf, type State, seededOf } from '../state.ts';
import { agenda } from './agenda.ts';
import { type Called, CalledTables, type Finished } from './called-tables.ts';
import type { ConductorParts } from './contract.ts';
import { Hourglass, leftOf } from './hourglass.ts';

const TRY_AGAIN = 5000;
/** The time of day may be set: it is looked at again at least that often. */
const LOOK_AGAIN = 60_000;
const SOONEST = 50;
const MOST_CONFLICTS = 20;
const MINUTE = 60_000;
/** An arena pairs no oftener, so that those who become free at about the same time meet one another. */
const WAVE = 1000;

/** Entries, and where they lead. */
interface Taken {
  entries: Entry[];
  next: State;
}

/**
 * Leads one competition from opening to end. All that it knows is in the log and at the tables, so it may stop at any moment
 * and another take over. It takes one thing at a time: a result, a call of the clock, what a host or an agent asks for.
 */
export class Conductor {
  readonly #parts: ConductorParts;
  readonly #called: CalledTables;
  readonly #listeners = new Set<(state: State) => void>();
  readonly #happened = new Set<string>();
  #state: State = begin();
  #live: ReadonlyMap<string, string> | undefined;
  #known = false;
  #orphansKnown = false;
  #queue: Promise<unknown> = Promise.resolve();
  #stopped = false;
  #unwatch: Cancel = () => {};
  #wake: Cancel = () => {};
  #arena: Hourglass;
  #wave: Hourglass;
  #break: Hourglass;

  constructor(parts: ConductorParts) {
    this.#parts = parts;
    this.#called = new CalledTables(parts, (called) => this.#run(() => this.#giveUp(called)));
    this.#arena = new Hourglass(parts.clock, 0, false);
    this.#wave = new Hourglass(parts.clock, 0, false);
    this.#break = new Hourglass(parts.clock, 0, false);
  }

  /** As of the last entry that it knows. */
  get state(): State {
    return this.#state;
  }

  /** The match that is played now, by pairing. Another object whenever that or the state changed. */
  get live(): ReadonlyMap<string, string> {
    return (this.#live ??= this.#called.live);
  }

  /** Takes the competition up where its log and its tables are; resolves when it has looked at both. */
  async start(): Promise<void> {
    this.#unwatch = this.#parts.tables.watch((table) => {
      if (!this.#called.has(table)) return;
      this.#happened.add(table);
      this.#run();
    });
    this.#run();
    await this.#queue;
  }

  /** Does nothing more. What is under way is found again by the next. */
  stop(): void {
    this.#stopped = true;
    this.#unwatch();
    this.#wake();
    this.#called.stop();
  }

  /** Resolves when what was asked for and what happened so far has been taken. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  watch(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // ── what is asked for; undefined: it is done, and durable ──

  enter(who: Entering): Promise<Refused | undefined> {
    return this.enterAll(() => [who]);
  }

  /** All of them, or none. */
  enterAll(who: (state: State) => Entering[] | Refused): Promise<Refused | undefined> {
    return this.#ask((state) => {
      const entering = who(state);
      return isRefused(entering) ? entering : entering.map((one) => ({ at: this.#now(), kind: 'entered', ...one }));
    });
  }

  withdraw(agent: string, by: string, why: string): Promise<Refused | undefined> {
    return this.#ask(() => [{ at: this.#now(), kind: 'withdrew', agent, by, why }]);
  }

  begin(by: string): Promise<Refused | undefined> {
    return this.#ask((state) => {
      const refused = state.status === 'open' ? startRefusal(this.#parts.competition, state) : undefined;
      return refused ?? [{ at: this.#now(), kind: 'closed', by }];
    });
  }

  pause(by: string): Promise<Refused | undefined> {
    return this.#ask(() => [{ at: this.#now(), kind: 'paused', by }]);
  }

  resume(by: string): Promise<Refused | undefined> {
    return this.#ask(() => [{ at: this.#now(), kind: 'resumed', by }]);
  }

  correct(pairing: string, ranks: number[] | 'replay', by: string, why: string): Promise<Refused | undefined> {
    return this.#ask(() => [{ at: this.#now(), kind: 'corrected', pairing, ranks, by, why }]);
  }

  end(by: string, why: string): Promise<Refused | undefined> {
    return this.#ask(() => [{ at: this.#now(), kind: 'ended', by, why }]);
  }

  // ── one thing at a time ──

  #now(): number {
    return this.#parts.clock.now();
  }

  #ask(make: (state: State) => Entry[] | Refused): Promise<Refused | undefined> {
    const asked = this.#next(async () => {
      if (!this.#known) await this.#read();
      return this.#append(make);
    });
    this.#run();
    return asked;
  }

  /** Does this, then what is due. If the outside fails, it begins again from what is stored. */
  #run(first?: () => Promise<void>): void {
    void this.#next(async () => {
      if (this.#stopped) return;
      try {
        if (!this.#known) await this.#read();
        await first?.();
        await this.#work();
      } catch (error) {
        if (this.#stopped) return;
        this.#known = false;
        this.#parts.fault(error);
        this.#lookAgainIn(TRY_AGAIN);
      }
    });
  }

  #next<T>(step: () => Promise<T>): Promise<T> {
    const run = this.#queue.then(step);
    this.#queue = run.catch(() => {});
    return run;
  }

  async #work(): Promise<void> {
    if (!this.#orphansKnown) {
      await this.#called.abandonOrphans(this.#state);
      this.#orphansKnown = true;
    }
    let finished: Finished[] = [];
    while (!this.#stopped) {
      await this.#takeResults([...finished, ...(await this.#whatHappened())]);
      const seen = this.#state;
      const due = await this.#agenda();
      if ('entries' in due) {
        const refused = await this.#append(async (state) => {
          const now = state === seen ? due : await this.#agenda();
          return 'entries' in now ? now.entries : [];
        });
        if (refused) throw new Error(`${this.#parts.competition.id}: ${refused.reason}`);
        finished = [];
        continue;
      }
      const tended = await this.#called.tend(this.#state);
      finished = tended.finished;
      for (const error of tended.failed) this.#parts.fault(error);
      if (finished.length > 0 || this.#happened.size > 0) continue;
      if (this.#state.status === 'over' && tended.failed.length === 0) return this.#parts.done?.();
      const wait = tended.failed.length > 0 ? TRY_AGAIN : due.wait;
      if (wait !== undefined) this.#lookAgainIn(wait);
      return;
    }
  }

  #agenda() {
    const { competition, pair } = this.#parts;
    const times = {
      now: this.#now(),
      arenaLeft: this.#arena.left,
      waveLeft: this.#wave.left,
      breakLeft: this.#break.left,
    };
    return agenda(competition, this.#state, times, () =>
      pair(competition.format, seededOf(this.#state), pairingsOf(this.#state), competition.seed),
    );
  }

  #lookAgainIn(ms: number): void {
    this.#wake();
    const wait = Math.min(LOOK_AGAIN, Math.max(SOONEST, ms));
    this.#wake = this.#parts.clock.after(wait, () => this.#run());
  }

  // ── tables ──

  async #whatHappened(): Promise<Finished[]> {
    const tables = [...this.#happened];
    this.#happened.clear();
    const seen = await Promise.all(tables.map((table) => this.#called.look(table)));
    if (tables.length > 0) this.#live = undefined;
    // What is over is told with its result.
    if (seen.some((finished) => !finished)) this.#tell(this.#state);
    return seen.flatMap((finished) => finished ?? []);
  }

  /** Results of matches that count no more are passed over. */
  async #takeResults(finished: Finished[]): Promise<void> {
    if (finished.length === 0) return;
    await this.#append((state) => {
      let next = state;
      const entries = finished.flatMap(({ pairing, game, result: { match, agents, ranks, reason } }) => {
        const entry: Entry = { at: this.#now(), kind: 'result', pairing, game, match, agents, ranks, reason };
        const after = apply(this.#parts.competition, next, entry);
        if (isRefused(after)) return [];
        next = after;
        return [entry];
      });
      return { entries, next };
    });
  }

  async #giveUp(called: Called): Promise<void> {
    const missing = await this.#called.giveUp(called);
    if (!missing) this.#happened.add(called.table);
    if (!missing?.length) return;
    const before = this.#state;
    await this.#append((state) => {
      const pairing = findPairing(state, called.pairing);
      return !pairing || pairing.outcome || pairing.tries + 1 !== called.game
        ? []
        : noShow(state, called.pairing, missing, this.#now());
    });
    const after = findPairing(this.#state, called.pairing);
    if (after && this.#state !== before) this.#parts.missed?.(called.table, after, missing);
  }

  // ── the log ──

  /** Writes what `make` says of the state; if others wrote meanwhile, what it says of the state then. */
  async #append(make: (state: State) => Entry[] | Taken | Refused | Promise<Entry[]>): Promise<Refused | undefined> {
    const { competition, log } = this.#parts;
    for (let conflicts = 0; conflicts < MOST_CONFLICTS; conflicts++) {
      if (this.#stopped && this.#state.status === 'over') return refuse('over', 'The competition is over.');
      if (this.#stopped) throw new Error('the conductor has stopped');
      const made = await make(this.#state);
      if (isRefused(made)) return made;
      const { entries, next } =
        'next' in made ? made : { entries: made, next: applyAll(competition, this.#state, made) };
      if (entries.length === 0) return undefined;
      if (isRefused(next)) return next;
      this.#known = false;
      const written = await log.append(competition.id, this.#state.entries, entries);
      this.#known = true;
      if (written) {
        this.#adopt(next);
        return undefined;
      }
      await this.#read();
    }
    throw new Error(`others write to the log of ${competition.id} all the time`);
  }

  async #read(): Promise<void> {
    const { competition, log, clock } = this.#parts;
    const state = replay(competition, await log.read(competition.id));
    const { format, rules } = competition;
    const now = this.#now();
    const { closedAt, pausedAt, pausedFor, decidedAt, status } = state;
    const until = pausedAt ?? now;
    const minutes = format.type === 'arena' ? format.minutes * MINUTE : 0;
    const began = closedAt === null ? null : closedAt + pausedFor;
    this.#arena = new Hourglass(clock, leftOf(minutes, began, until), status === 'running');
    this.#break = new Hourglass(clock, leftOf(rules.between, decidedAt, now), true);
    this.#known = true;
    // What happened at the tables meanwhile may have been missed.
    for (const table of this.#called.tables) this.#happened.add(table);
    this.#orphansKnown = false;
    this.#called.takeUp(state);
    this.#tell(state);
  }

  /** Time runs by the clock of matches from the moment that an entry was written. */
  #adopt(next: State): void {
    const { competition, clock } = this.#parts;
    const before = this.#state;
    if (next.closedAt !== null && before.closedAt === null && competition.format.type === 'arena') {
      this.#arena = new Hourglass(clock, competition.format.minutes * MINUTE, true);
    }
    if (next.status === 'paused') this.#arena.stop();
    if (next.status === 'running') this.#arena.start();
    if (next.rounds.length > before.rounds.length) this.#wave = new Hourglass(clock, WAVE, true);
    if (next.undecided === 0 && before.undecided > 0)
      this.#break = new Hourglass(clock, competition.rules.between, true);
    this.#tell(next);
  }

  #tell(state: State): void {
    this.#state = state;
    this.#live = undefined;
    for (const listener of [...this.#listeners]) listener(state);
  }
}
