import { type Competition, isRefused, type NewPairing, type Refused, refuse } from './competition.ts';
import { correct } from './corrections.ts';
import { enter, withdraw } from './entry.ts';
import { seedEntrants } from './seeds.ts';
import {
  changePairing,
  decided,
  findPairing,
  openPairings,
  type PairingState,
  type State,
  UNTOUCHED,
} from './state.ts';

/** One step of a competition. Who took it stands in `by`: a host, an agent, or `server`. */
export type Entry = { at: number } & (
  | { kind: 'entered'; agent: string; name: string; rating?: number; owner?: string }
  | { kind: 'withdrew'; agent: string; by: string; why: string }
  /** Entry is closed, seeds are fixed, and it runs. */
  | { kind: 'closed'; by: string }
  | { kind: 'paired'; round: number; pairings: NewPairing[] }
  /** Match number `game` of a pairing is over. Agents in order of seats; no ranks: it was void. */
  | {
      kind: 'result';
      pairing: string;
      game: number;
      match: string;
      agents: string[];
      ranks: number[] | null;
      reason: string;
    }
  | { kind: 'no-show'; pairing: string; agents: string[] }
  | { kind: 'paused'; by: string }
  | { kind: 'resumed'; by: string }
  /** A host's repair: ranks by agents of the pairing, or the pairing is played anew. */
  | { kind: 'corrected'; pairing: string; ranks: number[] | 'replay'; by: string; why: string }
  | { kind: 'ended'; by: string; why: string }
);

export const SERVER = 'server';

export const begin = (): State => ({
  status: 'open',
  entrants: [],
  rounds: [],
  undecided: 0,
  entries: 0,
  closedAt: null,
  pausedAt: null,
  pausedFor: 0,
  decidedAt: null,
  ended: null,
});

/** The one step that running and replay share. Pure: the state that went in is not changed. */
export function apply(competition: Competition, state: State, entry: Entry): State | Refused {
  if (state.status === 'over') return refuse('over', 'The competition is over.');
  const next = step(competition, state, entry);
  return isRefused(next) ? next : { ...next, entries: state.entries + 1 };
}

export function applyAll(competition: Competition, state: State, entries: Entry[]): State | Refused {
  let next: State | Refused = state;
  for (const entry of entries) {
    next = apply(competition, next, entry);
    if (isRefused(next)) return next;
  }
  return next;
}

/** @throws where the log is none: it was checked before it was written */
export function replay(competition: Competition, entries: Entry[]): State {
  const state = applyAll(competition, begin(), entries);
  if (isRefused(state)) throw new Error(`the log of competition ${competition.id} cannot be replayed: ${state.reason}`);
  return state;
}

function step(competition: Competition, state: State, entry: Entry): State | Refused {
  switch (entry.kind) {
    case 'entered': {
      const { kind: _, at: __, ...who } = entry;
      return enter(competition, state, who);
    }
    case 'withdrew':
      return withdraw(competition, state, entry.agent, entry.at);
    case 'closed':
      return close(competition, state, entry.at);
    case 'paired':
      return pair(competition, state, entry);
    case 'result':
      return takeResult(competition, state, entry);
    case 'no-show':
      return takeNoShow(competition, state, entry);
    case 'paused':
      if (state.status !== 'running') return refuse('not-running', 'Only a competition that runs can be paused.');
      return { ...state, status: 'paused', pausedAt: entry.at };
    case 'resumed': {
      if (state.pausedAt === null) return refuse('not-paused', 'The competition is not paused.');
      const pausedFor = state.pausedFor + Math.max(0, entry.at - state.pausedAt);
      return { ...state, status: 'running', pausedAt: null, pausedFor };
    }
    case 'corrected':
      return correct(competition, state, entry);
    case 'ended':
      return { ...state, status: 'over', ended: { at: entry.at, by: entry.by, why: entry.why } };
  }
}

