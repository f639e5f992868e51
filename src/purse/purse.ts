import type { Cancel, Clock } from '../core/clock.ts';
import { type Asset, type Hex, type Moving, type Send, TILL } from '../core/money.ts';
import type { Claim, PurseEvent, Verdict } from '../core/purse-desk.ts';
import type { Anchor, Balance, Moved, Movement, PurseStore } from '../core/purse-store.ts';
import type { DocumentStore } from '../core/storage.ts';
import { type Booked, book, SENDS_AT_ONCE } from './book.ts';
import { type Brake, readBrake } from './brake.ts';
import { type Chain, ChainError, type Head } from './chain-contract.ts';
import { judge } from './claim.ts';
import { Teller } from './teller.ts';
import { unbook } from './unbook.ts';

export interface PurseParts {
  store: PurseStore;
  documents: DocumentStore;
  chain: Chain;
  clock: Clock;
  /** Whether this node is the purse's place: only there the chain is booked and anything sent. */
  place(): boolean;
  /** How many blocks, its own included, a payment needs. */
  confirmations: number;
  /** Something is wrong that the host should see; undefined: not any more. */
  trouble(words: string | undefined): void;
  fault(error: unknown): void;
}

export interface Status {
  /** The till: where the host sends gas. */
  address: Hex;
  brake: Brake;
  trouble: string | undefined;
  booked: Anchor | undefined;
  balances: Balance[];
  /** On their way, waiting or failed. */
  sends: Send[];
}

const EVERY = 4000;
const LONGEST_PAUSE = 60_000;
/** So many blocks are booked at once; fewer where each has to be looked through for the chain's own coin. */
const BLOCKS_AT_ONCE = 500;
const BLOCKS_LOOKED_THROUGH = 50;

/** Money on a chain: addresses, what came in, who has it, and what is to be paid. */
export class Purse {
  readonly #parts: PurseParts;
  readonly #teller: Teller;
  readonly #listeners = new Set<(event: PurseEvent) => void>();
  #trouble: string | undefined;
  /** What the books could not explain the last time. */
  #problem: string | undefined;
  #under: Promise<void> | undefined;
  #next: Cancel | undefined;
  #stopped = false;
  #failures = 0;

  constructor(parts: PurseParts) {
    this.#parts = parts;
    this.#teller = new Teller({ ...parts, now: () => parts.clock.now() });
  }

