/** Time as the core sees it. `now` is the time of day for records; `ticks` and `after` are match time, which may be scaled. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds of match time since some moment. */
  ticks(): number;
  /** Calls back once after so many milliseconds of match time, unless cancelled. */
  after(ms: number, call: () => void): Cancel;
}

export type Cancel = () => void;

const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** @param scale real milliseconds per millisecond of match time */
export function realClock(scale = 1): Clock {
  return {
    now: () => Date.now(),
    ticks: () => performance.now() / scale,
    after(ms, call) {
      const timer = setTimeout(call, Math.min(ms * scale, LONGEST_TIMEOUT));
      return () => clearTimeout(timer);
    },
  };
}
