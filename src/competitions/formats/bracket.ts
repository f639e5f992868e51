import type { NewPairing, Pairing, Part, Seeded } from '../competition.ts';
import { newPairing } from './rules.ts';
import { SeatTally } from './seating.ts';

/** Where one side of a node comes from: a seed from 1, or the winner or loser of another node. */
export type Source = { seed: number } | { winner: string } | { loser: string };

/** A place in a bracket where two meet. Its id is that of its pairing. */
export interface Node {
  id: string;
  round: number;
  part?: Part;
  sources: [Source, Source];
  /** It is played only if the second side won there. */
  onlyIfSecondWon?: string;
}

/** Who is at a node: null nobody, undefined not known yet. */
interface Filled {
  sides: [string | null | undefined, string | null | undefined];
  winner: string | null | undefined;
  loser: string | null | undefined;
}

/** The order of seeds in the first round of a bracket: the better they are, the later they meet. */
export function seedOrder(size: number): number[] {
  let order = [1];
  while (order.length < size) order = order.flatMap((seed) => [seed, 2 * order.length + 1 - seed]);
  return order;
}

export const bracketSize = (entrants: number): number => 2 ** Math.max(1, Math.ceil(Math.log2(entrants)));

/** Follows results through the nodes, which are in order of rounds. */
export function fill(nodes: Node[], entrants: Seeded[], pairings: Pairing[]): Map<string, Filled> {
  const played = new Map(pairings.map((pairing) => [pairing.id, pairing]));
  const filled = new Map<string, Filled>();
  const side = (source: Source): string | null | undefined => {
    if ('seed' in source) return entrants[source.seed - 1]?.agent ?? null;
    return 'winner' in source ? filled.get(source.winner)!.winner : filled.get(source.loser)!.loser;
  };
  for (const { id, sources, onlyIfSecondWon } of nodes) {
    const [one, other] = [side(sources[0]), side(sources[1])];
    const before = onlyIfSecondWon === undefined ? undefined : filled.get(onlyIfSecondWon)!;
    if (before && before.winner !== undefined && before.winner !== before.sides[1]) {
      filled.set(id, { sides: [null, null], winner: null, loser: null });
      continue;
    }
    filled.set(id, { sides: [one, other], ...result(played.get(id), one, other) });
  }
  return filled;
}

function result(
  pairing: Pairing | undefined,
  one: string | null | undefined,
  other: string | null | undefined,
): Pick<Filled, 'winner' | 'loser'> {
  if (one === null && other === null) return { winner: null, loser: null };
  if (!pairing?.outcome) return { winner: undefined, loser: undefined };
  const { agents, outcome } = pairing;
  const first = outcome.ranks.indexOf(Math.min(...outcome.ranks));
  return { winner: agents[first]!, loser: agents[1 - first] ?? null };
}

/** The pairings of the next round that has any. A side without an opponent has a bye. */
export function duePairings(
  nodes: Node[],
  entrants: Seeded[],
  pairings: Pairing[],
  oneFirst: () => boolean,
): NewPairing[] {
  const filled = fill(nodes, entrants, pairings);
  const known = new Set(pairings.map(({ id }) => id));
  const tally = new SeatTally(pairings);
  const ready = nodes.filter(({ id }) => {
    const { sides } = filled.get(id)!;
    return !known.has(id) && !sides.includes(undefined) && sides.some((side) => side !== null);
  });
  return ready
    .filter(({ round }) => round === ready[0]!.round)
    .map(({ id, round, part }) => {
      const [one, other] = filled.get(id)!.sides;
      const seats = one && other ? tally.order(one, other, oneFirst()) : [(one ?? other)!];
      return newPairing(round, Number(id.split('M')[1]), seats, part);
    });
}

/** Numbers the nodes of each round. */
export function numbered(): (round: number) => string {
  const counts = new Map<number, number>();
  return (round) => {
    const number = (counts.get(round) ?? 0) + 1;
    counts.set(round, number);
    return `R${round}M${number}`;
  };
}

export const inOrder = (nodes: Node[]): Node[] => [...nodes].sort((a, b) => a.round - b.round);
