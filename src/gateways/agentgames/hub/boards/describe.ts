import { type Line, line, styled } from '../line.ts';
import { plain } from '../plain.ts';

const DEEPEST = 4;
const MOST_LINES = 200;
const MOST_ITEMS = 30;

/** Whatever a view holds, as indented text. */
export function describe(view: unknown, width: number): Line[] {
  const lines: Line[] = [];
  add(lines, '', view, 0, Math.max(20, width));
  return lines.slice(0, MOST_LINES);
}

function add(lines: Line[], name: string, value: unknown, depth: number, width: number): void {
  if (lines.length >= MOST_LINES) return;
  const indent = '  '.repeat(Math.max(0, depth - 1));
  const label = name ? styled('dim', `${indent}${name}: `) : indent;
  const short = inline(value, width - indent.length - name.length - 2);
  if (short !== undefined) {
    if (short !== '') lines.push(line(label, short));
    return;
  }
  if (name) lines.push(line(label));
  if (typeof value === 'string') return addWrapped(lines, value, `${indent}  `, width);
  if (depth >= DEEPEST) return void lines.push(line(`${indent}  …`));
  const parts = Object.entries(value as object).slice(0, MOST_ITEMS);
  if (parts.every(([, item]) => typeof item !== 'object')) {
    return void lines.push(
      line(`${indent}  ${plain(parts.map(([, item]) => item).join(' '), width - indent.length - 3)}…`),
    );
  }
  // What is short comes first, so that a long list does not push it out of sight.
  const isShort = ([key, item]: [string, unknown]) =>
    inline(item, width - key.length - indent.length - 4) !== undefined;
  const ordered = Array.isArray(value) ? parts : [...parts.filter(isShort), ...parts.filter((part) => !isShort(part))];
  for (const [key, item] of ordered) add(lines, Array.isArray(value) ? '' : plain(key, 30), item, depth + 1, width);
}

/** The value on one line, if it is small enough. */
function inline(value: unknown, width: number): string | undefined {
  const text = compact(value, width);
  return text === undefined || text.length > width ? undefined : plain(text);
}

function compact(value: unknown, width: number): string | undefined {
  if (value === null) return '-';
  if (typeof value !== 'object') return String(value);
  const names = !Array.isArray(value);
  let text = '';
  for (const [key, item] of Object.entries(value)) {
    const part = compact(item, width - text.length);
    if (part === undefined || text.length > width) return undefined;
    text += `${text && (names ? ', ' : ' ')}${names ? `${key} ` : ''}${part}`;
  }
  return text;
}

function addWrapped(lines: Line[], text: string, indent: string, width: number): void {
  let row = indent;
  for (const word of plain(text).split(' ')) {
    if (row.length + word.length > width && row !== indent) {
      lines.push(line(row));
      row = indent;
    }
    row += `${word} `;
  }
  lines.push(line(row));
}
