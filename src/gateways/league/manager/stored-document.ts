import type { DocumentStore } from '../../../core/storage.ts';

const MOST_TRIES = 8;

/** A durable document. What it says here is what is stored; changes are made one after the other by compare-and-set. */
export class StoredDocument<Body> {
  readonly #documents: DocumentStore;
  readonly #kind: string;
  readonly #id: string;
  #body: Body;
  #version: number;
  #changing: Promise<unknown> = Promise.resolve();

  /** @param version 0: not stored yet */
  constructor(documents: DocumentStore, kind: string, id: string, body: Body, version: number) {
    this.#documents = documents;
    this.#kind = kind;
    this.#id = id;
    this.#body = body;
    this.#version = version;
  }

  get body(): Body {
    return this.#body;
  }

  /**
   * @param next the new body, or nothing to leave it; called again with fresher figures if another writer was quicker
   * @returns whether it was written
   */
  change(next: (body: Body) => Body | undefined): Promise<boolean> {
    const done = this.#changing.then(() => this.#write(next));
    this.#changing = done.catch(() => {});
    return done;
  }

  async #write(next: (body: Body) => Body | undefined): Promise<boolean> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const body = next(this.#body);
      if (body === undefined) return false;
      let written = false;
      try {
        written = await this.#documents.put(this.#kind, this.#id, this.#version, body);
      } catch (error) {
        // Nobody knows whether it is in: only the storage does.
        await this.#reload();
        throw error;
      }
      if (written) {
        this.#body = body;
        this.#version++;
        return true;
      }
      await this.#reload();
    }
    throw new Error(`${this.#kind} ${this.#id} is changed by others all the time`);
  }

  async #reload(): Promise<void> {
    const stored = await this.#documents.get(this.#kind, this.#id);
    if (!stored) return;
    this.#body = stored.body as Body;
    this.#version = stored.version;
  }
}
