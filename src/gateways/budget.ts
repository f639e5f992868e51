import { Bucket, type Measure } from '../accounts/bucket.ts';
import { Buckets } from '../accounts/rate-limit.ts';
import type { Clock } from '../core/clock.ts';
import { Turns } from '../core/turns.ts';
import { countedAs, isLoopback } from './client-address.ts';
import { Prices } from './prices.ts';

/**
 * Everything that is asked for costs, in units of about ten microseconds of work. An agent that answers in a millisecond
 * spends a quarter of what its connection may; a whole machine of agents at full speed, half of what an address may.
 */
export const CONNECTION: Measure = { burst: 4000, perSecond: 4000 };
export const ACCOUNT: Measure = { burst: 24_000, perSecond: 12_000 };
export const ADDRESS: Measure = { burst: 40_000, perSecond: 40_000 };

/** Open connections at a time. On the host's own machine only file descriptors count. */
export const MOST_OF_ADDRESS = 4096;
export const MOST_OF_ACCOUNT = 1024;

export const COST = {
  request: 10,
  /** Saying that something is wrong: whoever errs seldom does not feel it. */
  refusal: 20,
  ping: 4,
  /** A look into the storage. */
  lookup: 20,
  /** A match that is over, played again or told as a whole. */
  replay: 500,
  /** A table that is made or taken, which may begin a match. */
  seats: 90,
  /** A past step that is told. */
  step: 5,
} as const;

/** While the loop is busy, what connections of no account ask for is at most so much dearer: they can still watch. */
const DEAREST_UNKNOWN = 8;

const BYTES_OF_UNIT = 256;
/** Five milliseconds. */
const IN_ONE_GO = 500;

/** What reading so many bytes costs, in a frame, a line or a body. */
export const costOf = (bytes: number): number => 1 + bytes / BYTES_OF_UNIT;

/** The budgets of this server: one per connection, one per account, one per address. */
export class Budgets {
  readonly #clock: Clock;
  readonly #accounts: Buckets;
  readonly #addresses: Buckets;
  readonly #open = new Map<string, number>();
  readonly #turns = new Turns(IN_ONE_GO);
  /** By address, in this turn of the loop. */
  readonly #begun = new Map<string, number>();

  readonly #prices: Prices;

  constructor(clock: Clock, prices = new Prices(clock)) {
    this.#clock = clock;
    this.#prices = prices;
    this.#accounts = new Buckets(clock, ACCOUNT);
    this.#addresses = new Buckets(clock, ADDRESS);
  }

  /** Of a request that belongs to no connection of its own. */
  ofAddress(address: string): Bucket {
    return this.#addresses.of(countedAs(address));
  }

  /** How much dearer a request from there is than usual; on the host's own machine never. */
  dearness(address: string): number {
    return isLoopback(address) ? 1 : this.#prices.factor;
  }

  /** Of one address only so much is begun in one go, however many connections it has; what is more waits for its turn. */
  async turn(address: string, cost: number): Promise<void> {
    const network = countedAs(address);
    const begun = this.#begun.get(network) ?? 0;
    if (this.#begun.size === 0) setImmediate(() => this.#begun.clear());
    this.#begun.set(network, begun + cost);
    if (begun + cost > IN_ONE_GO) await this.#turns.next(network, cost);
  }

  /** A connection of that address; undefined: it has too many. */
  open(address: string): Budget | undefined {
    const network = countedAs(address);
    const mine = this.#hold(`address ${network}`, isLoopback(address) ? Infinity : MOST_OF_ADDRESS);
    if (!mine) return undefined;
    return new Budget({
      own: new Bucket(this.#clock, CONNECTION),
      address: this.#addresses.of(network),
      dearness: () => Math.min(DEAREST_UNKNOWN, this.#prices.factor),
      letGo: mine,
      join: (agent) => {
        const place = this.#hold(`account ${agent}`, MOST_OF_ACCOUNT);
        return place && { letGo: place, bucket: this.#accounts.of(agent) };
      },
    });
  }

  /** @returns gives the place back; undefined: there is none */
  #hold(key: string, most: number): (() => void) | undefined {
    const count = this.#open.get(key) ?? 0;
    if (count >= most) return undefined;
    this.#open.set(key, count + 1);
    return () => {
      const left = this.#open.get(key)! - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    };
  }
}

interface Share {
  bucket: Bucket;
  letGo(): void;
}

interface BudgetParts {
  own: Bucket;
  address: Bucket;
  /** How much dearer than usual it is for those whom nobody knows. */
  dearness(): number;
  letGo(): void;
  join(agent: string): Share | undefined;
}

/** What one connection may still ask for, alone and with the others of its account and address. */
export class Budget {
  readonly #parts: BudgetParts;
  #account: Share | undefined;

  constructor(parts: BudgetParts) {
    this.#parts = parts;
  }

  /** False: the account has too many connections. */
  belongTo(agent: string): boolean {
    this.#account?.letGo();
    this.#account = this.#parts.join(agent);
    return this.#account !== undefined;
  }

  /** False: it was more than is left. */
  take(cost: number): boolean {
    const { own, address, dearness } = this.#parts;
    if (this.#account) return own.take(cost) && address.take(cost) && this.#account.bucket.take(cost);
    const price = cost * dearness();
    return own.take(price) && address.take(price);
  }

  /** The connection is gone. */
  close(): void {
    this.#account?.letGo();
    this.#parts.letGo();
  }
}
