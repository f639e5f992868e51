import { canonical } from './canonical.ts';
import { type Claim, firstHash, type Hash, isVoidedLater, nextHash } from './chain.ts';
import type { MatchRecord, Outcome } from './record.ts';
import { toHex } from './sha256.ts';
import type { MatchStore } from './storage.ts';

export interface NotaryParts {
  store: Pick<MatchStore, 'load' | 'result' | 'sign' | 'unsigned'>;
  hash: Hash;
  /** A compact JWS over the text, with the server's key. */
  sign(text: string): Promise<string>;
  /** Milliseconds since 1970. */
  now(): number;
  fault(error: unknown, match?: string): void;
}

interface Chain {
  steps: number;
  head: Uint8Array;
}

/** Called with the head once every entry is hashed, with nothing if the server stops before. */
type Hashed = (head: string | undefined) => void;

/** Entries wait so many milliseconds, so that the updates they caused have long gone out. */
const REST = 20;
/** So many are hashed in one go; whatever else the server has to do comes between. */
const IN_ONE_GO = 32;
const UNSIGNED_AT_ONCE = 50;

/**
 * Binds every match to what the server publishes: hashes its entries behind the play and signs the last hash with the
 * result when the match is over. Matches from before their arrival was kept stay as they are.
 */
export class Notary {
  readonly #parts: NotaryParts;
  readonly #chains = new WeakMap<MatchRecord, Chain>();
  readonly #behind = new Map<MatchRecord, Hashed | undefined>();
  readonly #signing = new Map<string, Promise<void>>();
  #catchingUp: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(parts: NotaryParts) {
    this.#parts = parts;
  }

  /** The match has a new entry. On the path of a move, so it is only remembered. */
  stored(record: MatchRecord): void {
    if (!record.arrival || this.#closed || this.#behind.has(record)) return;
    this.#behind.set(record, undefined);
    this.#schedule(REST);
  }

  ended(record: MatchRecord, outcome: Outcome): void {
    if (!record.arrival || this.#closed) return;
    this.#afterOthers(record.id, () => this.#publish(record, outcome));
  }

  /** Signs a finished match as the storage has it, unless that is done: one that was declared void, or ended before a crash. */
  async sign(id: string): Promise<void> {
    if (this.#closed) return;
    return this.#afterOthers(id, async () => {
      const { store } = this.#parts;
      const result = await store.result(id);
      const record = result && !result.signature ? await store.load(id) : undefined;
      if (record?.arrival) await this.#publish(record, result!.outcome);
    });
  }

  /** Signs what ended just before the server stopped. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#signOld().catch((error) => this.#parts.fault(error));
    return this.#catchingUp;
  }

  /** Resolves when what is being signed is stored. The rest is signed after the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const hashed of this.#behind.values()) hashed?.(undefined);
    this.#behind.clear();
    await Promise.all([...this.#signing.values(), this.#catchingUp]);
  }

  async #signOld(): Promise<void> {
    let last: string | undefined = '';
    while (last !== undefined && !this.#closed) {
      const ids: string[] = await this.#parts.store.unsigned(UNSIGNED_AT_ONCE, last);
      await Promise.all(ids.map((id) => this.sign(id)));
      last = ids.at(-1);
    }
  }

  /** What is signed of one match is signed in order, so that the last word is the one that stays. */
  #afterOthers(id: string, work: () => Promise<void>): Promise<void> {
    const done = (this.#signing.get(id) ?? Promise.resolve())
      .then(work)
      .catch((error) => this.#parts.fault(error, id))
      .finally(() => {
        if (this.#signing.get(id) === done) this.#signing.delete(id);
      });
    this.#signing.set(id, done);
    return done;
  }

  async #publish(record: MatchRecord, outcome: Outcome): Promise<void> {
    const { store, sign, now } = this.#parts;
    const head = await this.#headOf(record);
    if (head === undefined) return;
    const { id, seedHash, entries } = record;
    const at = isVoidedLater(record, outcome) ? now() : entries.at(-1)!.at;
    const claim: Claim = { id, seedHash, head, outcome, at };
    await store.sign(id, outcome, await sign(canonical(claim)));
  }

  #headOf(record: MatchRecord): Promise<string | undefined> {
    return new Promise((resolve) => {
      if (this.#closed) return resolve(undefined);
      this.#behind.set(record, resolve);
      this.#schedule(REST);
    });
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#hashSome();
      if (this.#behind.size) this.#schedule(0);
    }, ms);
  }

  #hashSome(): void {
    let left = IN_ONE_GO;
    for (const [record, hashed] of this.#behind) {
      const chain = this.#chainOf(record);
      for (; chain.steps < record.entries.length && left > 0; left--) {
        chain.head = nextHash(chain.head, record.entries[chain.steps++]!, this.#parts.hash);
      }
      if (chain.steps < record.entries.length) return;
      this.#behind.delete(record);
      hashed?.(toHex(chain.head));
    }
  }

  #chainOf(record: MatchRecord): Chain {
    let chain = this.#chains.get(record);
    if (!chain) this.#chains.set(record, (chain = { steps: 0, head: firstHash(record, this.#parts.hash) }));
    return chain;
  }
}
