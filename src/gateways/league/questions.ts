/** A question that is out, and may be answered by a POST of its own. */
export interface OpenQuestion {
  league: string;
  match: string;
  player: string;
  conversation: string;
  /** The message type that answers it. */
  expects: string;
  answer(message: { [field: string]: unknown }): void;
}

export interface Principal {
  league: string;
  id: string;
}

/** The questions that are out now. */
export class Questions {
  readonly #open = new Set<OpenQuestion>();

  /** @returns closes it */
  add(question: OpenQuestion): () => void {
    this.#open.add(question);
    return () => this.#open.delete(question);
  }

  /** By whose token it carries, else by its conversation, else by match and player. */
  find(message: { [field: string]: unknown }, owner: Principal | undefined): OpenQuestion | undefined {
    const { message_type, match_id, player_id, conversation_id } = message;
    const fitting = [...this.#open].filter(
      ({ expects, match, player }) => expects === message_type && match === match_id && player === player_id,
    );
    if (owner) return fitting.find(({ league, player }) => league === owner.league && player === owner.id);
    return fitting.find(({ conversation }) => conversation === conversation_id) ?? fitting[0];
  }
}
