import type { Summary } from './wire.ts';

type Result = 'won' | 'drawn' | 'lost';

/** How the match ended for the agent; nothing if it was void or the agent was not in it. */
export function resultOf({ seats, outcome }: Pick<Summary, 'seats' | 'outcome'>, agent: string): Result | undefined {
  const seat = seats.findIndex((holder) => holder.agent === agent);
  if (outcome?.kind !== 'over' || seat < 0) return undefined;
  const others = outcome.ranks.filter((_, other) => other !== seat);
  const best = Math.min(...others);
  const own = outcome.ranks[seat]!;
  return own < best ? 'won' : own === best ? 'drawn' : 'lost';
}

export interface Streak {
  result: Result;
  length: number;
}

/** The latest matches that ended alike, and the longest row of wins. @param results newest first */
export function streaksOf(results: Result[]): { current: Streak | undefined; longest: number } {
  const [latest] = results;
  const other = results.findIndex((result) => result !== latest);
  let run = 0;
  let longest = 0;
  for (const result of results) {
    run = result === 'won' ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return {
    current: latest && { result: latest, length: other < 0 ? results.length : other },
    longest,
  };
}
