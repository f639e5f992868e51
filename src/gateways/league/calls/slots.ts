/** Lets so many in at a time; the others wait in line. */
export class Slots {
  readonly #most: number;
  readonly #line: (() => void)[] = [];
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#most) await new Promise<void>((enter) => this.#line.push(enter));
    else this.#inside++;
    try {
      return await work();
    } finally {
      const next = this.#line.shift();
      if (next) next();
      else this.#inside--;
    }
  }
}
