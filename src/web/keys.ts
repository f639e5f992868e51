const STEPS: { [key: string]: [column: number, row: number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrow keys go over the squares of a board from one that can be chosen to the next; elsewhere they step through the match. */
export function moveFocus(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const from = (event.target as Element).closest('button');
  const squares = from?.closest('.board-buttons');
  if (!step || !from || !squares || event.metaKey || event.ctrlKey || event.altKey) return;
  const buttons = [...squares.querySelectorAll('button')];
  const columns = getComputedStyle(squares).gridTemplateColumns.split(' ').length;
  const rows = Math.ceil(buttons.length / columns);
  const at = buttons.indexOf(from);
  event.preventDefault();
  let [column, row] = [at % columns, Math.floor(at / columns)];
  for (;;) {
    column += step[0];
    row += step[1];
    const next =
      column >= 0 && column < columns && row >= 0 && row < rows ? buttons[row * columns + column] : undefined;
    if (!next) return;
    if (!next.disabled) return next.focus();
  }
}
