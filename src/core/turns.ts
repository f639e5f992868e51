interface Waiting {
  weight: number;
  go(): void;
}

/**
 * Lets so much begin in each turn of the loop, and those of each key by turns: whoever asks for much holds up himself.
 */
export class Turns {
  readonly #inOneGo: number;
  readonly #waiting = new Map<unknown, Waiting[]>();

  /** @param inOneGo how much weight; what is heavier by itself has a turn of its own */
  constructor(inOneGo = 1) {
    this.#inOneGo = inOneGo;
  }

  next(key: unknown, weight = 1): Promise<void> {
    return new Promise((go) => {
      const mine = this.#waiting.get(key);
      if (mine) return void mine.push({ weight, go });
      this.#waiting.set(key, [{ weight, go }]);
      if (this.#waiting.size === 1) setImmediate(this.#letGo);
    });
  }

  readonly #letGo = (): void => {
    let begun = 0;
    for (const [key, mine] of this.#waiting) {
      const { weight, go } = mine[0]!;
      if (begun > 0 && begun + weight > this.#inOneGo) break;
      begun += weight;
      mine.shift();
      this.#waiting.delete(key);
      // Behind all the others.
      if (mine.length > 0) this.#waiting.set(key, mine);
      go();
    }
    if (this.#waiting.size > 0) setImmediate(this.#letGo);
  };
}
