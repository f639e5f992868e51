import { column, type Line, line, type Size, styled } from './line.ts';

export const SMALLEST: Size = { columns: 40, rows: 10 };
/** Rows that the frame takes: the title, a free one, and the keys. */
const AROUND = 3;

export interface Framed {
  title: string;
  /** Who looks. */
  name: string;
  keys: string;
  body: Line[];
}

/** The rows that are left for a screen's body. */
export const bodySize = ({ columns, rows }: Size): Size => ({ columns: columns - 3, rows: rows - AROUND });

/** A whole screen: title, body, keys. */
export function frame({ title, name, keys, body }: Framed, size: Size): Line[] {
  if (size.columns < SMALLEST.columns || size.rows < SMALLEST.rows) {
    return [line(`Please make the window larger`), line(`(${SMALLEST.columns} x ${SMALLEST.rows} at least).`)];
  }
  const inside = bodySize(size);
  const width = size.columns - 1;
  const left = column(` Crossplay · ${title}`, Math.max(0, width - name.length - 2));
  const rows = body.slice(0, inside.rows).map((spans): Line => [{ text: ' ' }, ...spans]);
  while (rows.length < inside.rows) rows.push([]);
  return [line(styled('chosen', column(`${left} ${name} `, width))), [], ...rows, line(styled('dim', ` ${keys}`))];
}

/** The first row to show so that the chosen one is in sight. */
export const scroll = (chosen: number, count: number, rows: number): number =>
  Math.max(0, Math.min(chosen - Math.floor(rows / 2), count - rows));
