import { stepRandom } from '../../core/random.ts';
import type { FormatOf } from '../format.ts';
import { bracketSize, duePairings, fill, inOrder, type Node, numbered, type Source } from './bracket.ts';
import { knockoutNodes } from './knockout.ts';
import type { FormatRules } from './rules.ts';

/**
 * Who loses twice is out. Losers of the winners' bracket drop into the losers' one, each time from the other end, so that the
 * same two do not meet again soon. The last of each meet in the final, and once more if the one from the losers' side wins.
 */
export function doubleKnockoutNodes(entrants: number): Node[] {
  const winners = knockoutNodes(entrants).map((node): Node => ({ ...node, part: 'winners' }));
  const next = numbered();
  for (const { round } of winners) next(round);
  const rounds = Math.log2(bracketSize(entrants));
  const inRound = (round: number) => winners.filter((node) => node.round === round);
  const losers: Node[] = [];
  /** A round of the losers' bracket; round i of it is played beside round i + 1 of the winners'. */
  const add = (number: number, pairs: [Source, Source][]): Source[] =>
    pairs.map((sources) => {
      const node: Node = { id: next(number + 1), round: number + 1, part: 'losers', sources };
      losers.push(node);
      return { winner: node.id };
    });
  const inPairs = (sources: Source[]): [Source, Source][] =>
    sources.flatMap((source, i): [Source, Source][] => (i % 2 ? [[sources[i - 1]!, source]] : []));

  let left: Source[] = inRound(1).map(({ id }) => ({ loser: id }));
  for (let drop = 1; drop < rounds; drop++) {
    const staying = add(2 * drop - 1, inPairs(left));
    const dropping = inRound(drop + 1).map(({ id }): Source => ({ loser: id }));
    const half = dropping.length / 2;
    const turned = drop % 2 ? dropping.reverse() : [...dropping.slice(half), ...dropping.slice(0, half)];
    left = add(
      2 * drop,
      staying.map((source, i): [Source, Source] => [source, turned[i]!]),
    );
  }
  const round = 2 * rounds;
  const sources: [Source, Source] = [{ winner: winners.at(-1)!.id }, left[0]!];
  const final: Node = { id: next(round), round, part: 'final', sources };
  const again: Node = {
    id: next(round + 1),
    round: round + 1,
    part: 'final',
    sources: [{ winner: final.id }, { loser: final.id }],
    onlyIfSecondWon: final.id,
  };
  return inOrder([...winners, ...losers, final, again]);
}

export const doubleKnockout: FormatRules<FormatOf<'double-knockout'>> = {
  next({ entrants, pairings, seed }) {
    const nodes = doubleKnockoutNodes(entrants.length);
    const random = stepRandom(seed, pairings.length, 'seats');
    const due = duePairings(nodes, entrants, pairings, () => random.int(2) === 0);
    return due.length ? due : 'over';
  },

  /** How long each stayed; while both are in, who has not lost yet stands before who has. */
  merit({ entrants, pairings }) {
    const nodes = doubleKnockoutNodes(entrants.length);
    const filled = fill(nodes, entrants, pairings);
    const merit = new Map(entrants.map(({ agent }) => [agent, [Infinity, 1]]));
    for (const { id, round, part } of nodes) {
      const { winner, loser, sides } = filled.get(id)!;
      if (!loser) continue;
      const firstLoss = part === 'winners' || (part === 'final' && loser === sides[0] && merit.get(loser)![1] === 1);
      merit.set(loser, firstLoss ? [Infinity, 0] : [round, 0]);
      if (part === 'final' && winner && firstLoss) merit.set(winner, [Infinity, 0]);
    }
    return merit;
  },
};
