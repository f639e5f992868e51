import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { LocalArena } from './core/local-arena.ts';
import type { Storage } from './core/storage.ts';
import type { Sockets } from './gateways/sockets.ts';

export interface Metrics {
  registry: Registry;
  moved(ms: number): void;
  fault(): void;
  /** Figures that are read off the parts when somebody asks. */
  observe(parts: { arena: LocalArena; storage: Storage; sockets: Sockets; gateways: string[] }): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  let stored = 0;
  new Counter({
    name: 'crossplay_moves_total',
    help: 'Entries stored: moves, timeouts, forfeits.',
    registers,
    collect() {
      this.reset();
      this.inc(stored);
    },
  });
  const faults = new Counter({
    name: 'crossplay_faults_total',
    help: 'Things that should not happen but did.',
    registers,
  });
  const latency = new Histogram({
    name: 'crossplay_move_seconds',
    help: 'From the arrival of a move until it is durable.',
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
    registers,
  }).labels();
  return {
    registry,
    moved(ms) {
      stored++;
      latency.observe(ms / 1000);
    },
    fault: () => faults.inc(),
    observe({ arena, storage, sockets, gateways }) {
      new Gauge({
        name: 'crossplay_matches_live',
        help: 'Matches in progress by game.',
        labelNames: ['game'],
        registers,
        collect() {
          this.reset();
          for (const { id } of arena.games) this.set({ game: id }, 0);
          for (const match of arena.live) this.inc({ game: match.record.game });
        },
      });
      new Gauge({
        name: 'crossplay_queue_length',
        help: 'Agents waiting for an opponent by game.',
        labelNames: ['game'],
        registers,
        collect() {
          for (const { id } of arena.games) this.set({ game: id }, arena.lobby.waiting(id).length);
        },
      });
      new Gauge({
        name: 'crossplay_sockets',
        help: 'Open WebSocket connections by gateway.',
        labelNames: ['gateway'],
        registers,
        collect() {
          for (const gateway of gateways) this.set({ gateway }, sockets.count(gateway));
        },
      });
      new Gauge({
        name: 'crossplay_commits_total',
        help: 'Commits to the database.',
        registers,
        collect() {
          this.set(storage.commits());
        },
      });
    },
  };
}
