/** Lets one caller in each turn of the loop go on, and those of each key by turns: whoever asks for much holds up himself. */
export class Turns {
  readonly #waiting = new Map<unknown, (() => void)[]>();

  next(key: unknown): Promise<void> {
    return new Promise((go) => {
      const mine = this.#waiting.get(key);
      if (mine) return void mine.push(go);
      this.#waiting.set(key, [go]);
      if (this.#waiting.size === 1) setImmediate(this.#letOne);
    });
  }

  readonly #letOne = (): void => {
    const [key, mine] = this.#waiting.entries().next().value!;
    this.#waiting.delete(key);
    const go = mine.shift()!;
    if (mine.length > 0) this.#waiting.set(key, mine);
    if (this.#waiting.size > 0) setImmediate(this.#letOne);
    go();
  };
}
