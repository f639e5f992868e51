import { type Entry, SERVER } from './log.ts';
import { pairingsOf, type State } from './state.ts';

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
