import { type Bus, type Listener, NoAnswer } from './bus.ts';

/** A bus within the process that loses what a test wants it to lose. */
export function busInMemory(): Bus & { lose: (subject: string) => boolean } {
  const listeners = new Map<string, Set<Listener>>();
  const copy = (message: unknown) => JSON.parse(JSON.stringify(message ?? null));
  const bus: ReturnType<typeof busInMemory> = {
    connected: true,
    lose: () => false,
    publish(subject, message) {
      if (bus.lose(subject)) return;
      for (const hear of [...(listeners.get(subject) ?? [])]) hear(copy(message), () => {});
    },
    listen(subject, hear) {
      listeners.set(subject, (listeners.get(subject) ?? new Set()).add(hear));
      return () => listeners.get(subject)!.delete(hear);
    },
    request(subject, message, answered, failed) {
      const all = [...(listeners.get(subject) ?? [])];
      if (all.length === 0 || bus.lose(subject)) return void setImmediate(() => failed(new NoAnswer('nobody')));
      for (const hear of all) hear(copy(message), (answer) => answered(copy(answer)));
    },
    keep: async () => {},
    forget: async () => {},
    kept: async () => new Map(),
    listenKept: () => () => {},
    watch() {},
    close: async () => {},
  };
  return bus;
}
