import { type Competition, type Refused, refuse } from './competition.ts';
import { needsWinner } from './format.ts';
import {
  changePairing,
  findPairing,
  openPairings,
  type PairingState,
  putPairing,
  type State,
  UNTOUCHED,
} from './state.ts';

export interface Correction {
  at: number;
  pairing: string;
  ranks: number[] | 'replay';
  by: string;
  why: string;
}

/** A host's repair. A match of the pairing that is still under way counts no more. */
export function correct(
  competition: Competition,
  state: State,
  { at, pairing: id, ranks, by, why }: Correction,
): State | Refused {
  const pairing = findPairing(state, id);
  if (!pairing) return refuse('unknown-pairing', `There is no pairing ${id}.`);
  if (pairing.agents.length === 1) return refuse('bye', 'A bye has no result to correct.');
  if (why.trim() === '') return refuse('no-reason', 'Say why.');
  const isLast = pairing.round === state.rounds.at(-1)!.number;
  if (!isLast && needsWinner(competition.format)) {
    return refuse('too-late', 'The next round was paired by this result: it stands.');
  }
  const corrected: PairingState = { ...pairing, tries: pairing.tries + 1, corrected: { by, why } };
  if (ranks !== 'replay') return give(competition, state, corrected, ranks, at);
  if (!isLast && competition.format.type !== 'arena') {
    return refuse('too-late', 'Only a pairing of the last round can be played anew.');
  }
  const busy = openPairings(state).some(
    (other) => other !== pairing && other.agents.some((agent) => pairing.agents.includes(agent)),
  );
  if (busy) return refuse('busy', 'Its agents are in another pairing.');
  const { tries, corrected: note } = corrected;
  const absent = pairing.absent.filter(({ why: reason }) => reason === 'withdrew');
  const anew: PairingState = { ...pairing, ...UNTOUCHED, absent, tries, matches: pairing.matches, corrected: note };
  return changePairing(competition, state, anew, at);
}

function give(
  { format }: Competition,
  state: State,
  pairing: PairingState,
  ranks: number[],
  at: number,
): State | Refused {
  const { agents } = pairing;
  const best = Math.min(...ranks);
  if (
    ranks.length !== agents.length ||
    best !== 1 ||
    ranks.some((rank) => !Number.isInteger(rank) || rank > agents.length)
  ) {
    return refuse('wrong-ranks', `A result is a rank for each of the ${agents.length} agents, from 1.`);
  }
  if (needsWinner(format) && ranks.filter((rank) => rank === 1).length > 1) {
    return refuse('needs-winner', 'In a knockout somebody has to win.');
  }
  return putPairing(state, { ...pairing, outcome: { ranks, reason: 'corrected' } }, at);
}
