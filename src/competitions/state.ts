import type { Competition, Entrant, Pairing, Seeded } from './competition.ts';
import { decide, type Game, nextSeats, type Series } from './series.ts';

export type Status = 'open' | 'running' | 'paused' | 'over';

/** A pairing and all that happened to it. */
export interface PairingState extends Pairing {
  games: Game[];
  absent: Series['absent'];
  voids: number;
  /** Matches that are over or count no more; the next one is number `tries` + 1. */
  tries: number;
  /** Void ones too. */
  matches: string[];
  corrected: { by: string; why: string } | null;
}

export const UNTOUCHED = {
  games: [],
  absent: [],
  voids: 0,
  tries: 0,
  matches: [],
  corrected: null,
  outcome: null,
} satisfies Partial<PairingState>;

export interface Round {
  number: number;
  at: number;
  pairings: PairingState[];
}

/** Where a log leads. */
export interface State {
  status: Status;
  /** In order of entry, and of seeds once entry has closed. */
  entrants: Entrant[];
  rounds: Round[];
  /** Pairings without an outcome. */
  undecided: number;
  /** How many entries led here. */
  entries: number;
  closedAt: number | null;
  pausedAt: number | null;
  /** How long it was paused in all, without the pause that it is in. */
  pausedFor: number;
  /** When the last pairing was decided. */
  decidedAt: number | null;
  ended: { at: number; by: string; why: string } | null;
}

export const pairingsOf = ({ rounds }: State): PairingState[] => rounds.flatMap(({ pairings }) => pairings);

/** Entrants once entry has closed. */
export const seededOf = ({ entrants }: State): Seeded[] => entrants as Seeded[];

export function findPairing({ rounds }: State, id: string): PairingState | undefined {
  const number = Number(/^R(\d+)M/.exec(id)?.[1]);
  return rounds.findLast((round) => round.number === number)?.pairings.find((pairing) => pairing.id === id);
}

/** With its outcome, if what happened to it decides it. */
export function decided({ format }: Competition, state: State, pairing: PairingState): PairingState {
  const seedOf = (agent: string) => state.entrants.find((entrant) => entrant.agent === agent)!.seed!;
  const least = format.type === 'heats' ? (format.least ?? 2) : 2;
  return { ...pairing, outcome: decide(format, pairing, seedOf, least) };
}

/** Puts a changed pairing in the place of what it was, decided if it now is. */
export function changePairing(competition: Competition, state: State, changed: PairingState, at: number): State {
  return putPairing(state, decided(competition, state, changed), at);
}

export function putPairing(state: State, pairing: PairingState, at: number): State {
  const before = findPairing(state, pairing.id)!;
  const change = Number(before.outcome !== null) - Number(pairing.outcome !== null);
  return {
    ...state,
    rounds: state.rounds.map((round) =>
      round.number === pairing.round
        ? { ...round, pairings: round.pairings.map((one) => (one === before ? pairing : one)) }
        : round,
    ),
    undecided: state.undecided + change,
    ...(pairing.outcome && { decidedAt: Math.max(at, state.decidedAt ?? 0) }),
  };
}

/** A match that is to be played now. */
export interface Due {
  pairing: PairingState;
  game: number;
  /** Agents in order of seats. */
  seats: string[];
}

/** The pairings without an outcome: among the last ones, so that a long log costs nothing. */
export function openPairings({ rounds, undecided }: State): PairingState[] {
  const open: PairingState[] = [];
  for (let i = rounds.length - 1; i >= 0 && open.length < undecided; i--) {
    open.unshift(...rounds[i]!.pairings.filter(({ outcome }) => !outcome));
  }
  return open;
}

/** Of one that has no outcome. */
export const dueOf = (pairing: PairingState): Due => ({ pairing, game: pairing.tries + 1, seats: nextSeats(pairing) });

export const dueMatches = (state: State): Due[] => openPairings(state).map(dueOf);
