import type { Cancel, Clock } from '../core/clock.ts';

/** Works each time so long after the last time is over. */
export function repeatedly(
  clock: Clock,
  every: number,
  work: () => Promise<void>,
  fault: (error: unknown) => void,
): Cancel {
  let next: Cancel | undefined;
  let stopped = false;
  const later = (): void => {
    next = clock.after(every, () => {
      work()
        .catch(fault)
        .finally(() => stopped || later());
    });
  };
  later();
  return () => {
    stopped = true;
    next?.();
  };
}
