import type { AnyGame } from './game.ts';
import type { MatchRecord } from './record.ts';
import { type SpectatorsSee, type Step, steps } from './step.ts';
import { StorageBusy } from './storage.ts';

/** So many milliseconds are played in one go; whatever else the server has to do comes between. */
const IN_ONE_GO = 5;
/** Each of them holds its record. */
const MOST_WAITING = 64;

const turn = (): Promise<void> => new Promise((next) => setImmediate(next));

/** Plays finished matches again behind the play: one at a time for everybody, and none for long without a break. */
export class Replays {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Where a record leads. Rejects where it does not fit the rules, and with StorageBusy where too many wait. */
  async lastStep(game: AnyGame, record: MatchRecord, spectatorsSee: SpectatorsSee): Promise<Step> {
    if (this.#waiting >= MOST_WAITING) throw new StorageBusy();
    this.#waiting++;
    const played = this.#last.then(() => play(steps(game, record, spectatorsSee)));
    this.#last = played.then(turn, turn);
    return played.finally(() => this.#waiting--);
  }
}

async function play(all: Iterable<Step>): Promise<Step> {
  let last: Step | undefined;
  let until = performance.now() + IN_ONE_GO;
  for (const step of all) {
    last = step;
    if (performance.now() < until) continue;
    await turn();
    until = performance.now() + IN_ONE_GO;
  }
  return last!;
}
