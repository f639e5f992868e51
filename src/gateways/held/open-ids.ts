interface Owned {
  agent: string;
  id: string;
}

/** The ids of the seats that are not closed, by agent. */
export class OpenIds {
  readonly #ids = new Map<string, Set<string>>();

  of(agent: string): ReadonlySet<string> {
    return this.#ids.get(agent) ?? NONE;
  }

  add({ agent, id }: Owned): void {
    const ids = this.#ids.get(agent);
    if (ids) ids.add(id);
    else this.#ids.set(agent, new Set([id]));
  }

  remove({ agent, id }: Owned): void {
    const ids = this.#ids.get(agent);
    ids?.delete(id);
    if (ids?.size === 0) this.#ids.delete(agent);
  }
}

const NONE: ReadonlySet<string> = new Set();
