import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Edge, matchAll } from './perfect.ts';

/** The least cost, by trying every way: over sets of vertices that are left. */
function leastByTrying(vertices: number, edges: Edge[]): number | undefined {
  const costs = new Map(edges.map(([a, b, cost]) => [Math.min(a, b) * vertices + Math.max(a, b), cost]));
  const known = new Map<number, number>([[0, 0]]);
  const least = (left: number): number => {
    const seen = known.get(left);
    if (seen !== undefined) return seen;
    const a = 31 - Math.clz32(left & -left);
    let found = Infinity;
    for (let b = a + 1; b < vertices; b++) {
      const cost = costs.get(a * vertices + b);
      if (cost !== undefined && left & (1 << b)) found = Math.min(found, cost + least(left & ~(1 << a) & ~(1 << b)));
    }
    known.set(left, found);
    return found;
  };
  const found = least((1 << vertices) - 1);
  return found === Infinity ? undefined : found;
}

function costOf(mates: number[] | undefined, edges: Edge[]): number | undefined {
  if (!mates) return undefined;
  let sum = 0;
  for (const [a, b] of mates.entries()) {
    expect(mates[b]).toBe(a);
    if (a > b) continue;
    const edge = edges.find(([x, y]) => (x === a && y === b) || (x === b && y === a));
    expect(edge).toBeDefined();
    sum += edge![2];
  }
  return sum;
}

const graphs = (most: number) =>
  fc
    .integer({ min: 1, max: 6 })
    .map((half) => 2 * half)
    .chain((vertices) =>
      fc
        .uniqueArray(fc.tuple(fc.nat(Math.max(0, vertices - 1)), fc.nat(Math.max(0, vertices - 1))), {
          maxLength: 40,
          selector: ([a, b]) => Math.min(a, b) * 100 + Math.max(a, b),
        })
        .map((pairs) => pairs.filter(([a, b]) => a !== b && vertices > 1))
        .chain((pairs) =>
          fc.record({
            vertices: fc.constant(vertices),
            edges: fc
              .array(fc.nat(most), { minLength: pairs.length, maxLength: pairs.length })
              .map((all) => pairs.map(([a, b], i): Edge => [a, b, all[i]!])),
          }),
        ),
    );

describe('pairing everybody at the least cost', () => {
  test.each([1, 4, 1000, 2 ** 40])('is as cheap as the cheapest way, costs up to %d', (most) => {
    fc.assert(
      fc.property(graphs(most), ({ vertices, edges }) => {
        expect(costOf(matchAll(vertices, edges), edges)).toBe(leastByTrying(vertices, edges));
      }),
      { numRuns: 1500 },
    );
  });

  test('is as cheap as the cheapest way where everybody may meet everybody', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.infiniteStream(fc.nat(20)), (half, costs) => {
        const edges: Edge[] = [];
        for (let a = 0; a < 2 * half; a++)
          for (let b = a + 1; b < 2 * half; b++) edges.push([a, b, costs.next().value!]);
        expect(costOf(matchAll(2 * half, edges), edges)).toBe(leastByTrying(2 * half, edges));
      }),
      { numRuns: 300 },
    );
  });

  test('of nobody is empty; of an odd number, or with one whom nobody may meet, there is none', () => {
    expect(matchAll(0, [])).toEqual([]);
    const triangle: Edge[] = [
      [0, 1, 1],
      [1, 2, 1],
      [0, 2, 1],
    ];
    expect(matchAll(3, triangle)).toBeUndefined();
    expect(matchAll(4, triangle)).toBeUndefined();
  });

  test('goes through odd circles within odd circles', () => {
    const edges: Edge[] = [
      [0, 1, 1],
      [0, 2, 2],
      [1, 2, 0],
      [0, 3, 5],
      [3, 4, 6],
      [0, 5, 7],
      [5, 6, 1],
      [6, 7, 1],
      [5, 7, 1],
      [4, 7, 9],
    ];
    expect(costOf(matchAll(8, edges), edges)).toBe(leastByTrying(8, edges));
  });
});
