/** Does one thing after the other: at once, unless an earlier one is still waiting for the arena. */
export class InOrder {
  readonly #queue: (() => Promise<void> | undefined)[] = [];
  readonly #failed: (error: unknown) => void;
  #busy = false;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** How many wait. */
  get length(): number {
    return this.#queue.length;
  }

  /** @param work returns when it is done, if it is not done at once */
  add(work: () => Promise<void> | undefined): void {
    this.#queue.push(work);
    this.#next();
  }

  /** What waits is not done any more. */
  clear(): void {
    this.#queue.length = 0;
  }

  #next(): void {
    while (!this.#busy) {
      const work = this.#queue.shift();
      if (!work) return;
      try {
        const doing = work();
        if (doing) this.#wait(doing);
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  #wait(doing: Promise<void>): void {
    this.#busy = true;
    doing.catch(this.#failed).finally(() => {
      this.#busy = false;
      this.#next();
    });
  }
}
