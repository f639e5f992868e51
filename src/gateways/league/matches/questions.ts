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

const MOST_REMEMBERED = 10_000;

/** The questions that are out now. */
export class Questions {
  readonly #open = new Set<OpenQuestion>();
  /** The league of every conversation, also of the last that are closed: an answer that comes late is for no other league. */
  readonly #leagueOf = new Map<string, string>();

  /** @returns closes it */
  add(question: OpenQuestion): () => void {
    this.#open.add(question);
    this.#leagueOf.set(question.conversation, question.league);
    const oldest = this.#leagueOf.keys().next().value;
    if (this.#leagueOf.size > MOST_REMEMBERED && oldest !== undefined) this.#leagueOf.delete(oldest);
    return () => this.#open.delete(question);
  }

  /**
   * By whose token it carries, else by its conversation, else by match and player: these are the same in every league,
   * so they find nothing where several leagues wait for such an answer.
   */
  find(message: { [field: string]: unknown }, owner: Principal | undefined): OpenQuestion | 'several' | undefined {
    const { message_type, match_id, player_id, conversation_id, league_id } = message;
    const known = owner?.league ?? this.#leagueOf.get(String(conversation_id)) ?? league_id;
    const [question, another] = [...this.#open].filter(
      ({ expects, match, player, league }) =>
        expects === message_type && match === match_id && player === player_id && league === (known ?? league),
    );
    return another ? 'several' : question;
  }
}
