import { type Bus, type Listener, NoAnswer } from './bus.ts';

/** A bus within the process that loses what a test wants it to lose. What is said is heard in order, after whoever said it. */
export function busInMemory(): Bus & { lose: (subject: string) => boolean } {
  const listeners = new Map<string, Set<Listener>>();
  const copy = (message: unknown) => JSON.parse(JSON.stringify(message ?? null));
  const bus: ReturnType<typeof busInMemory> = {
    connected: true,
    lose: () => false,
    publish(subject, message) {
      if (bus.lose(subject)) return;
      const said = copy(message);
      queueMicrotask(() => {
        for (const hear of [...(listeners.get(subject) ?? [])]) hear(copy(said), () => {});
      });
    },
    listen(subject, hear) {
      listeners.set(subject, (listeners.get(subject) ?? new Set()).add(hear));
      return () => listeners.get(subject)!.delete(hear);
    },
    request(subject, message, answered, failed) {
      const asked = bus.lose(subject) ? undefined : copy(message);
      queueMicrotask(() => {
        const all = asked ? [...(listeners.get(subject) ?? [])] : [];
        if (all.length === 0) return void setImmediate(() => failed(new NoAnswer('nobody')));
        for (const hear of all) {
          hear(copy(asked), (answer) => {
            const said = copy(answer);
            queueMicrotask(() => answered(said));
          });
        }
      });
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
