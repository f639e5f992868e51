import type { Clock } from '../core/clock.ts';

export interface RateLimit {
  /** Whether something may be taken now. */
  allows(key: string): boolean;
  /** Takes one, if there is one. */
  take(key: string): boolean;
}

const MINUTE = 60_000;
const MOST_KEYS = 50_000;

interface Bucket {
  left: number;
  at: number;
}

/**
 * A token bucket per key: so many at once, and so many per minute after that. The keys least recently used are
 * forgotten when there are too many.
 */
export function rateLimit(
  clock: Pick<Clock, 'ticks'>,
  { perMinute, burst, keys = MOST_KEYS }: { perMinute: number; burst: number; keys?: number },
): RateLimit {
  const buckets = new Map<string, Bucket>();
  const filled = (key: string): number => {
    const bucket = buckets.get(key);
    if (!bucket) return burst;
    return Math.min(burst, bucket.left + ((clock.ticks() - bucket.at) * perMinute) / MINUTE);
  };

  return {
    allows: (key) => filled(key) >= 1,
    take(key) {
      const left = filled(key);
      const allowed = left >= 1;
      buckets.delete(key);
      if (buckets.size >= keys) buckets.delete(buckets.keys().next().value!);
      buckets.set(key, { left: allowed ? left - 1 : left, at: clock.ticks() });
      return allowed;
    },
  };
}
