import { readable } from 'svelte/store';

/** The browser's own clock, the same for all who look at it. */
export const now = readable(performance.now(), (set) => {
  const tick = (): void => set(performance.now());
  tick();
  const timer = setInterval(tick, 100);
  return () => clearInterval(timer);
});