function close({ format, seed }: Competition, state: State, at: number): State | Refused {
  if (state.status !== 'open') return refuse('closed-already', 'Entry has closed already.');
  const least = format.type === 'heats' ? (format.least ?? 2) : 2;
  if (state.entrants.length < least) return refuse('too-few', `It takes at least ${least} entrants to begin.`);
  return { ...state, status: 'running', entrants: seedEntrants(state.entrants, format, seed), closedAt: at };
}

function pair(
  competition: Competition,
  state: State,
  { at, round, pairings }: Entry & { kind: 'paired' },
): State | Refused {
  if (state.status !== 'running') return refuse('not-running', 'Pairings are made while a competition runs.');
  const last = state.rounds.at(-1)?.number ?? 0;
  if (round <= last) return refuse('paired-already', `Round ${round} is paired already.`);
  const seated = pairings.flatMap(({ agents }) => agents);
  const known = new Map(state.entrants.map((entrant) => [entrant.agent, entrant]));
  const unknown = seated.find((agent) => !known.has(agent));
  if (unknown !== undefined) return refuse('not-entered', `${unknown} has not entered.`);
  const busy = [...openPairings(state).flatMap(({ agents }) => agents), ...seated];
  if (new Set(busy).size < busy.length) {
    return refuse('busy', 'Nobody can be in two pairings at once.');
  }
  const made = pairings.map((pairing) => {
    const gone = pairing.agents.filter((agent) => known.get(agent)!.withdrew);
    const absent = gone.map((agent) => ({ agent, why: 'withdrew' as const }));
    return decided(competition, state, { ...UNTOUCHED, ...pairing, absent });
  });
  const open = made.filter(({ outcome }) => !outcome).length;
  return {
    ...state,
    rounds: [...state.rounds, { number: round, at, pairings: made }],
    undecided: state.undecided + open,
    ...(open === 0 && { decidedAt: at }),
  };
}

/** The pairing that a result or a no-show is about, while it is open. */
function openPairing(state: State, id: string): PairingState | Refused {
  const pairing = findPairing(state, id);
  if (!pairing) return refuse('unknown-pairing', `There is no pairing ${id}.`);
  return pairing.outcome ? refuse('pairing-over', `Pairing ${id} is over.`) : pairing;
}

function takeResult(competition: Competition, state: State, entry: Entry & { kind: 'result' }): State | Refused {
  const pairing = openPairing(state, entry.pairing);
  if (isRefused(pairing)) return pairing;
  const { game, match, agents, ranks, reason } = entry;
  if (game !== pairing.tries + 1) return refuse('stale', `Match ${game} of pairing ${pairing.id} counts no more.`);
  if (agents.some((agent) => !pairing.agents.includes(agent)) || (ranks && ranks.length !== agents.length)) {
    return refuse('wrong-agents', `These are not the agents of pairing ${pairing.id}.`);
  }
  const played: PairingState = {
    ...pairing,
    tries: game,
    matches: [...pairing.matches, match],
    ...(ranks ? { games: [...pairing.games, { match, agents, ranks, reason }] } : { voids: pairing.voids + 1 }),
  };
  return changePairing(competition, state, played, entry.at);
}

function takeNoShow(
  competition: Competition,
  state: State,
  { at, ...entry }: Entry & { kind: 'no-show' },
): State | Refused {
  const pairing = openPairing(state, entry.pairing);
  if (isRefused(pairing)) return pairing;
  const missing = entry.agents.filter((agent) => pairing.absent.every((one) => one.agent !== agent));
  if (missing.length === 0 || missing.some((agent) => !pairing.agents.includes(agent))) {
    return refuse('wrong-agents', `These are not the agents of pairing ${pairing.id}.`);
  }
  const absent = [...pairing.absent, ...missing.map((agent) => ({ agent, why: 'no-show' as const }))];
  return changePairing(competition, state, { ...pairing, absent, tries: pairing.tries + 1 }, at);
}
