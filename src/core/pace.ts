/** So many milliseconds are worked in one go; whatever else the server has to do comes between. */
const IN_ONE_GO = 5;

/** Lets much work be done behind the play: a little of one piece in each turn of the loop, and each in its turn. */
export class Pace {
  readonly #waiting: (() => void)[] = [];

  /** The same items; who takes them has a turn for them, and what is done with them counts. */
  async *each<Item>(items: Iterable<Item>): AsyncGenerator<Item, void, void> {
    let until = 0;
    for (const item of items) {
      if (performance.now() >= until) {
        await this.#turn();
        until = performance.now() + IN_ONE_GO;
      }
      yield item;
    }
  }

  #turn(): Promise<void> {
    return new Promise((next) => {
      this.#waiting.push(next);
      if (this.#waiting.length === 1) setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    this.#waiting.shift()!();
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
