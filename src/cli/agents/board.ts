import type { AnyGame, Random, SeatMove } from '../../core/game.ts';

/** What is played without chance needs none. */
const NO_CHANCE: Random = {
  int: () => 0,
  pick: (list) => list[0]!,
  shuffle: (list) => [...list],
};

/** A match as its moves tell it, for games that hide nothing and leave nothing to chance. */
export class Board {
  readonly #rules: AnyGame;
  readonly moves: SeatMove[] = [];
  #state: unknown;
  #step = -1;
  #lost = false;

  constructor(rules: AnyGame, options: unknown, seats: number) {
    this.#rules = rules;
    this.#state = rules.start(options, seats, NO_CHANCE);
    this.#lost = !rules.open || rules.text === undefined;
  }

  /** Takes in what happened; a move that cannot be read makes the rest unknown. */
  follow(since: readonly { step: number; seat: number; text: string | null }[]): void {
    for (const { step, seat, text } of since) {
      if (this.#lost || step <= this.#step) continue;
      this.#step = step;
      const move = text === null ? undefined : this.#rules.text!.parse(this.#state, seat, text);
      if (move === undefined || this.#rules.check(this.#state, { seat, move }) !== undefined) {
        this.#lost = true;
        return;
      }
      this.moves.push({ seat, move });
      this.#state = this.#rules.play(this.#state, [{ seat, move }], NO_CHANCE);
    }
  }

  /** The moves that these texts mean; undefined where that cannot be known. */
  read(seat: number, texts: readonly string[]): unknown[] | undefined {
    if (this.#lost || texts.length === 0) return undefined;
    const moves = texts.map((text) => this.#rules.text!.parse(this.#state, seat, text));
    return moves.includes(undefined) ? undefined : moves;
  }
}
