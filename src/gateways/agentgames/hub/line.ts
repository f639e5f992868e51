/** `first` and `second` are the colours of the two players. */
/** The two last are of what was just played. */
export type Style = 'bold' | 'dim' | 'chosen' | 'first' | 'second' | 'first-new' | 'second-new';

export interface Span {
  text: string;
  style?: Style;
}

/** A row of the screen. Every character is one cell wide: see plain.ts for text of others. */
export type Line = readonly Span[];

export interface Size {
  columns: number;
  rows: number;
}

export const line = (...parts: (string | Span)[]): Line =>
  parts.map((part) => (typeof part === 'string' ? { text: part } : part));

export const styled = (style: Style, text: string): Span => ({ text, style });

export const textOf = (spans: Line): string => spans.map(({ text }) => text).join('');

export const widthOf = (spans: Line): number => spans.reduce((width, { text }) => width + text.length, 0);

export function cut(spans: Line, width: number): Line {
  let left = width;
  return spans.flatMap((span) => {
    const text = span.text.slice(0, Math.max(0, left));
    left -= text.length;
    return text ? [{ ...span, text }] : [];
  });
}

/** Cut or filled with spaces to that width. */
export const column = (text: string, width: number): string => text.slice(0, width).padEnd(width);
export const number = (value: number | string, width: number): string => String(value).slice(0, width).padStart(width);

/** Two blocks of lines beside each other. */
export function beside(left: Line[], right: Line[], gap: number): Line[] {
  const width = Math.max(0, ...left.map(widthOf)) + gap;
  return Array.from({ length: Math.max(left.length, right.length) }, (_, row) => {
    const spans = left[row] ?? [];
    return [...spans, { text: ' '.repeat(width - widthOf(spans)) }, ...(right[row] ?? [])];
  });
}