  start(): void {
    if (this.#parts.place()) this.#tick();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#next?.();
    this.#parts.chain.close();
    await this.#under?.catch(() => {});
  }

  // ── what gateways ask ──

  /**
   * Where money for an account is sent to; for ever the same.
   * @param native look for the chain's own coin there too
   * @throws ChainError while the chain was never reached
   */
  async address(account: string, native = false): Promise<Hex> {
    const { store, chain, clock } = this.#parts;
    const known = await store.addressOf(account);
    if (known && (known.native || !native)) return known.address;
    // Nobody is told of an address before the books have begun: what is paid there must be seen.
    if ((await store.anchors()).length === 0) await this.round();
    if ((await store.anchors()).length === 0) throw new ChainError('The books have not begun.');
    const address = chain.addressOf(account);
    await store.write({ addresses: [{ address, account, native, at: clock.now() }] }, clock.now());
    return address;
  }

  balance(account: string, asset: Asset): Promise<bigint> {
    return this.#parts.store.balance(account, asset);
  }

  history(account: string, limit: number): Promise<Movement[]> {
    return this.#parts.store.history(account, limit);
  }

  /** Moves money outside any match, and wishes for what is to be sent. */
  move(change: Moving): Promise<Moved> {
    return this.#parts.store.write(change, this.#parts.clock.now());
  }

  /** Calls back when money came, was lost, was sent or could not be. */
  watch(listener: (event: PurseEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async status(): Promise<Status> {
    const { store, documents, chain } = this.#parts;
    return {
      address: chain.addressOf(TILL),
      brake: await readBrake(documents),
      trouble: this.#trouble,
      booked: (await store.anchors())[0],
      balances: await store.balances(),
      sends: await store.sends(['wanted', 'signed', 'failed'], SENDS_AT_ONCE),
    };
  }

  /** Looks a payment up and, if it is what it should be and deep enough, gives it to the account that claims it. Once ever. */
  claim(claim: Claim): Promise<Verdict> {
    return judge(this.#parts, claim, () => this.round());
  }

  // ── rounds ──

  /** Books what happened on the chain, then sends. Rounds do not overlap: who asks for one meanwhile gets the next. */
  async round(): Promise<void> {
    if (!this.#parts.place()) return;
    await this.#under?.catch(() => {});
    this.#under ??= this.#told().finally(() => {
      this.#under = undefined;
    });
    await this.#under;
  }

  async #told(): Promise<void> {
    try {
      this.#tell(await this.#round());
    } catch (error) {
      if (error instanceof ChainError) this.#tell(error.message);
      throw error;
    }
  }

  #tick(): void {
    this.round().then(
      () => this.#rest(undefined),
      (error) => this.#rest(error),
    );
  }

  #rest(error: unknown): void {
    this.#failures = error === undefined ? 0 : this.#failures + 1;
    if (error !== undefined && !(error instanceof ChainError)) this.#parts.fault(error);
    if (this.#stopped) return;
    const pause = Math.min(EVERY * 2 ** Math.min(this.#failures, 10), LONGEST_PAUSE);
    this.#next = this.#parts.clock.after(pause, () => this.#tick());
  }

  /** What is not as it should be, if anything. */
  async #round(): Promise<string | undefined> {
    const { chain, store, confirmations } = this.#parts;
    const head = await chain.head(confirmations);
    const anchors = await store.anchors();
    if (anchors.length === 0) await this.#begin(head.deep);
    if (!head.deep) return this.#problem;
    if (anchors.length > 0) {
      const base = await this.#standing(anchors, head);
      if (!base) return `The chain is at block ${head.number}, but was at ${anchors[0]!.number} before.`;
      if (base !== anchors[0]) await this.#keep(await unbook(this.#bookParts, base));
      if (!(await this.#catchUp(base, head.deep))) return this.#problem;
    }
    await this.#teller.work(head.deep);
    return this.#problem ?? (await readBrake(this.#parts.documents)).paused?.why;
  }

  /** The books begin here: what was paid before to addresses that nobody was told of is nobody's. */
  async #begin(deep: Anchor | undefined): Promise<void> {
    const { store, chain, clock } = this.#parts;
    const anchor = deep ?? { number: 0, hash: (await chain.blockHash(0))! };
    const till = { address: chain.addressOf(TILL), account: TILL, native: false, at: clock.now() };
    await store.write({ addresses: [till] }, clock.now());
    await this.#keep(await book(this.#bookParts, anchor, anchor, deep !== undefined));
  }

  get #bookParts() {
    const { store, chain, clock } = this.#parts;
    return { store, chain, now: () => clock.now() };
  }

  /** The last anchor that still stands. Undefined: the chain is behind, and nothing can be said of the last one. */
  async #standing(anchors: readonly Anchor[], head: Head): Promise<Anchor | undefined> {
    const reached = anchors.filter(({ number }) => number <= head.number);
    if (reached.length === 0) return undefined;
    for (const anchor of reached) {
      if ((await this.#parts.chain.blockHash(anchor.number)) !== anchor.hash) continue;
      const behind = anchor === reached[0] && anchor !== anchors[0];
      return behind ? undefined : anchor;
    }
    throw new ChainError('The chain is another one than before: it has none of the blocks that were booked.');
  }

  /** False: stopped on the way. */
  async #catchUp(from: Anchor, deep: Anchor): Promise<boolean> {
    const { chain, store } = this.#parts;
    const looking = (await store.addresses()).some(({ native }) => native);
    const stride = looking ? BLOCKS_LOOKED_THROUGH : BLOCKS_AT_ONCE;
    for (let base = from; base.number < deep.number; ) {
      if (this.#stopped) return false;
      const number = Math.min(base.number + stride, deep.number);
      const hash = number === deep.number ? deep.hash : await chain.blockHash(number);
      if (!hash) throw new ChainError(`The chain has no block ${number}.`);
      const to = { number, hash };
      await this.#keep(await book(this.#bookParts, base, to, number === deep.number));
      base = to;
    }
    return !this.#stopped;
  }

  async #keep({ change, events, problem }: Booked): Promise<void> {
    const moved = await this.#parts.store.write(change, this.#parts.clock.now());
    if (moved.done !== 'posted') {
      throw new Error(
        `What happened on the chain could not be booked: ${'reason' in moved ? moved.reason : moved.done}`,
      );
    }
    this.#problem = problem;
    for (const event of events) {
      for (const listener of [...this.#listeners]) {
        try {
          listener(event);
        } catch (error) {
          this.#parts.fault(error);
        }
      }
    }
  }

  #tell(words: string | undefined): void {
    // What is cut off by a stop is no trouble.
    if (this.#trouble === words || this.#stopped) return;
    this.#trouble = words;
    this.#parts.trouble(words);
  }
}
