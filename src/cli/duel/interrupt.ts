const IMPATIENT_AFTER_MS = 1000;
export const INTERRUPTED = 130;

/**
 * Ctrl-C ends the run in order, with what is known so far; a second one a moment later ends it at once.
 * @param last called before the process ends, however it does
 * @returns the signal, and how to take it all back
 */
export function onInterrupt(last: () => void): { signal: AbortSignal; release(): void } {
  const aborter = new AbortController();
  let since: number | undefined;
  const interrupt = (): void => {
    // A launcher passes on what the terminal has sent to all already.
    if (since !== undefined && performance.now() - since > IMPATIENT_AFTER_MS) process.exit(INTERRUPTED);
    since ??= performance.now();
    aborter.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  process.on('exit', last);
  return {
    signal: aborter.signal,
    release() {
      for (const signal of signals) process.off(signal, interrupt);
      process.off('exit', last);
      last();
    },
  };
}
