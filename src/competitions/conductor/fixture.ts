import { expect } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/clock.ts';
import type { Competition, Rules } from '../competition.ts';
import { competitionOf } from '../fixture.ts';
import type { Format } from '../format.ts';
import { pair } from '../formats/index.ts';
import { type Entry, replay } from '../log.ts';
import { type Standing, standings } from '../standings.ts';
import { pairingsOf, seededOf } from '../state.ts';
import { Conductor } from './conductor.ts';
import type { LogStore, Order, TableState, Tables } from './contract.ts';

interface Table {
  order: Order;
  here: Set<string>;
  match?: string;
  over?: TableState & { kind: 'over' };
}

/** How agents and matches behave, by what stays the same whenever the server stops. */
export interface Behaviour {
  /** How long an agent takes to come to a table; undefined: it does not. */
  comes(agent: string, order: Order): number | undefined;
  /** How long a match takes. */
  lasts(order: Order): number;
  /** Ranks by seats; null: void. */
  ranks(order: Order): number[] | null;
}

/** All that is outside the conductor: logs and tables, in memory, that survive it. Trouble can be asked for. */
export class World implements LogStore, Tables {
  readonly clock: FakeClock;
  readonly behaviour: Behaviour;
  readonly logs = new Map<string, Entry[]>();
  readonly tables = new Map<string, Table>();
  /** Every match that ever began, by table. */
  readonly begun: string[] = [];
  readonly abandoned: string[] = [];
  readonly faults: unknown[] = [];
  /** Asked before and after each call from outside: true lets it fail there. */
  trouble: (where: string) => boolean = () => false;
  readonly #watchers = new Set<(table: string) => void>();

  constructor(clock: FakeClock, behaviour: Partial<Behaviour> = {}) {
    this.clock = clock;
    this.behaviour = {
      comes: () => 1000,
      lasts: () => 10_000,
      ranks: ({ seats }) => seats.map((agent) => 1 + seats.filter((other) => numberOf(other) < numberOf(agent)).length),
      ...behaviour,
    };
  }

  conduct(competition: Competition): Conductor {
    const conductor = new Conductor({
      competition,
      log: this,
      tables: this,
      clock: this.clock,
      pair,
      fault: (error) => this.faults.push(error),
    });
    conductor.start();
    return conductor;
  }

  async #outside<T>(where: string, act: () => T): Promise<T> {
    await null;
    if (this.trouble(`before ${where}`)) throw new Error(`trouble before ${where}`);
    const done = act();
    await null;
    if (this.trouble(`after ${where}`)) throw new Error(`trouble after ${where}`);
    return done;
  }

  // ── the store of logs ──

  read(id: string): Promise<Entry[]> {
    return this.#outside('read', () => [...(this.logs.get(id) ?? [])]);
  }

  append(id: string, after: number, entries: Entry[]): Promise<boolean> {
    return this.#outside('append', () => {
      const log = this.logs.get(id) ?? [];
      if (log.length !== after) return false;
      this.logs.set(id, [...log, ...(JSON.parse(JSON.stringify(entries)) as Entry[])]);
      return true;
    });
  }

  // ── tables ──

  open(order: Order): Promise<TableState> {
    return this.#outside('open', () => {
      const known = this.tables.get(order.table);
      if (known && (known.match !== undefined || String(known.order.seats) === String(order.seats)))
        return stateOf(known);
      const table: Table = { order, here: new Set() };
      this.tables.set(order.table, table);
      for (const agent of order.seats) {
        const after = this.behaviour.comes(agent, order);
        if (after !== undefined) this.clock.after(after, () => this.#sit(table, agent));
      }
      return stateOf(table);
    });
  }

  look(id: string): Promise<TableState> {
    return this.#outside('look', () => stateOf(this.tables.get(id)));
  }

  close(id: string, _why: string): Promise<string[] | undefined> {
    return this.#outside('close', () => {
      const table = this.tables.get(id);
      if (!table || table.match !== undefined) return undefined;
      this.tables.delete(id);
      return [...table.here];
    });
  }

  abandon(id: string, forfeit: string[], _why: string): Promise<void> {
    return this.#outside('abandon', () => {
      const table = this.tables.get(id);
      if (!table || table.over) return;
      this.abandoned.push(id);
      if (table.match === undefined) this.tables.delete(id);
      else if (forfeit.length === 0) this.#end(table, null);
      else if (table.order.seats.length === 2)
        this.#end(
          table,
          table.order.seats.map((agent) => (forfeit.includes(agent) ? 2 : 1)),
        );
    });
  }

  watch(changed: (table: string) => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  // ── what happens there ──

  /** Tables that only wait are lost with the server, matches are not. */
  crash(): void {
    this.#watchers.clear();
    for (const [id, table] of this.tables) if (table.match === undefined) this.tables.delete(id);
  }

  /** A table vanishes, as after a fault of the lobby. */
  lose(id: string): void {
    this.tables.delete(id);
    this.#tell(id);
  }

  #sit(table: Table, agent: string): void {
    const { order } = table;
    if (this.tables.get(order.table) !== table || table.match !== undefined) return;
    table.here.add(agent);
    if (table.here.size < order.seats.length) return;
    table.match = `match-${this.begun.length + 1}`;
    this.begun.push(order.table);
    this.#tell(order.table);
    this.clock.after(this.behaviour.lasts(order), () => this.#end(table, this.behaviour.ranks(order)));
  }

  #end(table: Table, ranks: number[] | null): void {
    if (table.over) return;
    const { seats } = table.order;
    table.over = { kind: 'over', match: table.match!, agents: seats, ranks, reason: ranks ? 'played' : 'error' };
    this.#tell(table.order.table);
  }

  #tell(id: string): void {
    for (const watcher of [...this.#watchers]) watcher(id);
  }
}

const numberOf = (agent: string): number => Number(agent.slice(1));

function stateOf(table: Table | undefined): TableState {
  if (!table) return { kind: 'none' };
  if (table.over) return table.over;
  return table.match === undefined
    ? { kind: 'waiting', here: [...table.here] }
    : { kind: 'playing', match: table.match };
}

export interface Setting {
  world: World;
  clock: FakeClock;
  competition: Competition;
  conductor: Conductor;
}

export async function open(
  format: Format,
  rules: Partial<Rules> = {},
  behaviour: Partial<Behaviour> = {},
): Promise<Setting> {
  const clock = fakeClock();
  const world = new World(clock, behaviour);
  const competition = { ...competitionOf(format, rules), at: clock.now() };
  return { world, clock, competition, conductor: world.conduct(competition) };
}

export async function enter(conductor: Conductor, count: number): Promise<void> {
  for (let i = 1; i <= count; i++) {
    const refused = await conductor.enter({ agent: `A${i}`, name: `Agent ${i}`, rating: 2000 - i });
    expect(refused).toBeUndefined();
  }
}

/** The table that a log leads to. */
export const tableOfResults = (world: World, competition: Competition): Standing[] => {
  const state = replay(competition, world.logs.get(competition.id)!);
  return standings(competition.format, seededOf(state), pairingsOf(state), competition.seed);
};
