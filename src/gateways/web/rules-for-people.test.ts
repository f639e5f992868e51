import { expect, test } from 'vitest';
import { manifests } from '../../games/manifests.ts';
import { pageOf, readPages } from '../game-pages.ts';
import { rulesForPeople } from './rules-for-people.ts';

const pages = readPages();

test('the rules of every game are there for people: no fields, no JSON, no numbers of seats', () => {
  for (const { id, title, sides } of manifests) {
    // biome-ignore lint/suspicious/noExplicitAny: of a game its page is found by id and title
    const blocks = rulesForPeople(pageOf({ id, title } as any, pages), sides);
    const text = JSON.stringify(blocks);
    expect([id, text.length > 150]).toEqual([id, true]);
    expect([id, text]).toEqual([id, expect.not.stringMatching(/seat \d|`|\*\*|toMove|\{\\"|JSON|Game id/)]);
  }
});

test('headings, paragraphs, lists and tables are told apart, and sides have their names', () => {
  const page = [
    '# Halma',
    '',
    'Game id `halma`. Two seats: seat 0 begins. Each seat jumps.',
    '',
    '- one',
    '  long',
    '- `{"x": 1}`',
    '',
    '| reason | when |',
    '| --- | --- |',
    '| `home` | all are **there** |',
    '',
    '## Moves',
    '',
    'As JSON.',
    '',
    '## More',
    '',
    '<b>Raw</b>.',
  ].join('\n');
  expect(rulesForPeople(page, ['Red', 'Blue'])).toEqual([
    { kind: 'text', text: 'Two players: Red begins. Each player jumps.' },
    { kind: 'list', items: ['One long'] },
    { kind: 'table', head: ['Reason', 'When'], rows: [['Home', 'All are there']] },
    { kind: 'heading', text: 'More' },
    { kind: 'text', text: '<b>Raw</b>.' },
  ]);
});
