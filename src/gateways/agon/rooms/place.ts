import type { Seated, Sitter } from '../../../core/arena.ts';
import type { Hall } from './hall.ts';

/** Where one agent sits while its table fills. */
export class Place {
  readonly #hall: Hall;
  readonly #agent: string;
  #table: string | undefined;

  constructor(hall: Hall, agent: string) {
    this.#hall = hall;
    this.#agent = agent;
  }

  get isTaken(): boolean {
    return this.#table !== undefined;
  }

  /** The table is full, and its match is being made. */
  get isBeginning(): boolean {
    return this.#table !== undefined && this.#hall.tables.isBeginning(this.#table);
  }

  /** @param seated called once the place is taken, before the match begins */
  async take(table: string, sitter: Sitter, seated: () => void): Promise<Seated> {
    let isTold = false;
    // The match may begin before we hear that the place is ours.
    const tellOnce = () => {
      if (!isTold) seated();
      isTold = true;
    };
    this.#table = table;
    const answer = await this.#sit(table, {
      ...sitter,
      begin: (match, seat) => {
        tellOnce();
        sitter.begin(match, seat);
      },
      dismiss: (reason) => {
        this.forget();
        sitter.dismiss(reason);
      },
    });
    if ('refused' in answer) this.forget();
    else tellOnce();
    return answer;
  }

  async #sit(table: string, sitter: Sitter): Promise<Seated> {
    try {
      return await this.#hall.arena.lobby.sit(table, sitter);
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Gives the place up, unless its match is being made. */
  async leave(): Promise<void> {
    const table = this.#table;
    if (table === undefined || !(await this.#hall.arena.lobby.stand(table, this.#agent))) return;
    if (this.#table === table) this.forget();
  }

  forget(): void {
    this.#table = undefined;
  }
}
