import type { Competition } from './competition.ts';
import { type Entry, SERVER } from './log.ts';
import { type PairingState, pairingsOf, type State } from './state.ts';

/** So many pairings in a row to which an agent did not come, and it is withdrawn. */
export const MOST_NO_SHOWS = 3;

/** What happens when agents do not come: they lose the pairing, and who did so too often is out. */
export function noShow(state: State, pairing: string, agents: string[], at: number): Entry[] {
  const out = agents.filter((agent) => noShowsInARow(state, agent) + 1 >= MOST_NO_SHOWS);
  return [
    { at, kind: 'no-show', pairing, agents },
    ...out.map((agent): Entry => ({ at, kind: 'withdrew', agent, by: SERVER, why: 'no-shows' })),
  ];
}

/** Decided pairings since it last came. */
function noShowsInARow(state: State, agent: string): number {
  const own = pairingsOf(state).filter(({ agents, outcome }) => outcome && agents.length > 1 && agents.includes(agent));
  const since = own.findLastIndex(({ absent }) => !absent.some((one) => one.agent === agent && one.why === 'no-show'));
  return own.length - 1 - since;
}

/** What each agent of a pairing is told when somebody has not come, as of the state after that. */
export function noShowWords(
  { name, rules }: Competition,
  { entrants }: State,
  { id, agents, outcome }: PairingState,
  absent: string[],
): [agent: string, words: string][] {
  const entrant = (agent: string) => entrants.find((one) => one.agent === agent)!;
  const missing = absent.map((agent) => entrant(agent).name).join(', ');
  return agents.map((agent) => {
    const of = `${name}, ${id}: `;
    if (absent.includes(agent)) {
      const out = entrant(agent).withdrew ? ` After ${MOST_NO_SHOWS} in a row you are withdrawn.` : '';
      return [agent, `${of}you did not come within ${rules.noShow / 1000} seconds and lose the pairing.${out}`];
    }
    return [agent, `${of}${missing} did not come. ${outcome ? 'You win the pairing.' : 'It is played without.'}`];
  });
}
