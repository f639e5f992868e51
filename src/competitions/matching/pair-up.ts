import { type Edge, matchAll } from './perfect.ts';

/** What it costs that two meet, both by their number; undefined: they may not. */
export type Cost = (a: number, b: number) => number | undefined;

/** How many of the cheapest opponents of each are looked at first; all, when nobody can be paired so. */
const FIRST_LOOK = 16;
const WIDER = 4;

/**
 * Pairs everybody at the least cost. Looks at everyone's cheapest opponents before it looks at all, since a thousand have
 * half a million ways to meet; so it finds a way whenever there is one, and the cheapest among near ones.
 * @param alone with an odd number: what it costs that this one is left over
 */
export function pairUp(
  count: number,
  cost: Cost,
  alone?: (a: number) => number | undefined,
): [number, number][] | undefined {
  const vertices = count + (count % 2);
  if (vertices > count && !alone) return undefined;
  const between: Cost = (a, b) => (a === count ? alone!(b) : b === count ? alone!(a) : cost(a, b));
  const cheapestFirst = Array.from({ length: vertices }, (_, a) => opponentsByCost(vertices, a, between));
  for (let look = FIRST_LOOK; ; look *= WIDER) {
    const mates = matchAll(vertices, edgesAmong(cheapestFirst, look, between));
    if (mates) return mates.flatMap((b, a): [number, number][] => (a < b ? [[a, b]] : []));
    if (look >= vertices) return undefined;
  }
}

function opponentsByCost(vertices: number, a: number, cost: Cost): number[] {
  const found: { b: number; cost: number }[] = [];
  for (let b = 0; b < vertices; b++) {
    const price = b === a ? undefined : cost(a, b);
    if (price !== undefined) found.push({ b, cost: price });
  }
  return found.sort((x, y) => x.cost - y.cost || x.b - y.b).map(({ b }) => b);
}

function edgesAmong(cheapestFirst: number[][], look: number, cost: Cost): Edge[] {
  const seen = new Set<number>();
  const edges: Edge[] = [];
  for (const [a, opponents] of cheapestFirst.entries()) {
    for (const b of opponents.slice(0, look)) {
      const key = Math.min(a, b) * cheapestFirst.length + Math.max(a, b);
      if (seen.has(key)) continue;
      seen.add(key);
      edges.push([a, b, cost(a, b)!]);
    }
  }
  return edges;
}
