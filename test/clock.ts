import type { Clock } from '../src/core/clock.ts';

export interface FakeClock extends Clock {
  /** Moves time on, calling what falls due, in order, and lets each call's promises settle before the next. */
  pass(ms: number): Promise<void>;
}

export function fakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let time = 0;
  let serial = 0;
  const due = new Map<number, { at: number; call: () => void }>();
  const next = () => [...due].sort(([i, a], [j, b]) => a.at - b.at || i - j)[0];
  // A call may store something and act on it: several rounds of the event loop, no time of its own.
  const settle = async () => {
    for (let round = 0; round < 8; round++) await new Promise<void>((done) => setImmediate(done));
  };

  return {
    now: () => start + time,
    ticks: () => time,
    after(ms, call) {
      const id = serial++;
      due.set(id, { at: time + Math.max(0, ms), call });
      return () => due.delete(id);
    },
    async pass(ms) {
      const end = time + ms;
      await settle();
      for (let first = next(); first && first[1].at <= end; first = next()) {
        time = Math.max(time, first[1].at);
        due.delete(first[0]);
        first[1].call();
        await settle();
      }
      time = end;
      await settle();
    },
  };
}
