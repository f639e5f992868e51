const KEPT = 60_000;
const MOST = 100_000;

interface Asked {
  at: number;
  answer?: { value: unknown };
  /** Those who asked before there was an answer. */
  waiting: ((answer: unknown) => void)[];
}

/** Remembers for a minute what was answered to whom, so that a question that comes twice is taken once. */
export class Once {
  readonly #asked = new Map<string, Asked>();

  /** @param act called the first time; whoever asks is answered in the moment it calls back */
  ask(id: string, answer: (answer: unknown) => void, act: (done: (answer: unknown) => void) => void): void {
    const known = this.#asked.get(id);
    if (known?.answer) return answer(known.answer.value);
    if (known) return void known.waiting.push(answer);
    this.#forgetOld();
    const asked: Asked = { at: performance.now(), waiting: [answer] };
    this.#asked.set(id, asked);
    act((value) => {
      asked.answer = { value };
      for (const tell of asked.waiting.splice(0)) tell(value);
    });
  }

  #forgetOld(): void {
    const before = performance.now() - KEPT;
    for (const [id, { at }] of this.#asked) {
      if (at > before && this.#asked.size < MOST) return;
      this.#asked.delete(id);
    }
  }
}
