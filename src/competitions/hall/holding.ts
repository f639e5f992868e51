import type { Callers } from '../../core/arena.ts';
import type { Cancel } from '../../core/clock.ts';
import type { Competition } from '../competition.ts';
import { pairingsOf, type State } from '../state.ts';
import { botOf } from './bots.ts';

/** Where rounds follow one another no later than this, agents are held for the next one. */
const SOON = 60_000;

/** Who may be called into a match at any moment, so that no queue should have it meanwhile. */
export function heldFor({ format, rules }: Competition, state: State): string[] {
  if (state.status !== 'running' || rules.between > SOON) return [];
  const still = stillIn(format, state);
  return state.entrants
    .filter(({ agent, withdrew }) => !withdrew && !botOf(agent) && still(agent))
    .map(({ agent }) => agent);
}

function stillIn(format: Competition['format'], state: State): (agent: string) => boolean {
  const last = state.rounds.at(-1);
  if (!last) return () => true;
  switch (format.type) {
    case 'knockout': {
      const going = last.pairings.flatMap(({ agents, outcome }) =>
        outcome && !format.thirdPlace ? agents.filter((_, i) => outcome.ranks[i] === 1) : agents,
      );
      return (agent) => going.includes(agent);
    }
    case 'double-knockout': {
      const lost = pairingsOf(state).flatMap(({ agents, outcome }) =>
        agents.filter((_, i) => outcome && outcome.ranks[i] !== 1),
      );
      return (agent) => lost.filter((one) => one === agent).length < 2;
    }
    case 'heats': {
      const there = last.pairings.flatMap(({ agents }) => agents);
      return (agent) => there.includes(agent);
    }
    default:
      return () => true;
  }
}

/** Holds the agents of one competition. */
export class Holding {
  readonly #callers: Callers;
  readonly #competition: Competition;
  readonly #held = new Map<string, Cancel>();
  #seen: State | undefined;

  constructor(callers: Callers, competition: Competition) {
    this.#callers = callers;
    this.#competition = competition;
  }

  follow(state: State): void {
    if (state === this.#seen) return;
    this.#seen = state;
    const wanted = new Set(heldFor(this.#competition, state));
    const { game } = this.#competition;
    for (const agent of wanted) {
      if (!this.#held.has(agent)) {
        this.#held.set(
          agent,
          this.#callers.expect({ agent, game, table: null }, () => {}),
        );
      }
    }
    for (const [agent, letGo] of [...this.#held]) {
      if (wanted.has(agent)) continue;
      this.#held.delete(agent);
      letGo();
    }
  }

  end(): void {
    for (const letGo of this.#held.values()) letGo();
    this.#held.clear();
  }
}
