import type { RulesBlock } from './json.ts';

/** What is for those who write agents alone: how moves and views are written. */
const FOR_AGENTS = /^(?:moves?|views?|broadcast)\b/i;
const HAS_CODE = /`[^`]*`/;
/** What a sentence before an example of JSON announces. */
const ANNOUNCES = /:$/;

/**
 * A game's page, which is written for authors of agents, as somebody reads it who plays by hand: whatever names fields and
 * JSON is left out, and seats have the names that the board has for them.
 * @param sides what the first two seats are called, where they have names
 */
export function rulesForPeople(page: string, sides: readonly string[] = []): RulesBlock[] {
  const named = (text: string): string => {
    const [first = 'the first player', second = 'the second player'] = sides;
    const plain = text
      .replaceAll('**', '')
      .replaceAll(/`([^`]*)`/g, '$1')
      .replaceAll(/\bseat 0\b/g, first)
      .replaceAll(/\bseat 1\b/g, second)
      .replaceAll(/\b([Ee])ach seat\b/g, '$1ach player')
      .replaceAll(/\bseats\b/g, 'players')
      .replaceAll(/\bSeats\b/g, 'Players')
      .replaceAll(/\bseat\b/g, 'player')
      .trim();
    return plain.charAt(0).toUpperCase() + plain.slice(1);
  };
  const blocks: RulesBlock[] = [];
  let skipping = false;
  for (const part of withoutCode(page).split(/\n{2,}/)) {
    const lines = part.trim().split('\n');
    const heading = /^#+ (.*)$/.exec(lines[0]!)?.[1];
    if (heading !== undefined) {
      skipping = FOR_AGENTS.test(heading);
      if (!skipping && !part.startsWith('# ')) blocks.push({ kind: 'heading', text: named(heading) });
    } else if (!skipping) {
      const block = blockOf(lines);
      const shown = block && mapped(block, named);
      if (shown) blocks.push(shown);
    }
  }
  return blocks.filter(({ kind }, i) => kind !== 'heading' || (blocks[i + 1]?.kind ?? 'heading') !== 'heading');
}

const withoutCode = (page: string): string => page.replaceAll(/^```[\s\S]*?^```$/gm, '');

function blockOf(lines: string[]): RulesBlock | undefined {
  if (lines[0]!.startsWith('|')) {
    const [head = [], , ...rows] = lines.map(cells);
    return rows.flat().some((cell) => /`[{[]/.test(cell)) ? undefined : { kind: 'table', head, rows };
  }
  const begin = lines.findIndex((line) => ITEM.test(line));
  if (begin === 0) return { kind: 'list', items: itemsOf(lines).map(forAll).filter(Boolean) };
  const text = lines.join(' ');
  if (/^\*\*/.test(text) && FOR_AGENTS.test(text.slice(2))) return undefined;
  return { kind: 'text', text: /^(?:\*\*)?Bots/.test(text) ? text : forAll(text) };
}

const ITEM = /^(?:[-*]|\d+\.) /;

function itemsOf(lines: string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items;
}

/** The sentences that need no JSON. */
const forAll = (text: string): string =>
  text
    .split(/(?<=[.:!?])\s+(?=[A-Z*`])/)
    .filter((sentence) => !HAS_CODE.test(sentence) && !(ANNOUNCES.test(sentence) && /\bsees?\b/.test(sentence)))
    .filter((sentence) => !/^Everybody sees the same/.test(sentence))
    .join(' ');

const cells = (line: string): string[] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Nothing where nothing is left of it. */
function mapped(block: RulesBlock, to: (text: string) => string): RulesBlock | undefined {
  switch (block.kind) {
    case 'table':
      return { kind: 'table', head: block.head.map(to), rows: block.rows.map((row) => row.map(to)) };
    case 'list':
      return block.items.length > 0 ? { kind: 'list', items: block.items.map(to) } : undefined;
    default:
      return block.text ? { ...block, text: to(block.text) } : undefined;
  }
}
