import { expect, test } from 'vitest';
import { manifests } from '../../games/manifests.ts';
import { readPages, rulesOf } from '../game-pages.ts';
import { rulesForPeople } from './rules-for-people.ts';

const pages = readPages('RULES.md');

test('the rules of every game are there for people: no fields, no JSON, no numbers of seats', () => {
  for (const { id, title } of manifests) {
    const page = rulesOf({ title }, pages);
    if (page === undefined) throw new Error(`${id} has no rules for people: RULES.md headed "# ${title}".`);
    const text = JSON.stringify(rulesForPeople(page));
    if (text.length <= 150)
      throw new Error(`${id}: RULES.md says too little, ${text.length} characters of at least 151.`);
    expect([id, text]).toEqual([id, expect.not.stringMatching(/seat \d|[`{]\\"|`|\*\*|_|JSON|Game id/)]);
  }
});

test('headings, paragraphs, lists and tables are told apart', () => {
  const page = [
    '# Halma',
    '',
    'Two players,',
    'one board.',
    '',
    '- One',
    '- Two',
    '',
    '| how | when |',
    '| --- | --- |',
    '| Home | All are there |',
    '',
    '## More',
    '',
    '<b>Raw</b>.',
  ].join('\n');
  expect(rulesForPeople(page)).toEqual([
    { kind: 'text', text: 'Two players, one board.' },
    { kind: 'list', items: ['One', 'Two'] },
    { kind: 'table', head: ['how', 'when'], rows: [['Home', 'All are there']] },
    { kind: 'heading', text: 'More' },
    { kind: 'text', text: '<b>Raw</b>.' },
  ]);
});
