/** Buckets grow by two percent from a microsecond up to a day. */
const GROWTH = Math.log(1.02);
const LEAST = 0.001;
const BUCKETS = Math.ceil(Math.log(86_400_000 / LEAST) / GROWTH) + 1;

/** Times in milliseconds, kept as counts: any number of them in the same memory, percentiles to one percent. */
export class Durations {
  readonly #counts = new Uint32Array(BUCKETS);
  #total = 0;

  add(ms: number): void {
    const bucket = ms <= LEAST ? 0 : Math.min(BUCKETS - 1, Math.ceil(Math.log(ms / LEAST) / GROWTH));
    this.#counts[bucket]!++;
    this.#total++;
  }

  /** NaN where there are none. */
  percentile(share: number): number {
    if (this.#total === 0) return Number.NaN;
    let left = Math.max(1, Math.ceil(share * this.#total));
    const bucket = this.#counts.findIndex((count) => (left -= count) <= 0);
    return bucket === 0 ? LEAST : LEAST * Math.exp((bucket - 0.5) * GROWTH);
  }
}
