import { hashSeed } from '../core/random.ts';
import type { Competition } from './competition.ts';
import type { ShownCompetition, ShownSummary } from './schema.ts';
import { standings } from './standings.ts';
import { pairingsOf, type State, seededOf } from './state.ts';
import { writeTime } from './times.ts';

function head({ id, name, game, format, rules, prize }: Competition, { status }: State) {
  const { entry, start } = rules;
  return {
    id,
    name,
    game,
    format,
    status,
    entry,
    start: typeof start === 'number' ? writeTime(start) : start,
    prize: prize ?? null,
  };
}

export const summarise = (competition: Competition, state: State): ShownSummary => ({
  ...head(competition, state),
  entered: state.entrants.length,
  round: state.rounds.at(-1)?.number ?? 0,
});

/**
 * A competition as anyone may see it. The seed is secret until entry has closed.
 * @param live the match that is played now, by pairing
 */
export function show(
  competition: Competition,
  state: State,
  live: ReadonlyMap<string, string> = new Map(),
): ShownCompetition {
  const { options, rules, format, seed } = competition;
  const closed = state.closedAt !== null;
  return {
    ...head(competition, state),
    options,
    noShowSeconds: rules.noShow / 1000,
    breakSeconds: rules.between / 1000,
    draw: { hash: hashSeed(seed), seed: closed ? seed : null },
    entrants: state.entrants.map(({ agent, name, seed: number, rating, withdrew }) => ({
      agent,
      name,
      seed: number,
      rating: rating ?? null,
      withdrew,
    })),
    rounds: state.rounds.map(({ number, pairings }) => ({
      number,
      pairings: pairings.map(({ id, agents, matches, outcome, part, corrected }) => ({
        id,
        agents,
        matches: live.has(id) ? [...matches, live.get(id)!] : matches,
        outcome,
        ...(part && { part }),
        ...(corrected && { corrected }),
      })),
    })),
    standings: closed ? standings(format, seededOf(state), pairingsOf(state), seed) : [],
    ended: state.ended && { ...state.ended, at: writeTime(state.ended.at) },
  };
}
