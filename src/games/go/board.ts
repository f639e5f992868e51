/** 0 is an empty point, 1 a black stone, 2 a white one. Points are numbered row by row from the top left. */
export type Color = 1 | 2;
export type Points = number[];

const COLUMN_LETTERS = 'ABCDEFGHJKLMNOPQRST';

export const other = (color: Color): Color => (color === 1 ? 2 : 1);

/** "D4": a letter for the column, without I, and the line counted from the bottom. */
export const pointName = (point: number, size: number): string =>
  `${COLUMN_LETTERS[point % size]}${size - Math.floor(point / size)}`;

export function pointNamed(name: string, size: number): number | undefined {
  const column = COLUMN_LETTERS.indexOf(name[0] ?? '?');
  const row = size - Number(name.slice(1));
  return column >= 0 && column < size && row >= 0 && row < size ? row * size + column : undefined;
}

const neighbourTables = new Map<number, readonly (readonly number[])[]>();

/** For every point those beside it. */
export function neighboursOn(size: number): readonly (readonly number[])[] {
  const known = neighbourTables.get(size);
  if (known) return known;
  const table = Array.from({ length: size * size }, (_, point) => {
    const column = point % size;
    return [
      ...(point >= size ? [point - size] : []),
      ...(column > 0 ? [point - 1] : []),
      ...(column < size - 1 ? [point + 1] : []),
      ...(point < size * (size - 1) ? [point + size] : []),
    ];
  });
  neighbourTables.set(size, table);
  return table;
}

export interface Group {
  stones: number[];
  liberties: number[];
}

/** The stones connected to the one at a point, and the empty points beside them. */
export function groupAt(points: Points, size: number, start: number): Group {
  const neighbours = neighboursOn(size);
  const color = points[start];
  const seen = new Uint8Array(points.length);
  seen[start] = 1;
  const stones = [start];
  const liberties: number[] = [];
  for (let i = 0; i < stones.length; i++) {
    for (const near of neighbours[stones[i]!]!) {
      if (seen[near]) continue;
      if (points[near] === color) stones.push(near);
      else if (points[near] === 0) liberties.push(near);
      else continue;
      seen[near] = 1;
    }
  }
  return { stones, liberties };
}

/** The board with a stone more and the captured ones gone, or nothing where the stone would have no liberty. */
export function withStone(
  points: Points,
  size: number,
  point: number,
  color: Color,
): { points: Points; taken: number[] } | undefined {
  const next = points.slice();
  next[point] = color;
  const taken: number[] = [];
  for (const near of neighboursOn(size)[point]!) {
    if (next[near] !== other(color)) continue;
    const group = groupAt(next, size, near);
    if (group.liberties.length > 0) continue;
    for (const stone of group.stones) next[stone] = 0;
    taken.push(...group.stones);
  }
  if (taken.length === 0 && groupAt(next, size, point).liberties.length === 0) return undefined;
  return { points: next, taken };
}

/** Empty points that are connected, and who reaches them: 1 black alone, 2 white alone, else nobody or both. */
function eachRegion(points: Points, size: number, tell: (region: number[], reached: number) => void): void {
  const neighbours = neighboursOn(size);
  const seen = new Uint8Array(points.length);
  for (const [start, color] of points.entries()) {
    if (color !== 0 || seen[start]) continue;
    seen[start] = 1;
    const region = [start];
    let reached = 0;
    for (let i = 0; i < region.length; i++) {
      for (const near of neighbours[region[i]!]!) {
        reached |= points[near]!;
        if (points[near] !== 0 || seen[near]) continue;
        seen[near] = 1;
        region.push(near);
      }
    }
    tell(region, reached);
  }
}

/** Stones and the empty points that only one colour reaches, as [black, white]. */
export function areas(points: Points, size: number): [number, number] {
  const sums: [number, number] = [0, 0];
  for (const color of points) if (color !== 0) sums[color - 1]!++;
  eachRegion(points, size, (region, reached) => {
    if (reached === 1 || reached === 2) sums[reached - 1]! += region.length;
  });
  return sums;
}

/** Empty points that count for somebody as the board stands. */
export function territory(points: Points, size: number): { point: number; color: Color }[] {
  const owned: { point: number; color: Color }[] = [];
  eachRegion(points, size, (region, reached) => {
    if (reached === 1 || reached === 2) owned.push(...region.map((point) => ({ point, color: reached as Color })));
  });
  return owned;
}
