import { parentPort, workerData } from 'node:worker_threads';
import { loadGame } from './catalogue.ts';
import { localHost, type RoundResult, runLane } from './lane.ts';
import type { Plan } from './plan.ts';
import { Children } from './players/children.ts';

export interface LaneData {
  plan: Plan;
  lane: number;
  children: Int32Array<SharedArrayBuffer>;
}

const TELL_EVERY_MS = 20;

// Asked to stop, it ends between two events, so that no process is started and not yet noted.
parentPort!.once('message', () => process.exit()).unref();

const { plan, lane, children } = workerData as LaneData;
const game = (await loadGame(plan.game))!;
const host = localHost(plan, game, new Children(children));
let told = performance.now();
let results: RoundResult[] = [];
const tell = (): void => {
  if (results.length) parentPort!.postMessage(results);
  results = [];
  told = performance.now();
};
await runLane(plan, game.rules, lane, host, (result) => {
  results.push(result);
  if (performance.now() - told > TELL_EVERY_MS) tell();
});
tell();
await host.close();
