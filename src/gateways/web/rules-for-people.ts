import type { RulesBlock } from './json.ts';

/** A page of headings, paragraphs, lists of lines and tables; whatever else stands there is text. */
export function rulesForPeople(page: string): RulesBlock[] {
  return page
    .trim()
    .split(/\n{2,}/)
    .flatMap((part) => {
      const lines = part.split('\n').map((line) => line.trim());
      return isTitle(lines[0]!) ? [] : [blockOf(lines)];
    });
}

function blockOf(lines: string[]): RulesBlock {
  const [first] = lines as [string];
  if (first.startsWith('## ')) return { kind: 'heading', text: first.slice(3) };
  if (first.startsWith('- ')) return { kind: 'list', items: lines.map((line) => line.slice(2)) };
  if (!first.startsWith('|')) return { kind: 'text', text: lines.join(' ') };
  const [head = [], , ...rows] = lines.map(cellsOf);
  return { kind: 'table', head, rows };
}

const isTitle = (line: string): boolean => line.startsWith('# ');

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
