/**
 * Lets so many in at a time; the others wait in line. Whoever wants slots gets an equal share of them, with one share
 * left over, so that somebody who comes later finds room.
 */
export class Slots {
  readonly #most: number;
  readonly #inside = new Map<string, number>();
  readonly #lines = new Map<string, (() => void)[]>();
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @param whose the slots of one are counted together */
  async run<T>(whose: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((enter) => {
      const line = this.#lines.get(whose);
      if (line) line.push(enter);
      else this.#lines.set(whose, [enter]);
      this.#letIn();
    });
    try {
      return await work();
    } finally {
      this.#leave(whose);
      this.#letIn();
    }
  }

  #letIn(): void {
    const share = Math.max(
      1,
      Math.floor(this.#most / (new Set([...this.#inside.keys(), ...this.#lines.keys()]).size + 1)),
    );
    for (const [whose, line] of this.#lines) {
      let inside = this.#inside.get(whose) ?? 0;
      for (; line.length > 0 && inside < share && this.#taken < this.#most; this.#taken++) {
        this.#inside.set(whose, ++inside);
        line.shift()!();
      }
      if (line.length === 0) this.#lines.delete(whose);
    }
  }

  #leave(whose: string): void {
    const left = this.#inside.get(whose)! - 1;
    if (left > 0) this.#inside.set(whose, left);
    else this.#inside.delete(whose);
    this.#taken--;
  }
}
