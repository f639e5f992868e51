import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { LocalArena } from './core/local-arena.ts';
import type { Storage } from './core/storage.ts';
import type { HeldSeats } from './gateways/held/held-seats.ts';
import type { Sockets } from './gateways/sockets.ts';

export interface Metrics {
  registry: Registry;
  moved(ms: number): void;
  fault(): void;
  begun(game: string): void;
  /** @param how `played`, `void`, or which forfeit */
  finished(game: string, how: string): void;
  registered(): void;
  refused(where: string, code: string): void;
  committed(ms: number): void;
  /** A call to an agent's endpoint. @param how `ok`, or why it failed */
  called(how: string): void;
  /** Figures that are read off the parts when somebody asks. */
  observe(parts: { arena: LocalArena; storage: Storage; sockets: Sockets; held: HeldSeats; gateways: string[] }): void;
}

/** Each look wakes the process, however little it has to do. */
const LOOK_AT_LOOP_EVERY = 20;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOK_AT_LOOP_EVERY });
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
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `crossplay_${name}_total`, help, labelNames, registers });
  const begun = counter('matches_begun', 'Matches begun by game.', ['game']);
  const finished = counter('matches_finished', 'Matches finished by game and how: played, void, or which forfeit.', [
    'game',
    'how',
  ]);
  const registrations = counter('registrations', 'Accounts made.', []);
  const refusals = counter('refusals', 'What was not taken, by where (http, socket, match) and code.', [
    'where',
    'code',
  ]);
  const calls = counter('endpoint_calls', "Calls to agents' endpoints by what came of them.", ['how']);
  const commit = new Histogram({
    name: 'crossplay_commit_seconds',
    help: 'How long a commit to the database takes.',
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
    registers,
  }).labels();
  return {
    registry,
    begun: (game) => begun.inc({ game }),
    finished: (game, how) => finished.inc({ game, how }),
    registered: () => registrations.inc(),
    refused: (where, code) => refusals.inc({ where, code }),
    committed: (ms) => commit.observe(ms / 1000),
    called: (how) => calls.inc({ how }),
    moved(ms) {
      stored++;
      latency.observe(ms / 1000);
    },
    fault: () => faults.inc(),
    observe({ arena, storage, sockets, held, gateways }) {
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
        name: 'crossplay_held_seats',
        help: 'Seats that agents without a connection have taken, waiting or playing, by gateway.',
        labelNames: ['gateway'],
        registers,
        collect() {
          for (const gateway of held.gateways) this.set({ gateway }, held.count(gateway));
        },
      });
      new Gauge({
        name: 'crossplay_commit_queue',
        help: 'Writes that wait for the next commit.',
        registers,
        collect() {
          this.set(storage.waiting());
        },
      });
      new Gauge({
        name: 'crossplay_database_bytes',
        help: 'Size of the database.',
        registers,
        async collect() {
          // Without an answer there is no figure, and the others are still told.
          const size = await storage.size().catch(() => undefined);
          if (size === undefined) this.reset();
          else this.set(size);
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
