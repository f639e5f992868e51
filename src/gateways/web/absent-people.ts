import type { Arena, Sitter, TableInfo } from '../../core/arena.ts';
import type { Cancel, Clock } from '../../core/clock.ts';
import type { SeatHolder } from '../../core/record.ts';
import { invitationOf } from '../invited-table.ts';
import { VIA } from './people.ts';

/** For so long a link that was given away leads to a table whose opener has no page open. */
const KEPT_FOR = 60_000;

export interface AbsentPeopleParts {
  arena: Arena;
  clock: Clock;
  /** Nobody comes back to this table. */
  leave(table: string, person: string): Promise<unknown>;
  fault(error: unknown): void;
}

/** People who gave away the link of a table and lost their page, or the server: their places wait for them. */
export class AbsentPeople {
  readonly #parts: AbsentPeopleParts;
  /** By table. */
  readonly #expected = new Map<string, { person: string; give: Cancel }>();

  constructor(parts: AbsentPeopleParts) {
    this.#parts = parts;
  }

  /** Takes up the places of those who waited when the server stopped. */
  async start(): Promise<void> {
    for (const table of await this.#parts.arena.lobby.tables()) {
      const [opener] = table.sitters;
      if (table.durable && isByLink(table) && opener?.via === VIA) await this.#expect(table.id, opener);
    }
  }

  stop(): void {
    for (const { give } of this.#expected.values()) give();
    this.#expected.clear();
  }

  /** A page is gone. @returns whether its place is kept for the person */
  async keep(id: string, person: string): Promise<boolean> {
    const table = await this.#parts.arena.lobby.table(id);
    const [opener] = table?.sitters ?? [];
    return table?.status === 'open' && isByLink(table) && opener?.agent === person && this.#expect(id, opener);
  }

  /** The table whose place the person has again, if one was kept. */
  async back(person: string, sitter: (name: string) => Sitter): Promise<TableInfo | undefined> {
    const { lobby } = this.#parts.arena;
    for (const [id, expected] of this.#expected) {
      if (expected.person !== person) continue;
      expected.give();
      this.#expected.delete(id);
      const table = await lobby.table(id);
      const name = table?.sitters.find(({ agent }) => agent === person)?.name;
      if (table?.status === 'open' && name !== undefined && (await lobby.attach(id, sitter(name)))) return table;
    }
    return undefined;
  }

  async #expect(id: string, { agent, name, kind, via }: SeatHolder): Promise<boolean> {
    const { arena, clock, leave, fault } = this.#parts;
    const done = () => this.#forget(id);
    const taken = await arena.lobby.attach(id, { agent, name, kind, via, begin: done, dismiss: done });
    if (!taken) return false;
    const give = clock.after(KEPT_FOR, () => {
      this.#expected.delete(id);
      leave(id, agent).catch(fault);
    });
    this.#expected.set(id, { person: agent, give });
    return true;
  }

  #forget(id: string): void {
    this.#expected.get(id)?.give();
    this.#expected.delete(id);
  }
}

/** Whether anybody who was told the table's id may sit down there. */
export const isByLink = (table: TableInfo): boolean => invitationOf(table)?.invited === 'anybody';
