import type { FormatOf } from '../format.ts';
import { type FormatRules, lastRound, newPairing } from './rules.ts';

/** One against all, one after the other, from the weakest seed to the strongest. */
export const gauntlet: FormatRules<FormatOf<'gauntlet'>> = {
  next({ format: { challenger, rounds = 1, cycles = rounds }, entrants, pairings }) {
    const one = entrants.find(({ agent }) => agent === challenger) ?? entrants[0];
    const others = entrants.filter((entrant) => entrant !== one).reverse();
    for (let round = lastRound(pairings) + 1; round <= cycles * others.length; round++) {
      const turn = (round - 1) % others.length;
      const cycle = Math.floor((round - 1) / others.length);
      const other = others[turn]!;
      if (!one || (one.withdrew && other.withdrew)) continue;
      const seats = [one.agent, other.agent];
      return [newPairing(round, 1, (turn + cycle) % 2 ? seats.reverse() : seats)];
    }
    return 'over';
  },
};
