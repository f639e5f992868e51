import type { Clock } from '../core/clock.ts';
import { Bucket, type Measure } from './bucket.ts';

export interface RateLimit {
  /** Whether something may be taken now. */
  allows(key: string): boolean;
  /** Takes one, if there is one. */
  take(key: string): boolean;
  /** Whole seconds until one may be taken, at least one, for a Retry-After. */
  wait(key: string): number;
}

const MINUTE = 60;
const MOST_KEYS = 50_000;

/** A bucket per key. The keys least recently used are forgotten when there are too many. */
export class Buckets {
  readonly #clock: Pick<Clock, 'ticks'>;
  readonly #measure: Measure;
  readonly #most: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Pick<Clock, 'ticks'>, measure: Measure, most = MOST_KEYS) {
    this.#clock = clock;
    this.#measure = measure;
    this.#most = most;
  }

  /** Undefined: nothing was taken of it lately. */
  known(key: string): Bucket | undefined {
    return this.#buckets.get(key);
  }

  of(key: string): Bucket {
    const bucket = this.#buckets.get(key) ?? new Bucket(this.#clock, this.#measure);
    this.#buckets.delete(key);
    if (this.#buckets.size >= this.#most) this.#buckets.delete(this.#buckets.keys().next().value!);
    this.#buckets.set(key, bucket);
    return bucket;
  }
}

/** So many at once for each key, and so many per minute after that. */
export function rateLimit(
  clock: Pick<Clock, 'ticks'>,
  { perMinute, burst, keys }: { perMinute: number; burst: number; keys?: number },
): RateLimit {
  const buckets = new Buckets(clock, { burst, perSecond: perMinute / MINUTE }, keys);
  return {
    allows: (key) => buckets.known(key)?.allows() ?? true,
    take: (key) => buckets.of(key).take(),
    wait: (key) => buckets.known(key)?.wait() ?? 1,
  };
}
