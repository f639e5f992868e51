const STEPS: { [key: string]: [column: number, row: number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrow keys go over the squares of a board; elsewhere they step through the match. */
export function moveFocus(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const from = (event.target as Element).closest('button');
  if (!step || !from || event.metaKey || event.ctrlKey || event.altKey) return;
  const ring = from.closest('.board-square')?.closest('.board-ring');
  if (ring) {
    event.preventDefault();
    return alongRing([...ring.querySelectorAll<HTMLElement>('.board-square')], from, step)?.focus();
  }
  const squares = from.closest('.board-buttons');
  if (!squares) return;
  const buttons = [...squares.querySelectorAll('button')];
  const columns = getComputedStyle(squares).gridTemplateColumns.split(' ').length;
  const rows = Math.ceil(buttons.length / columns);
  const at = buttons.indexOf(from);
  event.preventDefault();
  const [column, row] = [(at % columns) + step[0], Math.floor(at / columns) + step[1]];
  if (column >= 0 && column < columns && row >= 0 && row < rows) buttons[row * columns + column]?.focus();
}

/** The neighbour of a square that lies in that direction; they are in the order in which they are walked. */
function alongRing(squares: HTMLElement[], from: HTMLElement, [x, y]: [number, number]): HTMLElement | undefined {
  const at = squares.indexOf(from);
  const here = from.getBoundingClientRect();
  return [1, -1]
    .map((by) => squares.at((at + by) % squares.length)!)
    .find((next) => {
      const there = next.getBoundingClientRect();
      return (there.left - here.left) * x + (there.top - here.top) * y > 0;
    });
}
