import { type Edge, matchAll } from './match-all.ts';

/** What it costs that two meet, both by their number; undefined: they may not. */
export type Cost = (a: number, b: number) => number | undefined;

/** How many of the cheapest opponents of each are looked at first, and how many of the next in order; more, until a way is found. */
const FIRST_LOOK = 12;
const NEXT = 6;
const WIDER = 4;

/**
 * Pairs everybody at the least cost. They are numbered in order, like beside like. Looks at everyone's cheapest opponents and
 * at the next in order before it looks at all, since a thousand have half a million ways to meet; so it finds a way whenever
 * there is one, and the cheapest among near ones.
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
  for (let times = 1; ; times *= WIDER) {
    const mates = matchAll(vertices, edgesAmong(vertices, times, between));
    if (mates) return mates.flatMap((b, a): [number, number][] => (a < b ? [[a, b]] : []));
    if (FIRST_LOOK * times >= vertices) return undefined;
  }
}

function edgesAmong(vertices: number, times: number, cost: Cost): Edge[] {
  const seen = new Set<number>();
  const edges: Edge[] = [];
  for (let a = 0; a < vertices; a++) {
    for (const [b, price] of nearOnes(vertices, a, times, cost)) {
      const key = Math.min(a, b) * vertices + Math.max(a, b);
      if (seen.has(key)) continue;
      seen.add(key);
      edges.push([a, b, price]);
    }
  }
  return edges;
}

/** The cheapest opponents of one, and the next after it. */
function nearOnes(vertices: number, a: number, times: number, cost: Cost): [number, number][] {
  const cheapest: [number, number][] = [];
  const next: [number, number][] = [];
  for (let b = 0; b < vertices; b++) {
    const price = b === a ? undefined : cost(a, b);
    if (price === undefined) continue;
    if (b > a && next.length < NEXT * times) next.push([b, price]);
    if (cheapest.length === FIRST_LOOK * times) {
      if (price >= cheapest.at(-1)![1]) continue;
      cheapest.pop();
    }
    let place = cheapest.length;
    while (place > 0 && cheapest[place - 1]![1] > price) place--;
    cheapest.splice(place, 0, [b, price]);
  }
  return [...cheapest, ...next];
}
