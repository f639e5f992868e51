import type { Opening } from '../arena.ts';
import type { SeatHolder } from '../record.ts';
import type { DocumentStore } from '../storage.ts';
import type { Table } from './table.ts';

const KIND = 'table';

/** What is stored of a table. */
export type KeptTable = Required<Pick<Opening, 'game' | 'options' | 'terms' | 'size' | 'label'>> &
  Pick<Table, 'standard' | 'reserved'> & { welcomes?: boolean; seats: SeatHolder[] };

/** Durable tables: each is a document while it has places given out. One write at a time for each table. */
export class KeptTables {
  readonly #documents: DocumentStore;
  readonly #writing = new Map<string, Promise<void>>();

  constructor(documents: DocumentStore) {
    this.#documents = documents;
  }

  async load(): Promise<{ id: string; kept: KeptTable }[]> {
    return (await this.#documents.list(KIND)).map(({ id, body }) => ({ id, kept: body as KeptTable }));
  }

  /** Resolves when the table is stored as it then is, and no more if nobody sits there. */
  save(table: Table): Promise<void> {
    return this.#inTurn(table.id, async () => {
      if (table.sitters.length === 0) return this.#documents.remove(KIND, table.id);
      const known = await this.#documents.get(KIND, table.id);
      const written = await this.#documents.put(KIND, table.id, known?.version ?? 0, bodyOf(table));
      if (!written) throw new Error(`table ${table.id} was written by somebody else`);
    });
  }

  remove(id: string): Promise<void> {
    return this.#inTurn(id, () => this.#documents.remove(KIND, id));
  }

  #inTurn(id: string, write: () => Promise<void>): Promise<void> {
    const before = this.#writing.get(id) ?? Promise.resolve();
    const now = before.then(write);
    const after = now.then(
      () => {},
      () => {},
    );
    this.#writing.set(id, after);
    after.then(() => {
      if (this.#writing.get(id) === after) this.#writing.delete(id);
    });
    return now;
  }
}

const bodyOf = ({ game, options, terms, size, label, standard, reserved, welcomes, sitters }: Table): KeptTable => ({
  game,
  options,
  terms,
  size,
  label,
  standard,
  reserved,
  ...(welcomes !== undefined && { welcomes }),
  seats: sitters.map(({ agent, name, kind, via }) => ({ agent, name, kind, via })),
});
