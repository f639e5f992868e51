import { Worker } from 'node:worker_threads';
import type { RoundResult } from './lane.ts';
import type { LaneData } from './lane-in-thread.ts';
import type { Plan } from './plan.ts';
import type { Children } from './players/children.ts';
import { roundsOf } from './schedule.ts';

/** Runs one lane until its end or until it is told to stop. */
export type StartLane = (lane: number, tell: (results: RoundResult[]) => void) => Lane;

export interface Lane {
  done: Promise<void>;
  /** Stops at once. */
  stop(): Promise<void>;
}

export interface RunParts {
  plan: Plan;
  children: Children;
  /** Called with each round in order of rounds, whichever lane was quicker. True: that is enough. */
  take(result: RoundResult): boolean;
  startLane: StartLane;
  signal: AbortSignal;
}

/**
 * Plays a plan. Rounds are taken in order, so the same seed ends a run after the same round, however many lanes there are
 * and however quick each of them is. @returns once nothing runs any more
 */
export async function run({ plan, children, take, startLane, signal }: RunParts): Promise<void> {
  const enough = Promise.withResolvers<void>();
  const early = new Map<number, RoundResult>();
  let next = 0;
  let ended = false;
  const tell = (results: RoundResult[]): void => {
    for (const result of results) early.set(result.round, result);
    for (let result = early.get(next); result && !ended; result = early.get(next)) {
      early.delete(next++);
      ended = take(result);
    }
    if (ended) enough.resolve();
  };
  signal.addEventListener('abort', () => enough.resolve(), { once: true });
  const count = Math.min(plan.lanes, roundsOf(plan.schedule).count);
  const lanes = Array.from({ length: count }, (_, lane) => startLane(lane, tell));
  try {
    await Promise.race([enough.promise, Promise.all(lanes.map(({ done }) => done))]);
  } finally {
    ended = true;
    await Promise.all(lanes.map((lane) => lane.stop()));
    children.endAll();
  }
}

const STOP_WITHIN_MS = 500;

/** A lane in a thread of its own. */
export const threadLane =
  (plan: Plan, children: Children): StartLane =>
  (lane, tell) => {
    const workerData: LaneData = { plan, lane, children: children.shared };
    const worker = new Worker(new URL('./lane-thread.ts', import.meta.url), { workerData });
    const done = Promise.withResolvers<void>();
    worker.on('message', tell);
    worker.on('error', done.reject);
    worker.on('exit', () => done.resolve());
    const stop = async (): Promise<void> => {
      worker.postMessage('stop');
      // One whose players think in its own thread does not hear that.
      const deaf = setTimeout(() => void worker.terminate(), STOP_WITHIN_MS);
      await done.promise.catch(() => {});
      clearTimeout(deaf);
    };
    return { done: done.promise, stop };
  };
