const KEPT = 60_000;
const MOST = 100_000;

/** Remembers for a minute what was answered to whom, so that a question that comes twice is taken once. */
export class Once {
  readonly #answers = new Map<string, { at: number; answer: Promise<unknown> }>();

  ask(id: string, act: () => Promise<unknown>): Promise<unknown> {
    const known = this.#answers.get(id);
    if (known) return known.answer;
    this.#forgetOld();
    const answer = act();
    this.#answers.set(id, { at: performance.now(), answer });
    return answer;
  }

  #forgetOld(): void {
    const before = performance.now() - KEPT;
    for (const [id, { at }] of this.#answers) {
      if (at > before && this.#answers.size < MOST) return;
      this.#answers.delete(id);
    }
  }
}
