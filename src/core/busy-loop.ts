import type { performance as NodePerformance } from 'node:perf_hooks';

const BUSY = 0.7;
const LOOK_EVERY_MS = 50;

/** Tells whether this thread's loop has had little rest lately. */
export function busyLoop(): () => boolean {
  // The browser's type of it, which the site brings along, hides what Node's has.
  const { eventLoopUtilization } = performance as unknown as typeof NodePerformance;
  let since = eventLoopUtilization();
  let at = performance.now();
  let busy = false;
  return () => {
    const now = performance.now();
    if (now - at < LOOK_EVERY_MS) return busy;
    const until = eventLoopUtilization();
    busy = eventLoopUtilization(until, since).utilization > BUSY;
    since = until;
    at = now;
    return busy;
  };
}
