import type { Competition } from '../competition.ts';
import { mostEntrants } from '../entry.ts';
import type { Next } from '../formats/rules.ts';
import { type Entry, SERVER } from '../log.ts';
import type { State } from '../state.ts';

/** What of time a competition looks at. */
export interface Times {
  now: number;
  /** How long an arena makes new pairings, and until its next wave of them. */
  arenaLeft: number;
  waveLeft: number;
  /** How long the next round is held up. */
  breakLeft: number;
}

/** Entries that are due, or when to look again; nothing: when something happens. */
export type Due = { entries: Entry[] } | { wait: number } | { wait?: never };

const NOTHING: Due = {};

/** What a competition does by itself now. Asks for pairings only where they may be due. */
export async function agenda(
  competition: Competition,
  state: State,
  times: Times,
  next: () => Next | Promise<Next>,
): Promise<Due> {
  if (state.status === 'open') return opening(competition, state, times.now);
  if (state.status !== 'running') return NOTHING;
  const { now, arenaLeft, waveLeft, breakLeft } = times;
  const isArena = competition.format.type === 'arena';
  if (isArena && arenaLeft <= 0) return state.undecided ? NOTHING : { entries: [ended(now, 'over')] };
  if (isArena && waveLeft > 0) return { wait: Math.min(waveLeft, arenaLeft) };
  if (!isArena && state.undecided) return NOTHING;
  const due = await next();
  if (due === 'over') return state.undecided ? NOTHING : { entries: [ended(now, 'over')] };
  if (due === 'wait') return isArena ? { wait: arenaLeft } : NOTHING;
  if (!isArena && state.rounds.length > 0 && breakLeft > 0) return { wait: breakLeft };
  return { entries: [{ at: now, kind: 'paired', round: due[0]!.round, pairings: due }] };
}

function opening(competition: Competition, { entrants }: State, now: number): Due {
  const { start } = competition.rules;
  if (start === null) return NOTHING;
  const close: Due = { entries: [{ at: now, kind: 'closed', by: SERVER }] };
  if (start === 'full') return entrants.length >= mostEntrants(competition) ? close : NOTHING;
  if (now < start) return { wait: start - now };
  const { format } = competition;
  const least = format.type === 'heats' ? (format.least ?? 2) : 2;
  return entrants.length >= least ? close : { entries: [ended(now, 'too few entrants')] };
}

const ended = (at: number, why: string): Entry => ({ at, kind: 'ended', by: SERVER, why });
