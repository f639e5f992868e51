import { stepRandom } from '../../core/random.ts';
import type { FormatOf } from '../format.ts';
import { bracketSize, duePairings, fill, type Node, numbered, seedOrder } from './bracket.ts';
import type { FormatRules } from './rules.ts';

/** Who loses is out. Where the number is no power of two, the best seeds have a bye in the first round. */
export function knockoutNodes(entrants: number, thirdPlace = false): Node[] {
  const order = seedOrder(bracketSize(entrants));
  const next = numbered();
  const nodes: Node[] = [];
  const rounds = Math.log2(order.length);
  let last: Node[] = [];
  for (let round = 1; round <= rounds; round++) {
    const before = last;
    last = Array.from({ length: order.length / 2 ** round }, (_, i): Node => {
      const [one, other] = [2 * i, 2 * i + 1];
      return {
        id: next(round),
        round,
        ...(round === rounds && { part: 'final' as const }),
        sources:
          round === 1
            ? [{ seed: order[one]! }, { seed: order[other]! }]
            : [{ winner: before[one]!.id }, { winner: before[other]!.id }],
      };
    });
    nodes.push(...last);
    if (round === rounds && thirdPlace && rounds > 1) {
      const [one, other] = before.map(({ id }) => ({ loser: id }));
      nodes.push({ id: next(round), round, part: 'third place', sources: [one!, other!] });
    }
  }
  return nodes;
}

export const knockout: FormatRules<FormatOf<'knockout'>> = {
  next({ format, entrants, pairings, seed }) {
    const nodes = knockoutNodes(entrants.length, format.thirdPlace);
    const random = stepRandom(seed, pairings.length, 'seats');
    const due = duePairings(nodes, entrants, pairings, () => random.int(2) === 0);
    return due.length ? due : 'over';
  },

  /** How far each came; the third place is decided between two who came as far. */
  merit({ format, entrants, pairings }) {
    const nodes = knockoutNodes(entrants.length, format.thirdPlace);
    const filled = fill(nodes, entrants, pairings);
    const merit = new Map(entrants.map(({ agent }) => [agent, [Infinity]]));
    for (const { id, round, part } of nodes) {
      const { winner, loser } = filled.get(id)!;
      if (part === 'third place') {
        if (winner) merit.set(winner, [round - 0.5]);
      } else if (loser) merit.set(loser, [round]);
    }
    return merit;
  },
};
