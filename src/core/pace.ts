import { Turns } from './turns.ts';

/** So many milliseconds are worked in one go; whatever else the server has to do comes between. */
const IN_ONE_GO = 0.5;

/** Lets much work be done behind the play: a little of one piece in each turn of the loop, and each in its turn. */
export class Pace {
  readonly #turns = new Turns();

  /** The same items; who takes them has a turn for them, and what is done with them counts. */
  async *each<Item>(items: Iterable<Item>): AsyncGenerator<Item, void, void> {
    let until = 0;
    for (const item of items) {
      if (performance.now() >= until) {
        await this.#turns.next(items);
        until = performance.now() + IN_ONE_GO;
      }
      yield item;
    }
  }
}
