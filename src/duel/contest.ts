import type { ExportedRecord } from '../core/record.ts';
import type { Plan } from './plan.ts';
import type { Children } from './players/children.ts';
import { run, type StartLane } from './run.ts';
import { isDecided } from './statistics/always-valid.ts';
import { type Hypotheses, sprt } from './statistics/sprt.ts';
import { Tally } from './tally.ts';

export interface Contest {
  plan: Plan;
  children: Children;
  startLane: StartLane;
  hypotheses: Hypotheses | undefined;
  /** Ends as soon as it is known who is better. */
  stopEarly: boolean;
  keep?(record: ExportedRecord): void;
  signal: AbortSignal;
}

export interface Finished {
  tally: Tally;
  /** Why it ended before its last game. */
  ended: string | undefined;
}

/** Plays a plan and counts. @param counted called whenever a round was added */
export async function hold(contest: Contest, counted: (tally: Tally) => void): Promise<Finished> {
  const { plan, children, startLane, hypotheses, stopEarly, keep, signal } = contest;
  const tally = new Tally(plan.players.length, plan.schedule.seats);
  let ended: string | undefined;
  await run({
    plan,
    children,
    startLane,
    signal,
    take(result) {
      tally.add(result);
      for (const { record } of result.games) if (record) keep?.(record);
      counted(tally);
      if (hypotheses && sprt(tally.pentanomial, hypotheses).verdict) ended = 'ended by the SPRT';
      else if (stopEarly && isDecided(tally.pentanomial)) ended = 'ended as soon as it was clear who is better';
      return ended !== undefined;
    },
  });
  if (signal.aborted) ended = 'interrupted';
  return { tally, ended };
}
