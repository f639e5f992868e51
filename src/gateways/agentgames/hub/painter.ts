import { cut, type Line, type Size, type Style } from './line.ts';

const CODES: { [style in Style]: string } = {
  bold: '1',
  dim: '2',
  chosen: '7',
  first: '1;36',
  second: '1;33',
  'first-new': '1;36;7',
  'second-new': '1;33;7',
};

export const ENTER = '\x1b[?1049h\x1b[?25l\x1b[2J';
export const LEAVE = '\x1b[?25h\x1b[?1049l';

/** Draws rows as the bytes that change a terminal from what it shows to them. */
export class Painter {
  #shown: string[] = [];

  paint(lines: Line[], { columns, rows }: Size): string {
    let bytes = '';
    for (let row = 0; row < rows; row++) {
      // The last column stays free: a character there would make some terminals wrap.
      const text = encode(cut(lines[row] ?? [], columns - 1));
      if (this.#shown[row] === text) continue;
      this.#shown[row] = text;
      bytes += `\x1b[${row + 1};1H${text}\x1b[K`;
    }
    return bytes;
  }

  /** The terminal shows nothing that we know of. */
  clear(): string {
    this.#shown = [];
    return '\x1b[2J';
  }
}

const encode = (spans: Line): string =>
  spans.map(({ text, style }) => (style ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text)).join('');
