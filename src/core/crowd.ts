/** So many are told in one go; whatever else the server has to do comes between. */
const IN_ONE_GO = 100;

interface News<One> {
  tell: (one: One) => void;
  crowd: readonly One[];
  /** So many of them know. */
  told: number;
}

/** Many who are told the same things. Each hears everything in order, but a large crowd not all at once. */
export class Crowd<One> {
  readonly #members = new Set<One>();
  readonly #news: News<One>[] = [];

  get size(): number {
    return this.#members.size;
  }

  /** Hears what is told from now on. */
  add(one: One): void {
    this.#members.add(one);
  }

  /** Hears nothing any more. False: was not there. */
  delete(one: One): boolean {
    return this.#members.delete(one);
  }

  tell(tell: (one: One) => void): void {
    if (this.#members.size === 0) return;
    this.#news.push({ tell, crowd: [...this.#members], told: 0 });
    if (this.#news.length === 1) this.#goOn();
  }

  #goOn(): void {
    for (let left = IN_ONE_GO; left > 0; ) {
      const news = this.#news[0];
      if (!news) return;
      const some = news.crowd.slice(news.told, news.told + left);
      news.told += some.length;
      left -= some.length;
      for (const one of some) if (this.#members.has(one)) news.tell(one);
      if (news.told === news.crowd.length) this.#news.shift();
    }
    if (this.#news.length > 0) setImmediate(() => this.#goOn());
  }
}
