/** Columns of a whole connect-four game, 42 plies, that nobody wins. */
export const DRAW = findDraw();

function findDraw(): number[] {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (;;) {
    const columns = playOut(random);
    if (columns) return columns;
  }
}

function playOut(random: (below: number) => number): number[] | undefined {
  const stacks: number[][] = Array.from({ length: 7 }, () => []);
  const columns: number[] = [];
  for (let ply = 0; ply < 42; ply++) {
    const open = [0, 1, 2, 3, 4, 5, 6].filter((column) => stacks[column]!.length < 6);
    const safe = open.filter((column) => !wins(stacks, column, ply % 2));
    const column = safe[random(safe.length)];
    if (column === undefined) return undefined;
    stacks[column]!.push(ply % 2);
    columns.push(column);
  }
  return columns;
}

function wins(stacks: number[][], column: number, player: number): boolean {
  const row = stacks[column]!.length;
  const run = (dx: number, dy: number): number => {
    let length = 0;
    while (stacks[column + dx * (length + 1)]?.[row + dy * (length + 1)] === player) length++;
    return length;
  };
  return [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ].some(([dx, dy]) => run(dx!, dy!) + run(-dx!, -dy!) >= 3);
}
