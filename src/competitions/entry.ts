import { type Competition, type Entrant, type Refused, refuse } from './competition.ts';
import { MOST_ENTRANTS, MOST_IN_ROUND_ROBIN } from './format.ts';
import { changePairing, openPairings, type PairingState, type State } from './state.ts';

export type Entering = Pick<Entrant, 'agent' | 'name' | 'rating' | 'owner'>;

export function enter(competition: Competition, state: State, who: Entering): State | Refused {
  const refused = refusal(competition, state, who);
  if (refused) return refused;
  return { ...state, entrants: [...state.entrants, { ...who, seed: null, lot: null, withdrew: false }] };
}

export const mostEntrants = ({ format, rules }: Competition): number =>
  Math.min(rules.entry.max ?? Infinity, format.type === 'round-robin' ? MOST_IN_ROUND_ROBIN : MOST_ENTRANTS);

/** Why it cannot enter, by the competition's own limits. */
function refusal(competition: Competition, state: State, { agent, rating, owner }: Entering): Refused | undefined {
  const { minRating, maxRating, perOwner } = competition.rules.entry;
  if (state.status !== 'open') return refuse('closed', 'Entry has closed.');
  if (state.entrants.some((entrant) => entrant.agent === agent)) {
    return refuse('entered-already', 'This agent has entered already.');
  }
  const most = mostEntrants(competition);
  if (state.entrants.length >= most) return refuse('full', `All ${most} places are taken.`);
  if (rating === undefined && (minRating !== undefined || maxRating !== undefined)) {
    return refuse('unrated', 'Only agents with a rating may enter.');
  }
  if (minRating !== undefined && rating! < minRating)
    return refuse('rating', `Entry takes a rating of at least ${minRating}.`);
  if (maxRating !== undefined && rating! > maxRating)
    return refuse('rating', `Entry takes a rating of at most ${maxRating}.`);
  if (perOwner !== undefined) {
    if (owner === undefined) return refuse('owner', 'Only agents whose owner is known may enter.');
    const owned = state.entrants.filter((entrant) => entrant.owner === owner).length;
    if (owned >= perOwner) return refuse('owner', `An owner may enter at most ${perOwner} agents.`);
  }
  return undefined;
}

/** Before entry closes it was never there; afterwards it loses what it has open. */
export function withdraw(competition: Competition, state: State, agent: string, at: number): State | Refused {
  const entrant = state.entrants.find((one) => one.agent === agent);
  if (!entrant) return refuse('not-entered', 'This agent has not entered.');
  if (entrant.withdrew) return refuse('withdrew-already', 'This agent has withdrawn already.');
  if (state.status === 'open') return { ...state, entrants: state.entrants.filter((one) => one !== entrant) };
  const gone = state.entrants.map((one) => (one === entrant ? { ...one, withdrew: true } : one));
  const open = openPairings(state).filter(({ agents }) => agents.includes(agent));
  return open.reduce(
    (next: State, pairing: PairingState) => {
      const known = pairing.absent.some((one) => one.agent === agent);
      const absent = known ? pairing.absent : [...pairing.absent, { agent, why: 'withdrew' as const }];
      return changePairing(competition, next, { ...pairing, absent }, at);
    },
    { ...state, entrants: gone },
  );
}
